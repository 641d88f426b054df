import type { Archive } from '../archive/archive.ts';

/** An archive for a server that outlives its faults: opened when it is first asked for, and asked again where that failed. */
export class LastingArchive {
  private readonly openArchive: () => Promise<Archive>;
  private opening: Promise<Archive> | undefined;

  constructor(openArchive: () => Promise<Archive>) {
    this.openArchive = openArchive;
  }

  get(): Promise<Archive> {
    this.opening ??= this.openArchive().catch((error) => {
      this.opening = undefined;
      throw error;
    });
    return this.opening;
  }

  async close(): Promise<void> {
    const archive = await this.opening?.catch(() => undefined);
    await archive?.close();
  }
}
