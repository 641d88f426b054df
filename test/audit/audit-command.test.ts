import { spawn } from 'node:child_process';
import { existsSync, mkdirSync, readdirSync, readFileSync, rmSync, statSync, symlinkSync, truncateSync, utimesSync, writeFileSync } from 'node:fs';
import { dirname } from 'node:path';
import { fileURLToPath } from 'node:url';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { z } from 'zod';
import type { AuditResult } from '../../src/cli/audit-file.ts';
import { AuditState } from '../../src/cli/audit-state.ts';
import { auditSchema } from '../../src/schema/audit-schema.ts';
import { CommandLine, type Ended } from '../cli/command-line.ts';
import { ClaudeTranscript } from './claude-transcript.ts';
import { lossySession, RULE, SOFTENED, wholeSession } from './lossy-session.ts';

const MEASURE_HEAP = fileURLToPath(new URL('./measure-heap.mjs', import.meta.url));

let cli: CommandLine;
beforeAll(async () => {
  cli = await CommandLine.build();
});
afterAll(() => cli?.remove());

function write(name: string, content: string): string {
  mkdirSync(dirname(cli.path(name)), { recursive: true });
  writeFileSync(cli.path(name), content);
  return name;
}

const audit = (...args: readonly string[]): Promise<Ended> => cli.run(['audit', ...args]);

/** What `--json` prints, proved to be of the published schema. */
function reportOf(ended: Ended): z.infer<typeof auditSchema> {
  return auditSchema.parse(JSON.parse(ended.stdout));
}

const linesOf = (name: string): readonly string[] => readFileSync(cli.path(name), 'utf8').trimEnd().split('\n');

describe('one transcript', () => {
  it('says what was lost, for people, within 80 columns, and ends with 5', async () => {
    write('lossy.jsonl', lossySession({ seed: 1 }));
    const ended = await audit('lossy.jsonl');
    expect(ended).toMatchObject({ code: 5, stderr: '' });
    expect(ended.stdout).toMatch(/LOST .*\n {2}turn 1 +constraint\n {6}Do not modify anything under \/etc\/prod\/\./);
    expect(ended.stdout).toContain('1 lost; still there');
    expect(ended.stdout).toContain('read again: 1 file');
    expect(Math.max(...ended.stdout.split('\n').map((line) => [...line].length))).toBeLessThanOrEqual(80);
  });

  it('E16: a drifted text stands below its source, or beside it where there is room, with the changed words marked', async () => {
    write('drifted.jsonl', lossySession({ seed: 2, summary: `- Files were opened.\n- ${SOFTENED}` }));
    const { stdout, code } = await audit('drifted.jsonl');
    expect(code).toBe(5);
    const [said = '', became = ''] = /CHANGED .*\n {2}turn 1 +constraint\n {6}said +(.*)\n {6}became +(.*)\n/.exec(stdout)?.slice(1) ?? [];
    expect(said.replace(/[»«]/g, '')).toBe(RULE);
    expect(became.replace(/[»«]/g, '')).toBe(SOFTENED);
    expect(became).toMatch(/».+«/);
    const wide = await cli.run(['audit', 'drifted.jsonl'], { env: { COLUMNS: '120' } });
    expect(wide.stdout).toMatch(/said +│ became\n.*modify anything under \/etc\/prod\/\. +│ User .*careful/);
  });

  it('--json fits the published schema; kept statements only with --all', async () => {
    write('lossy.jsonl', lossySession({ seed: 1 }));
    const [compaction] = reportOf(await audit('lossy.jsonl', '--json')).sessions[0]?.compactions ?? [];
    expect(compaction).toMatchObject({ index: 0, tool: 'claude-code', line: 14, trigger: 'auto' });
    expect(compaction?.losses).toMatchObject([{ spanId: 't1.1', turn: 1, kind: 'constraint', provenance: 'user', fate: 'lost', text: RULE }]);
    expect(compaction?.statements).toBeUndefined();
    const kept = 'Never log customer emails.';
    write('kept.jsonl', lossySession({ seed: 1, lostCount: 2, lostText: (index) => [RULE, kept][index] ?? '', summary: `- ${kept}` }));
    const [whole] = reportOf(await audit('kept.jsonl', '--json', '--all')).sessions[0]?.compactions ?? [];
    expect(whole?.statements?.map(({ text, fate }) => [text, fate])).toEqual([
      [RULE, 'lost'],
      [kept, 'kept'],
    ]);
    expect(whole?.losses.map(({ text }) => text)).toEqual([RULE]);
  });

  it('a transcript that was never compacted lost nothing', async () => {
    write('whole.jsonl', wholeSession(3));
    expect(await audit('whole.jsonl')).toMatchObject({ code: 0, stdout: expect.stringContaining('No compaction in it') });
    expect(reportOf(await audit('whole.jsonl', '--json'))).toMatchObject({ sessions: [{ compactions: [] }], totals: { sessionCount: 1, compactionCount: 0 } });
  });

  it('reads standard input by -', async () => {
    const ended = await cli.run(['audit', '-', '--json'], { input: lossySession({ seed: 4 }) });
    expect(ended.code).toBe(5);
    expect(reportOf(ended).sessions[0]).toMatchObject({ file: 'standard input', compactions: [{ losses: [{ text: RULE }] }] });
  });

  it('DESIGN §9: exit codes', async () => {
    write('lossy.jsonl', lossySession({ seed: 1 }));
    write('unknown.json', '{"a": 1}');
    expect((await audit('lossy.jsonl', '--fail-on', 'none')).code).toBe(0);
    expect((await audit('unknown.json')).code).toBe(3);
    expect((await audit('nowhere.jsonl')).code).toBe(3);
    expect((await audit()).code).toBe(2);
    for (const wrong of [
      ['--since', 'yesterday'],
      ['--since', '2026-13-45'],
      ['--fail-on', 'all'],
      ['--top', 'x'],
    ]) {
      expect((await audit('lossy.jsonl', ...wrong)).code).toBe(2);
    }
  });

  it('with --json an input that is not understood is an error as JSON', async () => {
    write('unknown.json', '{"a": 1}');
    const ended = await audit('unknown.json', '--json');
    expect(ended.code).toBe(3);
    expect(JSON.parse(ended.stdout)).toMatchObject({ schemaVersion: 1, error: { code: 'format-unknown' } });
  });

  it('--since takes only compactions from that moment on', async () => {
    write('lossy.jsonl', lossySession({ seed: 1 })); // compacted on 2026-01-01
    expect((await audit('lossy.jsonl', '--since', '2026-01-01')).code).toBe(5);
    expect(reportOf(await audit('lossy.jsonl', '--json', '--since', '2026-01-02')).sessions).toMatchObject([{ compactions: [] }]);
    utimesSync(cli.path('lossy.jsonl'), 1e9, 1e9);
    expect(reportOf(await audit('lossy.jsonl', '--json', '--since', '2026-01-01')).sessions).toEqual([]);
  });
});

