import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { memory } from '../../src/archive/memory/index.ts';
import { type HookHost, type HookVerb, readHookInput } from '../../src/hooks/hook-input.ts';
import { type Budget, DEFAULT_BUDGET } from '../../src/hooks/room.ts';
import { runHook, type WithArchive } from '../../src/hooks/run-hook.ts';

/** A host that runs hooks of ours over one transcript and one archive. */
export class HookSession {
  readonly archive = memory();
  readonly folder = mkdtempSync(join(tmpdir(), 'holdfast-hooks-'));
  host: HookHost = 'claude-code';
  budget: Budget = DEFAULT_BUDGET;
  withArchive: WithArchive = (use) => use(this.archive);

  get transcriptPath(): string {
    return join(this.folder, 'session.jsonl');
  }

  write(transcript: string): void {
    writeFileSync(this.transcriptPath, transcript);
  }

  /** What the hook prints. */
  async run(verb: HookVerb, fields: Readonly<Record<string, unknown>> = {}): Promise<string> {
    const event = { session_id: 's', transcript_path: this.transcriptPath, cwd: '/w', trigger: 'auto', ...fields };
    const input = await readHookInput(bytesOf(JSON.stringify(event)));
    return runHook({ host: this.host, verb, input, budget: this.budget, withArchive: this.withArchive });
  }

  /** The note that a session starts with after a compaction. */
  async note(): Promise<string> {
    const answer = JSON.parse(await this.run('session-start', { source: 'compact' })) as {
      hookSpecificOutput: { hookEventName: string; additionalContext: string };
    };
    return answer.hookSpecificOutput.additionalContext;
  }

  remove(): void {
    rmSync(this.folder, { recursive: true, force: true });
  }
}

export async function* bytesOf(text: string, chunkBytes = 65_536): AsyncIterable<Uint8Array> {
  const bytes = Buffer.from(text, 'utf8');
  for (let start = 0; start < bytes.length; start += chunkBytes) yield bytes.subarray(start, start + chunkBytes);
}
