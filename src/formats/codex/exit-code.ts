import { isObject, type JsonlLine } from '../jsonl.ts';

/** Tools whose output the harness heads with how the program ended; elsewhere the same words are foreign text. */
const RUNS_PROGRAMS: ReadonlySet<string> = new Set(['exec_command', 'write_stdin', 'shell', 'shell_command', 'local_shell', 'container.exec', 'apply_patch']);
const HEAD_CHARACTERS = 512;

/** Exit codes that events record, by call. */
export function recordedExitCodes(lines: readonly JsonlLine[]): ReadonlyMap<string, number> {
  const codes = new Map<string, number>();
  for (const { value } of lines) {
    const payload = value['type'] === 'event_msg' ? value['payload'] : undefined;
    if (!isObject(payload) || payload['type'] !== 'exec_command_end') continue;
    const { call_id: callId, exit_code: exitCode } = payload;
    if (typeof callId === 'string' && typeof exitCode === 'number') codes.set(callId, exitCode);
  }
  return codes;
}

/** The code that the output itself names, above its `Output:`, or beside it in the JSON of older versions. */
export function exitCodeOf(toolName: string, output: string): number | undefined {
  if (!RUNS_PROGRAMS.has(toolName)) return undefined;
  if (output.startsWith('{')) return metadataCode(output);
  const head = output.slice(0, HEAD_CHARACTERS).split(/^Output:/m)[0] ?? '';
  const code = /^(?:Exit code: |Process exited with code )(-?\d{1,9})\r?$/m.exec(head)?.[1];
  return code === undefined ? undefined : Number(code);
}

function metadataCode(output: string): number | undefined {
  let value: unknown;
  try {
    value = JSON.parse(output);
  } catch {
    return undefined; // the program's own output, which begins with a brace
  }
  const metadata = isObject(value) && 'output' in value ? value['metadata'] : undefined;
  const code = isObject(metadata) ? metadata['exit_code'] : undefined;
  return typeof code === 'number' ? code : undefined;
}

/** What the harness writes in the place of an output where the user refused the call: all of it, for its own tools only. */
const REFUSALS =
  /^(?:(?:exec command|patch) )?rejected by user\.?$|^exec_command failed for [^\n]*CreateProcess \{ message: "Rejected\(\\"rejected by user\\"\)" \}$/;

export function isRefusal(toolName: string, output: string): boolean {
  return RUNS_PROGRAMS.has(toolName) && output.length < REFUSAL_CHARACTERS_MAX && REFUSALS.test(output);
}

const REFUSAL_CHARACTERS_MAX = 100_000;
