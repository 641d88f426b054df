import { type Archive, checkpoint } from 'holdfast';

/** What a host of its own puts in the place of turns that it takes out: each text behind the marker that names its source. */
export async function standIn(transcript: string, archive: Archive, turns: { readonly start: number; readonly end: number }): Promise<string> {
  const { text = '', segments } = await checkpoint(transcript, { turns, allowanceTokens: 1800, archive });
  for (const { index, outcome, ratio, reason } of segments) console.log(`segment ${index}: ${outcome}, ${reason ?? `${ratio}:1`}`);
  return text;
}
