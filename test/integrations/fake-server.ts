import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';

/** What a program that plugins start does instead of holdfast. `garbage` answers, too, among other lines; `nulls` with an error that is none. */
export type FakeConduct = 'answers' | 'garbage' | 'nulls' | 'silent' | 'crashes' | 'refuses';

const SCRIPT = `
import { appendFileSync, readFileSync } from 'node:fs';
import { createInterface } from 'node:readline';
const [, , folder, conduct, ...words] = process.argv;
const say = (value) => process.stdout.write(JSON.stringify(value) + '\\n');
appendFileSync(folder + '/started.txt', words.join(' ') + '\\n');
createInterface({ input: process.stdin }).on('line', (line) => {
  appendFileSync(folder + '/requests.jsonl', line + '\\n');
  const { id, method } = JSON.parse(line);
  if (conduct === 'crashes') process.exit(1);
  if (conduct === 'silent') return;
  if (conduct === 'garbage') process.stdout.write('npm warn something\\n{"id":\\nnull\\n[]\\n{"id":999,"result":1}\\n');
  if (conduct === 'refuses') return say({ id, error: { code: 'invariant-unmet', message: 'only authoritative spans are left' } });
  say({ id, ...(conduct === 'nulls' ? { error: null } : {}), result: JSON.parse(readFileSync(folder + '/answers.json', 'utf8'))[method] });
});
`;

export class FakeServer {
  readonly #folder: string;

  constructor(folder: string) {
    this.#folder = folder;
    writeFileSync(join(folder, 'fake.mjs'), SCRIPT);
  }

  /** By method. */
  answer(answers: Readonly<Record<string, unknown>>): void {
    writeFileSync(join(this.#folder, 'answers.json'), JSON.stringify(answers));
  }

  command(conduct: FakeConduct): readonly string[] {
    return [process.execPath, join(this.#folder, 'fake.mjs'), this.#folder, conduct];
  }

  get requests(): readonly { readonly method: string; readonly params: Readonly<Record<string, unknown>> }[] {
    return this.#lines('requests.jsonl').map((line) => JSON.parse(line));
  }

  /** The words behind the command, of each start. */
  get starts(): readonly string[] {
    return this.#lines('started.txt');
  }

  #lines(name: string): readonly string[] {
    const path = join(this.#folder, name);
    return existsSync(path) ? readFileSync(path, 'utf8').split('\n').slice(0, -1) : [];
  }
}
