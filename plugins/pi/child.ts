import { type ChildProcess, spawn } from 'node:child_process';
import { readFileSync } from 'node:fs';

/** What `holdfast install` writes beside the plugin. */
export interface Settings {
  /** How holdfast is run. */
  readonly command: readonly string[];
  /** Tokens of the model's context, in the place of what the host says of it. */
  readonly window?: number;
}

/** Why holdfast did nothing: a code, and a sentence for people. */
export interface Problem {
  readonly code: string;
  readonly message: string;
}

export interface AskOptions {
  readonly timeoutMs: number;
  readonly signal?: AbortSignal | undefined;
}

interface Waiting {
  readonly child: ChildProcess;
  readonly end: (answer: Answer) => void;
}

interface Answer {
  readonly id?: unknown;
  readonly result?: unknown;
  readonly error?: Problem;
}

const DEFAULT_COMMAND = ['npx', '-y', 'holdfast'];
/** A conversation with images; a longer one goes on as it is. */
const LINE_CHARACTERS_MAX = 200_000_000;
/** A program that ends at once is not started again and again. */
const STARTS_MAX = 3;

export function readSettings(file: URL): Settings {
  try {
    const { command, window } = JSON.parse(readFileSync(file, 'utf8')) as { readonly command?: unknown; readonly window?: unknown };
    const isCommand = Array.isArray(command) && command.length > 0 && command.every((word) => typeof word === 'string');
    return { command: isCommand ? (command as string[]) : DEFAULT_COMMAND, ...(typeof window === 'number' ? { window } : {}) };
  } catch {
    return { command: DEFAULT_COMMAND };
  }
}

/**
 * holdfast as a program of its own beside the host: a request a line, an answer a line. No native module comes into the
 * host, and whatever becomes of the program, the host goes on: a request that fails has no answer.
 */
export class HoldfastChild {
  readonly #command: readonly string[];
  readonly #onProblem: (problem: Problem) => void;
  readonly #told = new Set<string>();
  readonly #waiting = new Map<number, Waiting>();
  #child: ChildProcess | undefined;
  #starts = 0;
  #lastId = 0;

  constructor(command: readonly string[], onProblem: (problem: Problem) => void) {
    this.#command = command;
    this.#onProblem = onProblem;
  }

  /** `undefined` where there is no answer: the host's own way is right then. */
  ask(method: string, params: unknown, { timeoutMs, signal }: AskOptions): Promise<unknown> {
    const id = ++this.#lastId;
    const line = JSON.stringify({ id, method, params });
    if (line.length > LINE_CHARACTERS_MAX) return this.#fail('line-too-long', 'the conversation is larger than holdfast takes');
    const child = this.#running();
    if (child === undefined) return this.#fail('not-running', `\`${this.#command.join(' ')}\` does not run`);
    return new Promise((resolve) => {
      const end = (answer: Answer): void => {
        clearTimeout(timer);
        signal?.removeEventListener('abort', abort);
        this.#waiting.delete(id);
        if (answer.error) this.#tell(answer.error);
        resolve(answer.error ? undefined : answer.result);
      };
      const abort = (): void => end({});
      // It keeps the host waiting, which the program alone does not.
      const timer = setTimeout(() => end({ error: { code: 'timeout', message: `no answer within ${timeoutMs / 1000} s` } }), timeoutMs);
      signal?.addEventListener('abort', abort);
      this.#waiting.set(id, { child, end });
      child.stdin?.write(`${line}\n`);
    });
  }

  /** Starts the program before it is needed. */
  start(): void {
    this.#running();
  }

  stop(): void {
    const child = this.#child;
    this.#child = undefined;
    this.#starts = 0;
    child?.stdin?.end();
    child?.kill();
  }

  #running(): ChildProcess | undefined {
    if (this.#child !== undefined || this.#starts === STARTS_MAX) return this.#child;
    this.#starts++;
    const [program = '', ...args] = this.#command;
    try {
      // On Windows `npx` is a script of the shell.
      const child = spawn(program, args, { stdio: ['pipe', 'pipe', 'ignore'], shell: process.platform === 'win32', windowsHide: true });
      this.#child = child;
      this.#listen(child);
    } catch {
      this.#child = undefined;
    }
    return this.#child;
  }

  #listen(child: ChildProcess): void {
    const gone = (): void => this.#gone(child);
    child.on('error', gone);
    child.on('exit', gone);
    child.stdin?.on('error', gone);
    let rest = '';
    child.stdout?.setEncoding('utf8');
    child.stdout?.on('data', (part: string) => {
      const lines = (rest + part).split('\n');
      rest = lines.pop() ?? '';
      for (const line of lines) this.#read(line);
    });
    // The host may end while the program runs; it ends with its input.
    child.unref();
    for (const pipe of [child.stdin, child.stdout]) (pipe as { unref?: () => void } | null)?.unref?.();
  }

  #read(line: string): void {
    try {
      const answer = JSON.parse(line) as Answer;
      this.#starts = 0;
      if (typeof answer.id === 'number') this.#waiting.get(answer.id)?.end(answer);
      else if (answer.error) this.#tell(answer.error);
    } catch {
      // Not a line of ours, as `npx` may say something of its own.
    }
  }

  #gone(child: ChildProcess): void {
    if (this.#child === child) this.#child = undefined;
    for (const waiting of [...this.#waiting.values()]) {
      if (waiting.child === child) waiting.end({ error: { code: 'not-running', message: `\`${this.#command.join(' ')}\` does not run` } });
    }
  }

  #fail(code: string, message: string): Promise<undefined> {
    this.#tell({ code, message });
    return Promise.resolve(undefined);
  }

  /** Each kind of problem once. */
  #tell(problem: Problem): void {
    if (this.#told.has(problem.code)) return;
    this.#told.add(problem.code);
    this.#onProblem(problem);
  }
}
