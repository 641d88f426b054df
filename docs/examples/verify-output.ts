import { VerificationError, verify } from 'holdfast';
import { sqlite } from 'holdfast/sqlite';

/** Proves an output from itself and the archive alone; prints each failure. */
export async function isProved(output: string, archivePath: string): Promise<boolean> {
  const archive = sqlite(archivePath);
  try {
    const proof = await verify(output, { archive });
    console.log(`${proof.keptCount} of ${proof.spanCount} spans stand letter for letter, the rest is archived`);
    return true;
  } catch (error) {
    if (!(error instanceof VerificationError)) throw error;
    for (const failure of error.failures) console.log(`${failure.claim}: ${failure.message}`);
    return false;
  } finally {
    await archive.close();
  }
}