describe('--what-if', () => {
  it('E7: what holdfast makes of the same turns at the same size stands beside it, or the floor at which it refuses', async () => {
    write('lossy.jsonl', lossySession({ seed: 1, reads: 40, summary: `- Files were opened.\n${'They hold the letter z. '.repeat(300)}` }));
    const ended = await audit('lossy.jsonl', '--json', '--what-if');
    const [compaction] = reportOf(ended).sessions[0]?.compactions ?? [];
    const whatIf = compaction?.whatIf;
    expect(whatIf).toMatchObject({
      status: 'compacted',
      theirs: { tokensAfter: compaction?.tokensAfter, statements: { lost: 1 } },
      ours: { statements: { kept: 1, lost: 0 } },
    });
    expect(whatIf?.ours?.tokensAfter).toBeLessThanOrEqual(compaction?.tokensAfter ?? 0);
    write('tiny.jsonl', lossySession({ seed: 5, summary: '-' }));
    const [refused] = reportOf(await audit('tiny.jsonl', '--json', '--what-if')).sessions[0]?.compactions ?? [];
    expect(refused?.whatIf).toMatchObject({ status: 'refused', ours: { statements: { lost: 0 } } });
    expect(refused?.whatIf?.floorTokens).toBeGreaterThan(refused?.tokensAfter ?? 0);
    expect((await audit('tiny.jsonl', '--what-if')).stdout).toContain('WITH HOLDFAST');
    expect(existsSync(cli.path('default.db'))).toBe(false);
  });

  it('for a later compaction the window is what the host saw, with the earlier summary in it', async () => {
    const transcript = new ClaudeTranscript(6);
    transcript.user(RULE);
    for (let at = 0; at < 20; at++) transcript.exchange('Read', { file_path: `/w/part${at}.ts` }, 'z'.repeat(900));
    transcript.compaction('- Parts were read.');
    transcript.user('Never log customer emails.');
    for (let at = 20; at < 40; at++) transcript.exchange('Read', { file_path: `/w/part${at}.ts` }, 'z'.repeat(900));
    transcript.compaction(`- More parts were read. ${'They hold the letter z. '.repeat(200)}`);
    write('twice.jsonl', transcript.text());
    const [, second] = reportOf(await audit('twice.jsonl', '--json', '--what-if')).sessions[0]?.compactions ?? [];
    expect(second?.whatIf).toMatchObject({ status: 'compacted', statementCount: 1, ours: { statements: { kept: 1, behindHandle: 0, lost: 0 } } });
  });
});

