import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { CommandLine, type Ended } from '../cli/command-line.ts';

let cli: CommandLine;
beforeAll(async () => {
  cli = await CommandLine.build();
});
afterAll(() => cli?.remove());

let home = '';
let count = 0;
beforeEach(() => {
  home = cli.path(`home${count++}`);
  mkdirSync(`${home}/.claude`, { recursive: true });
});

const run = (args: readonly string[], input = ''): Promise<Ended> =>
  cli.run(args, { input, env: { HOME: home, USERPROFILE: home, XDG_DATA_HOME: `${home}/data`, CLAUDE_CONFIG_DIR: '', CODEX_HOME: '' } });
const settings = (): string => `${home}/.claude/settings.json`;

describe('holdfast install', () => {
  it('shows the change, and writes nothing where nobody can be asked', async () => {
    const shown = await run(['install', 'claude-code']);
    expect(shown).toMatchObject({ code: 0, stderr: '' });
    expect(shown.stdout).toContain('+            "command": "npx -y holdfast hook claude-code pre-compact",');
    expect(shown.stdout).toContain('not published yet: name this one with --command');
    expect(shown.stdout).toContain('Nothing was written; add --yes to do it.');
    expect(existsSync(settings())).toBe(false);
  });

  it('--yes writes, a second time there is nothing to do, --undo takes it back', async () => {
    writeFileSync(settings(), '{ "model": "m" } // mine\n');
    expect((await run(['install', 'claude-code', '--yes'])).stdout).toContain('Written. To take it back: add --undo.');
    expect(readFileSync(settings(), 'utf8')).toContain('session-start');
    expect((await run(['install', 'claude-code', '--yes'])).stdout).toContain('Nothing to do: it is all there.');
    expect(await run(['install', 'claude-code', '--undo', '--yes'])).toMatchObject({ code: 0 });
    expect(readFileSync(settings(), 'utf8')).toBe('{ "model": "m" } // mine\n');
    expect((await run(['install', 'claude-code', '--undo', '--yes'])).stdout).toContain('Nothing to do: nothing of holdfast is in it.');
  });

  it('--dry-run writes nothing, whatever else is given; --json says the same', async () => {
    const dry = await run(['install', 'claude-code', '--dry-run', '--yes', '--json']);
    expect(JSON.parse(dry.stdout)).toMatchObject({ schemaVersion: 1, written: false, files: [{ path: settings(), status: 'created' }, { status: 'created' }] });
    expect(existsSync(settings())).toBe(false);
  });

  it('DESIGN §9: a configuration that does not parse ends with 2 and the line, without a stack', async () => {
    writeFileSync(settings(), '{\n  "a": 1\n  "b": 2\n}\n');
    const broken = await run(['install', 'claude-code', '--yes']);
    expect(broken.code).toBe(2);
    expect(broken.stderr).toContain('line 3, column 3: comma expected; nothing was written');
    expect(broken.stderr).not.toContain('    at ');
    expect((await run(['install', 'vim'])).code).toBe(2);
    expect((await run(['install', 'codex', '--user', '--project'])).code).toBe(2);
  });
});

describe('holdfast hook', () => {
  it.each([
    ['an event that it does not know', ['hook', 'claude-code', 'stop'], '{}'],
    ['an agent that it does not know', ['hook', 'vim', 'pre-compact'], '{}'],
    ['no event', ['hook'], ''],
    ['an option of a later version', ['hook', 'codex', 'pre-compact', '--later'], '{}'],
    ['standard input that is empty', ['hook', 'codex', 'pre-compact'], ''],
    ['a budget that is no number', ['hook', 'codex', 'session-start', '--budget', 'much'], '{"source":"compact"}'],
    ['an archive that cannot be opened', ['hook', 'codex', 'pre-compact', '--archive', 'sqlite:/dev/null/x.db'], '{"transcript_path":"none.jsonl"}'],
  ])('never fails its host: %s ends with 0 and a message', async (_, args, input) => {
    const ended = await run(args, input);
    expect(ended.code).toBe(0);
    expect(ended.stderr).toMatch(/^holdfast: the hook .*did nothing/);
    expect(JSON.parse(ended.stdout)).toEqual({ systemMessage: ended.stderr.trimEnd() });
  });

  it('gives the summarizer of Claude Code nothing to obey where it failed: the message is on standard error alone', async () => {
    const ended = await run(['hook', 'claude-code', 'pre-compact'], '');
    expect(ended).toMatchObject({ code: 0, stdout: '' });
    expect(ended.stderr).toMatch(/^holdfast: the hook .*did nothing/);
  });

  it('puts the rule back from a session of Claude Code, with the archive of the user', async () => {
    const record = { parentUuid: null, isSidechain: false, cwd: '/w', sessionId: 's1', version: '2.1.39', uuid: 'u1', timestamp: '2026-01-01T00:00:00.000Z' };
    const rule = 'Do not modify anything under /etc/prod/.';
    writeFileSync(cli.path('session.jsonl'), `${JSON.stringify({ ...record, type: 'user', message: { role: 'user', content: rule } })}\n`);
    const event = JSON.stringify({ transcript_path: cli.path('session.jsonl'), source: 'compact' });
    expect((await run(['hook', 'claude-code', 'pre-compact'], event)).stdout).toContain(`> ${rule}`);
    const ended = await run(['hook', 'claude-code', 'session-start', '--budget', '1k'], event);
    expect(ended).toMatchObject({ code: 0, stderr: '' });
    expect(JSON.parse(ended.stdout)).toMatchObject({
      hookSpecificOutput: { hookEventName: 'SessionStart', additionalContext: expect.stringContaining(`[KEPT:user@t1]\n> ${rule}`) },
    });
    const stats = await run(['stats', '--json']);
    expect(JSON.parse(stats.stdout)).toMatchObject({ conversations: expect.arrayContaining([expect.objectContaining({ conversationId: 's1' })]) });
  });
});
