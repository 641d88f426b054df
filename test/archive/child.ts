/**
 * A process of its own for fault tests, killed by them at any moment. Run as `node child.js PATH TASK CONVERSATION`.
 * It says on standard output, a line each, what is done; what it says is durable must be found afterwards.
 */
import { createInterface } from 'node:readline';
import { entryOf, inputOf, spanOf } from '../../src/archive/conformance.ts';
import { HoldfastError } from '../../src/core/errors/holdfast-error.ts';
import { sqlite } from '../../src/sqlite.ts';

const [, , path = '', task = '', conversationId = ''] = process.argv;
const say = (line: string): boolean => process.stdout.write(`${line}\n`);

const tasks: Readonly<Record<string, () => Promise<void>>> = {
  /** Puts, and never gets to the ledger. */
  async 'put-then-wait'() {
    const archive = sqlite(path);
    await archive.lock(conversationId);
    await archive.put(conversationId, [inputOf(archive, spanOf(`orphan of ${process.pid}`), 'orphan')]);
    say('put');
    setInterval(() => undefined, 1_000);
  },

  /** Puts and appends until it is killed; names each entry of the ledger once it is durable. */
  async 'compact-until-killed'() {
    const archive = sqlite(path);
    const spans = Array.from({ length: 40 }, (_, index) => `${index} `.repeat(2_000));
    for (let round = 0; ; round++) {
      const inputs = spans.map((text) => inputOf(archive, spanOf(`${process.pid}.${round} ${text}`), text));
      await archive.put(conversationId, inputs);
      const compactionId = `${process.pid}.${round}`;
      await archive.appendLedger(
        entryOf(
          compactionId,
          conversationId,
          inputs.map((input) => input.handle),
        ),
      );
      say(compactionId);
    }
  },

  /** For each line of standard input tries to take the conversation; gives it back at the next line. */
  async 'lock-by-line'() {
    const archive = sqlite(path);
    let release: (() => Promise<void>) | undefined;
    for await (const line of createInterface({ input: process.stdin })) {
      if (line === 'release') {
        await release?.();
        release = undefined;
        say('released');
        continue;
      }
      try {
        release = await archive.lock(conversationId);
        const input = inputOf(archive, spanOf(`of round ${line}`), line);
        await archive.put(conversationId, [input]);
        await archive.appendLedger(entryOf(`round ${line}`, conversationId, [input.handle]));
        say('won');
      } catch (error) {
        say(HoldfastError.is(error) ? error.code : String(error));
      }
    }
    await archive.close();
  },
};

await tasks[task]?.();