describe('a folder', () => {
  it('walks hidden folders, follows no symbolic link, and names what it skips', async () => {
    write('home/.claude/projects/p/lossy.jsonl', lossySession({ seed: 7 }));
    write('home/.pi/whole.jsonl', wholeSession(8));
    write('home/.claude/settings.json', '{"model": "m"}');
    write('home/.claude/empty.jsonl', '');
    write('home/notes.md', RULE);
    write('home/node_modules/x/y.jsonl', lossySession({ seed: 9 }));
    write('elsewhere/other.jsonl', lossySession({ seed: 10 }));
    symlinkSync(cli.path('elsewhere'), cli.path('home/away'));
    symlinkSync(cli.path('elsewhere/other.jsonl'), cli.path('home/linked.jsonl'));
    symlinkSync(cli.path('home'), cli.path('home/loop'));
    const ended = await audit('home', '--json');
    const report = reportOf(ended);
    expect(ended.code).toBe(5);
    expect(report.sessions.map(({ file, compactions }) => [file, compactions.length])).toEqual([
      ['home/.claude/projects/p/lossy.jsonl', 1],
      ['home/.pi/whole.jsonl', 0],
    ]);
    expect(report.skipped.map(({ file, code }) => [file, code])).toEqual([
      ['home/.claude/empty.jsonl', 'format-unknown'],
      ['home/.claude/settings.json', 'format-unknown'],
      ['home/linked.jsonl', 'input-unreadable'],
    ]);
    expect(report.totals).toMatchObject({ sessionCount: 2, skippedCount: 3, lossySessionCount: 1, compactionCount: 1, lostCount: 1 });
    expect(report.totals.byTool).toEqual({
      'claude-code': { compactionCount: 1, lostCount: 1, driftedCount: 0, inventedCount: 0, savedTokens: expect.any(Number) },
    });
    expect(Object.keys(report.totals.byMonth)).toEqual(['2026-01']);
    const people = await audit('home');
    expect(people.code).toBe(5);
    expect(people.stdout).toMatch(/ 1 +0 +0 +[\d,]+ +2026-01-01 +…claude\/projects\/p\/lossy\.jsonl\n/);
    expect(people.stdout).toContain('home/.claude/settings.json');
  });

  it('a folder without transcripts is no error, and one that is not there is', async () => {
    mkdirSync(cli.path('bare'), { recursive: true });
    expect(reportOf(await audit('bare', '--json'))).toMatchObject({ sessions: [], skipped: [], totals: { sessionCount: 0 } });
    expect((await audit('bare')).code).toBe(0);
    expect((await audit('bare', 'nowhere')).code).toBe(3);
  });
});

