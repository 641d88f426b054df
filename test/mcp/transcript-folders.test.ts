import { mkdirSync, realpathSync, symlinkSync, utimesSync, writeFileSync } from 'node:fs';
import { dirname } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { TranscriptFolders } from '../../src/mcp/transcript-folders.ts';
import { Folder } from './connect.ts';

let home: Folder;
let project: string;
beforeEach(() => {
  home = new Folder();
  project = home.join('work', 'my.app');
  mkdirSync(project, { recursive: true });
  project = realpathSync(project);
});
afterEach(() => home.remove());

function write(path: string, ageSeconds = 0, text = '{}\n'): string {
  mkdirSync(dirname(path), { recursive: true });
  writeFileSync(path, text);
  utimesSync(path, 1_700_000_000 - ageSeconds, 1_700_000_000 - ageSeconds);
  return realpathSync(path);
}

const folders = (roots: readonly string[] = [], environment: Readonly<Record<string, string>> = {}) =>
  new TranscriptFolders({ roots, workingDirectory: project, environment: { HOME: home.path, ...environment } });
const claude = (...names: readonly string[]) => home.join('.claude', 'projects', project.replace(/[^A-Za-z0-9]/g, '-'), ...names);
const pi = (...names: readonly string[]) => home.join('.pi', 'agent', 'sessions', `--${project.slice(1).replaceAll('/', '-')}--`, ...names);
const rollout = (name: string, ageSeconds: number, cwd: string) =>
  write(
    home.join('.codex', 'sessions', '2026', '11', name.slice(0, 2), `rollout-${name}.jsonl`),
    ageSeconds,
    `${JSON.stringify({ type: 'session_meta', payload: { id: name, cwd, base_instructions: { text: 'x'.repeat(50_000) } } })}\n`,
  );

describe('the newest session of a project', () => {
  it('given sessions of Claude Code, pi and Codex, then the one that was written last, whichever agent it is of', () => {
    const claudeSession = write(claude('one.jsonl'), 30);
    const piSession = write(pi('two.jsonl'), 20);
    const codexSession = rollout('11-three', 10, project);
    expect(folders().newest().path).toBe(codexSession);
    write(piSession, 5);
    expect(folders().newest().path).toBe(piSession);
    write(claudeSession, 1);
    expect(folders().newest().path).toBe(claudeSession);
  });

  it('given newer files of sub-agents, of other projects and of other kinds, then none of them', () => {
    const session = write(claude('one.jsonl'), 30);
    write(claude('agent-1.jsonl'));
    write(claude('one', 'subagents', 'agent-2.jsonl'));
    write(claude('notes.txt'));
    write(home.join('.claude', 'projects', '-other', 'two.jsonl'));
    rollout('12-other', 0, '/other');
    expect(folders().newest().path).toBe(session);
  });

  it('given links that lead to themselves, into a file or nowhere, then they are passed over', () => {
    const session = write(claude('one.jsonl'), 30);
    symlinkSync('circle.jsonl', claude('circle.jsonl'));
    symlinkSync(claude('one.jsonl', 'x'), claude('within.jsonl'));
    symlinkSync('gone', claude('gone.jsonl'));
    expect(folders().newest().path).toBe(session);
  });

  it('given homes that the agents were told, then these', () => {
    write(claude('one.jsonl'));
    const moved = write(home.join('elsewhere', 'projects', project.replace(/[^A-Za-z0-9]/g, '-'), 'two.jsonl'), 60);
    expect(folders([], { CLAUDE_CONFIG_DIR: home.join('elsewhere') }).newest().path).toBe(moved);
  });

  it('given rollouts that are broken, then they are passed over', () => {
    write(home.join('.codex', 'sessions', '2026', '11', '13', 'rollout-13-broken.jsonl'), 0, 'not json');
    const session = rollout('11-whole', 10, project);
    expect(folders().newest().path).toBe(session);
  });
});

describe('§10: which transcripts may be read', () => {
  it('given a name below a root or the project, or a whole path, then the file', () => {
    const inRoot = write(home.join('sessions', 'deep', 'a.jsonl'));
    const inProject = write(claude('b', 'subagents', 'agent-1.jsonl'));
    const codex = rollout('11-mine', 0, project);
    const given = folders([home.join('sessions')]);
    expect(given.named('deep/a.jsonl').path).toBe(inRoot);
    expect(given.named(inRoot).path).toBe(inRoot);
    expect(given.named('b/subagents/agent-1.jsonl').path).toBe(inProject);
    expect(given.named(codex).path).toBe(codex);
  });

  it('given links, dots, other projects, other kinds or neighbours of a root, then the same refusal as for what is not there', () => {
    const secret = write(home.join('secret.json'));
    mkdirSync(home.join('sessions'));
    symlinkSync(secret, home.join('sessions', 'link.json'));
    symlinkSync(home.path, home.join('sessions', 'up'));
    const others = [
      secret,
      'link.json',
      'up/secret.json',
      '../secret.json',
      home.join('sessions', '..', 'secret.json'),
      write(home.join('sessions-more', 'a.jsonl')),
      write(home.join('sessions', 'key.pem')),
      write(home.join('.claude', 'projects', '-other', 'two.jsonl')),
      rollout('12-other', 0, '/other'),
      home.join('sessions'),
      'absent.jsonl',
      'a\0.jsonl',
    ];
    const given = folders([home.join('sessions')]);
    const refusals = others.map((file) => {
      try {
        return given.named(file).path;
      } catch (error) {
        return String(error);
      }
    });
    expect(new Set(refusals)).toEqual(new Set([expect.stringMatching(/^ToolError: There is no transcript of that name/)]));
  });
});
