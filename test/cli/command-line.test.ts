import { execFileSync } from 'node:child_process';
import { chmodSync, existsSync, mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, statSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { cliSchemas } from '../../src/schema/receipt-schema.ts';
import { assistant, exchange, filler, user } from '../cases/anthropic-body.ts';
import { SERIALIZERS } from '../generators/abstract-conversation.ts';
import { incidentConversation } from '../scenarios/incident-conversation.ts';
import { CommandLine } from './command-line.ts';

let cli: CommandLine;
beforeAll(async () => {
  cli = await CommandLine.build();
});
afterAll(() => cli?.remove());

const body = [
  user('Read all.'),
  ...Array.from({ length: 14 }, (_, index) => exchange(`r${index}`, 'Read', { file_path: `/f${index}` }, filler(800, index))).flat(),
  assistant('Read.'),
];

function write(name: string, content: string | Buffer): string {
  writeFileSync(cli.path(name), content);
  return name;
}

const leftovers = (): readonly string[] => readdirSync(cli.folder).filter((name) => name.includes('.holdfast-'));

describe('the main job from the command line', () => {
  it('compact, verify and recall of a pi session, with the archive of the user', async () => {
    write('session.jsonl', SERIALIZERS.pi(incidentConversation()));
    const compacted = await cli.run(['compact', 'session.jsonl', '--target', '15%', '-o', 'shorter.jsonl', '--receipt', 'receipt.json']);
    expect(compacted).toMatchObject({ code: 0, stdout: '' });
    expect(compacted.stderr).toContain('pi session');
    const verified = await cli.run(['verify', 'shorter.jsonl']);
    expect(verified).toMatchObject({ code: 0 });
    expect(verified.stdout).toMatch(/^verified: compaction c_[a-z2-7]{16}/);
    const receipt = JSON.parse(readFileSync(cli.path('receipt.json'), 'utf8')) as { spans: { action: string; handle?: string }[] };
    const handle = receipt.spans.find((span) => span.action === 'evict_with_tombstone' || span.action === 'evict')?.handle ?? '';
    const recalled = await cli.run(['recall', handle]);
    expect(recalled.code).toBe(0);
    expect(recalled.stdout).toContain('const ');
    const found = await cli.run(['recall', '--search', 'export checksum']);
    expect(found.stdout).toMatch(/^hf_[a-z2-7]{20} {2}/);
  });

  it('plan --explain prints each span with its turn, kind, provenance, tokens, class, rule, handle, state and action', async () => {
    write('body.json', JSON.stringify(body));
    const explained = await cli.run(['plan', 'body.json', '--target', '50%', '--recall', 'cli', '--explain']);
    expect(explained.code).toBe(0);
    expect(explained.stdout).toMatch(/id\s+turn\s+kind\s+provenance\s+tokens\s+class\s+rule\s+state\s+action\s+handle/);
    expect(explained.stdout).toMatch(/t2\.1\s+2\s+exchange\s+tool\s+[\d,]+\s+recoverable\s+read-valid\s+valid\s+evicted\s+\/f0@\S+/);
    expect(existsSync(cli.path('default.db-plan'))).toBe(false);
  });

  it('reads standard input and writes standard output by -', async () => {
    const piped = await cli.run(['compact', '-', '--target', '50%', '--recall', 'cli'], { input: JSON.stringify(body) });
    expect(piped.code).toBe(0);
    expect(Array.isArray(JSON.parse(piped.stdout))).toBe(true);
  });

  it('--json of each verb fits the published schema', async () => {
    write('body.json', JSON.stringify(body));
    const archive = ['--archive', 'sqlite:json.db'];
    const json = async (...args: string[]): Promise<unknown> => JSON.parse((await cli.run([...args, '--json', ...archive])).stdout);
    const compacted = cliSchemas.compact.parse(await json('compact', 'body.json', '--target', '40%', '--recall', 'cli'));
    write('out.json', compacted.output ?? '');
    const bare = async (...args: string[]): Promise<unknown> => JSON.parse((await cli.run([...args, '--json'])).stdout);
    cliSchemas.plan.parse(await json('plan', 'body.json', '--target', '40%', '--recall', 'cli'));
    cliSchemas.verify.parse(await json('verify', 'out.json'));
    const handle = compacted.receipt.spans.find((span) => span.handle !== undefined)?.handle ?? '';
    cliSchemas.recall.parse(await json('recall', handle));
    cliSchemas.search.parse(await json('recall', '--search', 'row'));
    cliSchemas.stats.parse(await json('stats'));
    cliSchemas.doctor.parse(await json('doctor', 'body.json'));
    cliSchemas.gc.parse(await json('gc'));
    cliSchemas.convert.parse(await bare('convert', 'body.json', '--to', 'openai'));
    cliSchemas.erase.parse(await json('erase', compacted.receipt.conversationId, '--yes'));
    cliSchemas.error.parse(await json('recall', 'hf_aaaaaaaaaaaaaaaaaaaa'));
  });

  it('export and import carry an archive to another place, where the output is proved', async () => {
    write('body.json', JSON.stringify(body));
    await cli.run(['compact', 'body.json', '--target', '40%', '--recall', 'cli', '-o', 'carried.json', '--archive', 'sqlite:one.db']);
    expect((await cli.run(['export', '-o', 'archive.jsonl', '--archive', 'sqlite:one.db'])).code).toBe(0);
    expect((await cli.run(['import', 'archive.jsonl', '--archive', 'sqlite:two.db'])).code).toBe(0);
    expect((await cli.run(['verify', 'carried.json', '--archive', 'sqlite:two.db'])).code).toBe(0);
  });
});

describe('exit codes: nothing to do, halted, lost, wrong use', () => {
  it('P42, P66: plan ends with 7 where there is nothing to do, and compact gives the bytes back', async () => {
    const text = '[ {"role":"user","content":"Hi"} ]\n';
    write('small.json', text);
    expect((await cli.run(['plan', 'small.json', '--window', '128k', '--format', 'anthropic'])).code).toBe(7);
    expect(await cli.run(['compact', 'small.json', '--window', '128k', '--format', 'anthropic'])).toMatchObject({ code: 0, stdout: text });
  });

  it('E7: 4 with the figures, nothing written', async () => {
    write('talk.json', JSON.stringify([user(filler(3000, 'talk')), assistant('Noted.')]));
    const halted = await cli.run(['compact', 'talk.json', '--max-tokens', '500', '-o', 'never.json']);
    expect(halted).toMatchObject({ code: 4, stdout: '' });
    expect(halted.stderr).toMatch(/protected floor of \d+ tokens is above the target of 500/);
    expect(existsSync(cli.path('never.json'))).toBe(false);
  });

  it('5 where the proof fails', async () => {
    write('body.json', JSON.stringify(body));
    await cli.run(['compact', 'body.json', '--target', '40%', '--recall', 'cli', '-o', 'proved.json']);
    write('forged.json', readFileSync(cli.path('proved.json'), 'utf8').replace('Read all.', 'Read few.'));
    const lost = await cli.run(['verify', 'forged.json']);
    expect(lost.code).toBe(5);
    expect(lost.stderr).toContain('t1.1');
  });

  it.each([
    [['compact'], 'missing required argument'],
    [['compact', 'a', 'b', '-o', 'c.json'], 'Several files'],
    [['compact', 'body.json', '--target', '140%'], 'share'],
    [['compact', 'body.json', '--target', '40%', '--max-tokens', '5'], 'together'],
    [['compact', 'body.json', '--recall', 'maybe'], 'Choose one of'],
    [['compact', 'body.json', '--release', 't1.1'], 'ID=REASON'],
    [['compact', 'body.json', '--release', 't99.1=no', '--target', '40%'], 'no span t99.1'],
    [['compact', 'body.json', '--archive', 'mongodb://x'], 'archive'],
    [['recall', 'nonsense'], 'not an archive handle'],
    [['recall'], 'Nothing was asked for'],
    [['recall', '--turn', '7-3', '--conversation', 'x'], 'not a range of turns'],
    [['compact', 'body.json', '--target', '40%', '-o', 'same.json', '--receipt', './same.json'], 'over the output'],
    [['compact', 'body.json', '--target', '40%', '--receipt', 'body.json'], 'over the input'],
    [['compact', 'body.json', '--target', '40%', '-o', 'default.db'], 'is the archive itself'],
    [['export', '-o', 'default.db'], 'is the archive itself'],
    [['frobnicate'], 'unknown command'],
    [['compact', 'body.json', '--frob'], 'unknown option'],
    [['compact', 'body.json', '--plan', 'plan.json', '--target', '10%'], 'brings its own options'],
  ] as const)('2 for wrong use: %j', async (args, words) => {
    write('body.json', JSON.stringify(body));
    const ended = await cli.run(args);
    expect(ended).toMatchObject({ code: 2, stdout: '' });
    expect(ended.stderr).toContain(words);
    expect(ended.stderr).not.toMatch(/\n\s+at .*:\d+:\d+/);
  });

  it('every verb has help with what can be given', async () => {
    for (const verb of ['compact', 'plan', 'verify', 'recall', 'convert', 'stats', 'export', 'import', 'erase', 'gc', 'doctor']) {
      const help = await cli.run([verb, '--help']);
      expect(help.code).toBe(0);
      expect(help.stdout).toContain('Usage: holdfast');
    }
  });
});

describe('bad input: a typed error that says where and what next, never a stack trace, never a part of a file', () => {
  const session = SERIALIZERS.pi({
    system: '',
    steps: [
      { kind: 'user', text: 'Keep this.' },
      { kind: 'act', text: 'x', calls: [{ tool: 'read', input: { path: 'a' }, result: filler(900, 'a') }] },
      { kind: 'say', text: 'Kept.' },
      { kind: 'user', text: 'Go on.' },
    ],
  });
  const deep = `${'['.repeat(100_000)}${']'.repeat(100_000)}`;
  const cases: readonly (readonly [string, string | Buffer, number, string])[] = [
    ['an empty file', '', 3, 'empty'],
    ['white space', ' \n\n', 3, ''],
    ['an empty conversation', '[]', 3, ''],
    ['no JSON', 'hello', 3, ''],
    ['half a JSON', '{"messages":[{"role":"user","content":"a', 3, ''],
    ['JSON of another kind', '{"rows":[1,2,3]}', 3, ''],
    ['100,000 levels deep', deep, 3, ''],
    ['deep inside a body', `{"messages":[{"role":"user","content":"a"}],"metadata":${deep}}`, 3, 'JSON_DEPTH'],
    ['a null message', '{"messages":[null]}', 3, 'messages[0]'],
    ['duplicate call ids', JSON.stringify([user('a'), ...exchange('a', 'Read', {}, 'x'), ...exchange('a', 'Read', {}, 'y')]), 3, ''],
    ['an orphan result', JSON.stringify([user('a'), exchange('z', 'Read', {}, 'x')[1]]), 3, ''],
    ['NUL bytes only', Buffer.alloc(300), 3, ''],
    ['random bytes', Buffer.from(Array.from({ length: 400 }, (_, index) => (index * 197 + 31) % 256)), 3, ''],
  ];
  it.each(cases)('%s', async (name, content, code, words) => {
    const file = write('bad.json', content);
    const verbs = [
      ['compact', file, '-o', 'bad-out.json'],
      ['plan', file],
      ['verify', file],
    ];
    // `convert` leaves orphans out, with a warning.
    for (const verb of name.includes('orphan') ? verbs : [...verbs, ['convert', file, '--to', 'anthropic']]) {
      const ended = await cli.run(verb);
      expect([code, 5], `${name} ${verb[0]}: ${ended.stderr}`).toContain(ended.code);
      expect(ended.stderr.startsWith('holdfast: ')).toBe(true);
      expect(ended.stderr).toContain(words);
      expect(ended.stderr).not.toMatch(/\n\s+at .*:\d+:\d+|fault of holdfast/);
    }
    expect(existsSync(cli.path('bad-out.json'))).toBe(false);
    expect(leftovers()).toEqual([]);
  });

  it('P48: a damaged line in the middle is read around, named with line and offset, and archived; --strict refuses it', async () => {
    const lines = session.trim().split('\n');
    const damaged = Buffer.from(`${[...lines.slice(0, 2), '\0'.repeat(300), ...lines.slice(2), '{"type":"message","mess'].join('\n')}\n`);
    write('damaged.jsonl', damaged);
    const done = await cli.run([
      'compact',
      'damaged.jsonl',
      '--max-tokens',
      '700',
      '--recall',
      'cli',
      '--keep-recent-exchanges',
      '0',
      '--keep-recent',
      '0',
      '--json',
      '--archive',
      'sqlite:damaged.db',
    ]);
    expect(done.code, done.stderr).toBe(0);
    const { receipt } = cliSchemas.compact.parse(JSON.parse(done.stdout));
    expect(receipt.warnings.filter((warning) => warning.code === 'line-broken').map((warning) => warning.line)).toEqual([3, lines.length + 2]);
    expect((await cli.run(['compact', 'damaged.jsonl', '--strict', '--max-tokens', '700'])).code).toBe(3);
    const dump = await cli.run(['export', '--archive', 'sqlite:damaged.db']);
    expect(dump.stdout).toContain('\\u0000\\u0000\\u0000');
  });

  it('CRLF line ends and a byte order mark are read, and stay as they came', async () => {
    write('crlf.jsonl', `\uFEFF${session.replaceAll('\n', '\r\n')}`);
    const done = await cli.run(['compact', 'crlf.jsonl', '--max-tokens', '600', '--recall', 'cli', '--keep-recent-exchanges', '0', '--keep-recent', '0']);
    expect(done.code, done.stderr).toBe(0);
    expect(done.stdout).toContain('Keep this.');
    expect(
      done.stdout
        .split('\n')
        .slice(0, -1)
        .filter((line) => !line.endsWith('\r')).length,
    ).toBeLessThanOrEqual(2);
    const same = await cli.run(['compact', 'crlf.jsonl', '--max-tokens', '60000']);
    expect(same.stdout).toBe(readFileSync(cli.path('crlf.jsonl'), 'utf8'));
  });

  it('a directory, a missing file, a file that may not be read', async () => {
    mkdirSync(cli.path('folder'), { recursive: true });
    for (const file of ['folder', 'missing.json']) {
      const ended = await cli.run(['compact', file]);
      expect(ended.code).toBe(3);
      expect(ended.stderr).toContain(file);
    }
    const outputs = await cli.run(['compact', write('body.json', JSON.stringify(body)), '--target', '50%', '--recall', 'cli', '-o', 'nowhere/out.json']);
    expect(outputs.code).toBe(6);
    expect(outputs.stderr).toContain('nowhere/out.json');
  });

  it('a read-only output folder: nothing written, the input is whole', async () => {
    mkdirSync(cli.path('locked'), { recursive: true });
    write('locked/session.json', JSON.stringify(body));
    chmodSync(cli.path('locked'), 0o555);
    const ended = await cli.run(['compact', 'locked/session.json', '--target', '50%', '--recall', 'cli', '-o', 'locked/session.json']);
    chmodSync(cli.path('locked'), 0o755);
    // The administrator may write everywhere; then it succeeds and keeps the old file.
    if (process.getuid?.() === 0) expect(ended.code).toBe(0);
    else expect(ended.code).toBe(6);
    const original = process.getuid?.() === 0 ? 'locked/session.json.orig' : 'locked/session.json';
    expect(readFileSync(cli.path(original), 'utf8')).toBe(JSON.stringify(body));
  });

  it('an archive that is no archive, of another version, or a directory', async () => {
    write('body.json', JSON.stringify(body));
    write('text.db', 'this is not a database, it is a text of some length that goes on for a while');
    mkdirSync(cli.path('dir.db'), { recursive: true });
    for (const archive of ['text.db', 'dir.db']) {
      const ended = await cli.run(['compact', 'body.json', '--target', '50%', '--recall', 'cli', '--archive', `sqlite:${archive}`, '-o', 'x.json']);
      expect(ended.code, ended.stderr).toBe(6);
      expect(ended.stderr).toContain(archive);
    }
    expect(readFileSync(cli.path('text.db'), 'utf8')).toContain('not a database');
    expect(existsSync(cli.path('x.json'))).toBe(false);
  });

  it('P68: a saved plan is carried out on its own input, and refused on a longer one', async () => {
    write('body.json', JSON.stringify(body));
    const planned = await cli.run(['plan', 'body.json', '--target', '50%', '--recall', 'cli', '--json']);
    write('plan.json', planned.stdout);
    const done = await cli.run(['compact', 'body.json', '--plan', 'plan.json', '--json']);
    const { receipt } = cliSchemas.compact.parse(JSON.parse(done.stdout));
    const saved = cliSchemas.plan.parse(JSON.parse(planned.stdout)).receipt;
    expect(receipt.spans.map((span) => span.action)).toEqual(saved.spans.map((span) => span.action));
    write('body.json', JSON.stringify([...body, user('More.'), assistant('More.')]));
    const stale = await cli.run(['compact', 'body.json', '--plan', 'plan.json', '-o', 'stale.json']);
    expect(stale.code).toBe(4);
    expect(stale.stderr).toContain('another input');
    expect(existsSync(cli.path('stale.json'))).toBe(false);
    write('broken-plan.json', JSON.stringify({ schemaVersion: 1, input: { sha256: 'x', characters: 1 }, options: { recall: 'always' } }));
    expect((await cli.run(['compact', 'body.json', '--plan', 'broken-plan.json'])).code).toBe(2);
  });
});

describe('files are replaced whole', () => {
  it('P18: in place, the old file is kept beside the new one', async () => {
    const text = JSON.stringify(body);
    write('place.json', text);
    const done = await cli.run(['compact', 'place.json', '--target', '50%', '--recall', 'cli', '-o', 'place.json']);
    expect(done.code, done.stderr).toBe(0);
    expect(readFileSync(cli.path('place.json.orig'), 'utf8')).toBe(text);
    expect(readFileSync(cli.path('place.json'), 'utf8').length).toBeLessThan(text.length);
  });

  it('P18: in place through a linked folder, or by another name of the file, the old file is kept all the same', async () => {
    const text = JSON.stringify(body);
    mkdirSync(cli.path('real'));
    symlinkSync('real', cli.path('linked'));
    const arguments_ = ['--target', '50%', '--recall', 'cli', '-o'];
    write('real/one.json', text);
    const folder = await cli.run(['compact', 'real/one.json', ...arguments_, 'linked/']);
    expect(folder.code, folder.stderr).toBe(0);
    expect(readFileSync(cli.path('real/one.json.orig'), 'utf8')).toBe(text);
    write('real/two.json', text);
    const converted = await cli.run(['convert', 'real/two.json', '--to', 'openai', '-o', 'linked/two.json']);
    expect(converted.code, converted.stderr).toBe(0);
    expect(readFileSync(cli.path('real/two.json.orig'), 'utf8')).toBe(text);
  });

  it('several files that would be written to one name are refused before the first is read', async () => {
    for (const folder of ['a', 'b', 'out']) mkdirSync(cli.path(folder));
    for (const file of ['a/s.json', 'b/s.json', 'b/t.json']) write(file, JSON.stringify(body));
    const arguments_ = ['--target', '50%', '--recall', 'cli', '-o', 'out'];
    const refused = await cli.run(['compact', 'a/s.json', 'b/t.json', 'b/s.json', ...arguments_]);
    expect(refused).toMatchObject({ code: 2, stdout: '' });
    expect(refused.stderr).toContain('a/s.json and b/s.json would be written to the same file s.json');
    expect((await cli.run(['compact', 'a/s.json', 'a/s.json', ...arguments_])).code).toBe(2);
    expect(readdirSync(cli.path('out'))).toEqual([]);
    const done = await cli.run(['compact', 'a/s.json', 'b/t.json', ...arguments_]);
    expect(done.code, done.stderr).toBe(0);
    expect(readdirSync(cli.path('out'))).toEqual(['s.json', 't.json']);
  });

  it.skipIf(!canMount())('C13: the disk fills up while writing in place: the original is untouched, exit code and message say so', async () => {
    const text = JSON.stringify(body);
    const mounted = cli.path('full');
    mkdirSync(mounted);
    // Room for the file, and for half of another.
    execFileSync('mount', ['-t', 'tmpfs', '-o', `size=${Math.ceil((text.length * 1.5) / 4096) * 4}k`, 'tmpfs', mounted]);
    try {
      write('full/full.json', text);
      const limited = await cli.run(['compact', 'full/full.json', '--target', '90%', '--recall', 'cli', '-o', 'full/full.json']);
      expect(limited.code, limited.stderr).toBe(6);
      expect(limited.stderr).toContain('cannot be written (ENOSPC)');
      expect(readFileSync(cli.path('full/full.json'), 'utf8')).toBe(text);
      expect(readdirSync(mounted)).toEqual(['full.json']);
    } finally {
      execFileSync('umount', [mounted]);
    }
  });

  it('an archive in memory is refused: what left would be gone with the process', async () => {
    write('body.json', JSON.stringify(body));
    const ended = await cli.run(['compact', 'body.json', '--target', '50%', '--archive', 'memory:', '-o', 'forgotten.json']);
    expect(ended.code).toBe(2);
    expect(existsSync(cli.path('forgotten.json'))).toBe(false);
  });

  it("P44: a second compactor of the same conversation sees that it is busy, or the winner's work", async () => {
    write('race.json', JSON.stringify(body));
    const args = ['compact', 'race.json', '--target', '50%', '--recall', 'cli', '--archive', 'sqlite:race.db', '-o'];
    await cli.run(['stats', '--archive', 'sqlite:race.db']);
    for (let round = 0; round < 3; round++) {
      const ended = await Promise.all([cli.run([...args, `a${round}.json`]), cli.run([...args, `b${round}.json`])]);
      expect(ended.map((one) => one.code).some((code) => code === 0)).toBe(true);
      for (const one of ended) expect([0, 6], one.stderr).toContain(one.code);
      for (const one of ended) if (one.code === 6) expect(one.stderr).toContain('is compacting');
    }
    expect((await cli.run(['doctor', '--archive', 'sqlite:race.db'])).code).toBe(0);
  });

  it('a killed process leaves the file whole, and the next run succeeds', async () => {
    write('kill.json', JSON.stringify(body));
    const size = statSync(cli.path('kill.json')).size;
    for (const delay of [50, 250, 450, 600]) {
      await killedAfter(['compact', 'kill.json', '--target', '50%', '--recall', 'cli', '-o', 'kill.json', '--archive', 'sqlite:kill.db'], delay);
      const now = statSync(cli.path('kill.json')).size;
      if (now !== size) break; // it was done before the kill
    }
    const next = await cli.run(['compact', 'kill.json', '--target', '50%', '--recall', 'cli', '-o', 'killed-out.json', '--archive', 'sqlite:kill.db']);
    expect(next.code, next.stderr).toBe(0);
    expect((await cli.run(['doctor', '--archive', 'sqlite:kill.db'])).code).toBe(0);
  });
});

describe('DESIGN §10: names and labels from files give a terminal no orders', () => {
  const ORDER = '\u001b]0;owned\u0007\u001b[2J\u009b1A\u202e';
  /** As `terminal.ts` names them, a newline and a tab apart. */
  const obeyed = (text: string): readonly string[] => [...text].filter((one) => /[\p{Cc}\p{Bidi_Control}]/u.test(one) && one !== '\n' && one !== '\t');

  it('ESC in a file name, a tool name, a session id, a search hit and an argument', async () => {
    const header = { type: 'session', version: 3, id: `session${ORDER}`, timestamp: '2026-01-01T00:00:00.000Z', cwd: '/w' };
    const entries = [
      { role: 'user', content: [{ type: 'text', text: 'Begin.' }] },
      { role: 'assistant', content: [{ type: 'toolCall', id: 'a', name: `read${ORDER}`, arguments: { path: `f${ORDER}` } }] },
      {
        role: 'toolResult',
        toolCallId: 'a',
        toolName: `read${ORDER}`,
        content: [{ type: 'text', text: `needle${ORDER} ${filler(800, 'a')}` }],
        isError: false,
      },
      { role: 'assistant', content: [{ type: 'toolCall', id: 'b', name: 'read', arguments: { path: `g${ORDER}` } }] },
      { role: 'toolResult', toolCallId: 'b', toolName: 'read', content: [{ type: 'text', text: `needle${ORDER} ${filler(800, 'b')}` }], isError: false },
      { role: 'assistant', content: [{ type: 'text', text: 'Done.' }] },
    ].map((message, index) => ({ type: 'message', id: `0000000${index}`, parentId: index === 0 ? null : `0000000${index - 1}`, message }));
    const lines = [header, ...entries, { type: `later${ORDER}`, id: '00000009', parentId: '00000005' }].map((entry) => JSON.stringify(entry));
    const file = write(`name${ORDER}.jsonl`, `${lines.join('\n')}\n`);
    const archive = ['--archive', 'sqlite:orders.db'];
    const flags = ['--max-tokens', '700', '--recall', 'cli', '--keep-recent', '0', '--keep-recent-exchanges', '0', ...archive];
    const runs: readonly (readonly string[])[] = [
      ['compact', file, ...flags, '-o', `out${ORDER}.jsonl`],
      ['plan', file, ...flags, '--explain'],
      ['stats', ...archive],
      ['stats', '--json', ...archive],
      ['recall', '--search', 'needle', ...archive],
      ['doctor', file, ...archive],
      ['convert', file, '--to', 'openai', '-o', 'orders.json'],
      ['erase', `session${ORDER}`, ...archive],
      ['verify', `missing${ORDER}`, ...archive],
      [`frobnicate${ORDER}`],
    ];
    for (const args of runs) {
      const ended = await cli.run(args);
      expect(obeyed(ended.stdout + ended.stderr), `${args[0]}: ${ended.stderr}`).toEqual([]);
      expect(ended.stdout + ended.stderr, args[0]).not.toBe('');
    }
    const [stats, search] = [await cli.run(['stats', ...archive]), await cli.run(['recall', '--search', 'needle', ...archive])];
    expect(stats.stdout).toContain(String.raw`session\x1b]0;owned\x07\x1b[2J\x9b1A\u202e`);
    // Recall itself is letter for letter.
    const handle = /hf_[a-z2-7]{20}/.exec(search.stdout)?.[0] ?? '';
    expect((await cli.run(['recall', handle, ...archive])).stdout).toContain(`needle${ORDER}`);
    expect(JSON.stringify(JSON.parse((await cli.run(['stats', '--json', ...archive])).stdout))).toContain(JSON.stringify(ORDER).slice(1, -1));
  });
});

/** Whether a filesystem of a few kilobytes can be made here. */
function canMount(): boolean {
  if (process.platform !== 'linux' || process.getuid?.() !== 0) return false;
  const probe = mkdtempSync(join(tmpdir(), 'holdfast-mount-'));
  try {
    execFileSync('mount', ['-t', 'tmpfs', '-o', 'size=64k', 'tmpfs', probe], { stdio: 'ignore' });
    execFileSync('umount', [probe], { stdio: 'ignore' });
    return true;
  } catch {
    return false;
  } finally {
    rmSync(probe, { recursive: true, force: true });
  }
}

async function killedAfter(args: readonly string[], delayMs: number): Promise<void> {
  const { spawn } = await import('node:child_process');
  await new Promise<void>((resolve) => {
    const child = spawn(process.execPath, [cli.program, ...args], { cwd: cli.folder, stdio: 'ignore' });
    const timer = setTimeout(() => child.kill('SIGKILL'), delayMs);
    child.on('close', () => {
      clearTimeout(timer);
      resolve();
    });
  });
}