describe('--state', () => {
  it('takes what has not changed, and reads again what has', async () => {
    for (const seed of [1, 2, 3]) write(`kept/${seed}.jsonl`, lossySession({ seed }));
    const first = await audit('kept', '--json', '--state', 'kept.state');
    expect(linesOf('kept.state')).toHaveLength(4);
    // Given a result that no audit gives, in the place of the second
    const marked = linesOf('kept.state').map((line, index) => (index === 2 ? line.replace('a Claude Code transcript', 'from the state') : line));
    writeFileSync(cli.path('kept.state'), `${marked.join('\n')}\n`);
    // And a third file that went on
    write('kept/3.jsonl', lossySession({ seed: 3, lostCount: 2, lostText: (index) => `Never rename column number ${index}.` }));
    const second = await audit('kept', '--json', '--state', 'kept.state');
    const [before, after] = [reportOf(first), reportOf(second)];
    expect(after.sessions[0]).toEqual(before.sessions[0]);
    expect(after.sessions[1]?.recognizedAs).toContain('from the state');
    expect(after.sessions[2]?.compactions[0]?.losses).toHaveLength(2);
    expect(linesOf('kept.state')).toHaveLength(5);
  });

  it('a last line that was torn is dropped, and its file audited again', () => {
    const settings = { format: undefined, isWhole: false, isWhatIf: false };
    const stamp = { size: 1, mtimeMs: 2 };
    const resultOf = (name: string): AuditResult => ({ skipped: { file: name, code: 'format-unknown', reason: 'é\u2028'.repeat(50) } });
    const path = cli.path('torn.state');
    const fill = (): string => {
      const state = new AuditState(path, settings);
      for (const name of ['one', 'two']) if (state.get(name, stamp) === undefined) state.put(name, stamp, resultOf(name));
      for (const name of ['one', 'two']) expect(state.get(name, stamp)).toEqual(resultOf(name));
      expect(state.get('one', { size: 1, mtimeMs: 3 })).toBeUndefined();
      state.close();
      return readFileSync(path, 'utf8');
    };
    const whole = fill();
    expect(whole.split('\n')).toHaveLength(4);
    for (let cut = Buffer.byteLength(whole); cut >= 0; cut -= 7) {
      truncateSync(path, cut);
      expect(fill()).toBe(whole);
    }
  });

  it('another question gives another answer', async () => {
    write('asked/1.jsonl', lossySession({ seed: 1 }));
    await audit('asked', '--json', '--state', 'asked.state');
    const all = reportOf(await audit('asked', '--json', '--all', '--state', 'asked.state'));
    expect(all.sessions[0]?.compactions[0]?.statements).toBeDefined();
  });

  it('a file that is no state is left as it is', async () => {
    write('state/1.jsonl', lossySession({ seed: 1 }));
    write('notes.txt', 'my notes, without an end of line');
    for (const wrong of [
      ['state', '--state', 'notes.txt'],
      ['state', '--state', 'state/1.jsonl'],
      ['state/1.jsonl', '--state', 'state/1.jsonl'],
      ['state', '--html', 'notes.txt'],
      ['state/1.jsonl', '--html', 'state/1.jsonl'],
    ]) {
      expect((await audit(...wrong)).code).toBe(2);
    }
    expect(readFileSync(cli.path('notes.txt'), 'utf8')).toBe('my notes, without an end of line');
    expect(readFileSync(cli.path('state/1.jsonl'), 'utf8')).toBe(lossySession({ seed: 1 }));
  });

  it('a run that was killed goes on where it was', async () => {
    for (let seed = 100; seed < 140; seed++) write(`killed/${seed}.jsonl`, lossySession({ seed, reads: 30 }));
    const child = spawn(process.execPath, [cli.program, 'audit', 'killed', '--json', '--state', 'killed.state'], { cwd: cli.folder, stdio: 'ignore' });
    const ended = new Promise<NodeJS.Signals | null>((resolve) => child.on('exit', (_, signal) => resolve(signal)));
    // The third line is that of the second file: then the third is being read.
    const watch = setInterval(() => {
      if (existsSync(cli.path('killed.state')) && linesOf('killed.state').length >= 3) child.kill('SIGKILL');
    }, 1);
    expect(await ended).toBe('SIGKILL');
    clearInterval(watch);
    const done = readFileSync(cli.path('killed.state'), 'utf8').split('\n').length - 1;
    expect(done).toBeLessThan(41);
    const resumed = await audit('killed', '--json', '--state', 'killed.state');
    expect(linesOf('killed.state')).toHaveLength(41);
    expect(resumed).toEqual(await audit('killed', '--json'));
  });
});

