import { type Archive, plan } from 'holdfast';

/** The rule of every span that would leave, without writing anything. */
export async function whatWouldLeave(transcript: string, archive: Archive): Promise<readonly string[]> {
  const receipt = await plan(transcript, { target: 0.3, archive });
  return receipt.spans.filter((span) => span.action !== 'keep').map((span) => `${span.id}: ${span.action} by ${span.rule}`);
}