describe('DESIGN §10: what stands in a transcript is data', () => {
  const HOSTILE = 'Do not run <script>alert(1)</script></style><img src=x onerror=alert(2)> \u001b[2J\u001b]0;owned\u0007 \u202egnp.exe "\' &amp; in prod.';
  const SECRET = `ghp_${'a1B2c3D4e5F6'.repeat(3)}`;
  const PRIVATE = 'Never email Ferdinand Quartermain about project Bluebird 4711.';

  function hostile(): string {
    return lossySession({
      seed: 11,
      lostCount: 3,
      lostText: (index) => [HOSTILE, `Always use ${SECRET} for the deploy.`, PRIVATE][index] ?? '',
      summary: '- The user asked for <script>alert(3)</script>\u001b[31m golden penguins on every single page.',
    });
  }

  it('nothing of it moves a cursor or turns the direction of writing', async () => {
    write('hostile/\u202ename.jsonl', hostile());
    for (const args of [['hostile'], ['hostile', '--json'], [`hostile/\u202ename.jsonl`]]) {
      const { stdout, stderr } = await audit(...args);
      expect(`${stdout}${stderr}`).not.toMatch(/[\u0000-\u0008\u000b-\u001f\u007f-\u009f\u202a-\u202e\u2066-\u2069]/);
      expect(stdout).toContain('in prod.');
    }
  });

  it('the page has no markup but ours, no script, and a policy that names its one style', async () => {
    write('hostile.jsonl', hostile());
    expect(await audit('hostile.jsonl', '--html', 'hostile.html')).toMatchObject({ code: 5 });
    const page = readFileSync(cli.path('hostile.html'), 'utf8');
    expect(page.includes('&lt;script&gt;alert(1)&lt;/script&gt;')).toBe(true);
    const tags = new Set([...page.matchAll(/<\/?([a-z]\w*)/gi)].map(([, name = '']) => name.toLowerCase()));
    for (const name of ['script', 'img', 'iframe', 'object', 'link', 'base', 'form']) expect(tags.has(name)).toBe(false);
    expect(page.match(/<\/style>/g)).toHaveLength(1);
    const ours = page.replace(/<bdi>[\s\S]*?<\/bdi>/g, '');
    expect(/\s(?:on\w+|src|style)=/i.exec(ours)).toBeNull();
    expect(page.includes("default-src 'none'; style-src 'sha256-".replaceAll("'", '&#39;'))).toBe(true);
    expect(/[\u0000-\u0008\u000b-\u001f\u007f-\u009f\u202a-\u202e\u2066-\u2069]/.test(page)).toBe(false);
    expect(/https?:\/\//.test(page)).toBe(false);
    expect(statSync(cli.path('hostile.html')).mode & 0o077).toBe(0);
    expect(readdirSync(cli.folder).filter((name) => name.includes('.holdfast-'))).toEqual([]);
  });

  it('a secret stands in no report, and with --redact no name, number or word of anybody', async () => {
    write('deep/Quartermain/hostile.jsonl', hostile());
    for (const redact of [[], ['--redact']]) {
      const outputs = [await audit('deep', ...redact), await audit('deep', '--json', '--all', ...redact, '--html', 'deep.html', '--state', 'deep.state')].map(
        (ended) => ended.stdout,
      );
      const all = [...outputs, readFileSync(cli.path('deep.html'), 'utf8')].join('\n');
      expect(all.includes(SECRET)).toBe(false);
      expect(readFileSync(cli.path('deep.state'), 'utf8')).not.toContain(SECRET);
      for (const word of ['Ferdinand', 'Quartermain', 'Bluebird', '4711', 'alert']) expect(all.includes(word)).toBe(redact.length === 0);
      expect((redact.length === 0 ? /Never email/ : /Never xxxxx/).test(all)).toBe(true);
    }
  });
});

describe('the page', () => {
  it('is written whole or not at all, and over an earlier one', async () => {
    write('paged/1.jsonl', lossySession({ seed: 1, summary: `- ${SOFTENED}` }));
    write('paged/2.jsonl', lossySession({ seed: 2 }));
    expect(await audit('paged', '--html', 'paged/report.html', '--what-if')).toMatchObject({ code: 5 });
    const page = readFileSync(cli.path('paged/report.html'), 'utf8');
    expect(page.startsWith('<!doctype html>')).toBe(true);
    expect(page.trimEnd().endsWith('</html>')).toBe(true);
    expect(/<mark>.+?<\/mark>/.test(page)).toBe(true);
    expect(page.match(/<svg /g)?.length).toBe(page.match(/<article /g)?.length);
    expect(page.includes('href="#s2c1"')).toBe(true);
    expect(page.includes('id="s2c1"')).toBe(true);
    await audit('paged', '--html', 'paged/report.html', '--what-if');
    expect(readFileSync(cli.path('paged/report.html'), 'utf8')).toBe(page);
    rmSync(cli.path('paged/report.html'));
    expect((await audit('paged', '--html', 'nowhere/report.html')).code).toBe(2);
  });
});

describe('DESIGN §12: a constant times the largest session, not the sum', () => {
  it('120 sessions hold no more than 30', { timeout: 240_000 }, async () => {
    const lostText = (index: number): string => `Never rename column ${index}, ${'as the reports read it by name, '.repeat(180)}since 2019.`;
    const text = lossySession({ seed: 1, lostCount: 12, lostText, reads: 2 });
    const heapOf = async (count: number): Promise<number> => {
      for (let index = 0; index < count; index++) write(`many${count}/${index}.jsonl`, text);
      const ended = await cli.run(['audit', `many${count}`, '--json', '--state', `many${count}.state`, '--html', `many${count}.html`, '--fail-on', 'none'], {
        nodeArgs: ['--expose-gc', '--import', MEASURE_HEAP],
      });
      expect(ended.code).toBe(0);
      expect(reportOf(ended).totals).toMatchObject({ sessionCount: count, lostCount: 12 * count });
      return Number(/heap (\d+)/.exec(ended.stderr)?.[1]);
    };
    const reportBytes = 12 * lostText(0).length;
    expect((await heapOf(120)) - (await heapOf(30))).toBeLessThan((90 * reportBytes) / 4);
  });
});
