import { chmodSync, lstatSync, mkdirSync, readdirSync, readFileSync, statSync, symlinkSync } from 'node:fs';
import { parse as parseToml } from 'smol-toml';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { writeOutput } from '../../src/cli/write-output.ts';
import { ConfigError } from '../../src/core/errors/config-error.ts';
import { carryOut } from '../../src/install/carry-out.ts';
import { configReader } from '../../src/install/config-reader.ts';
import { shownDiff } from '../../src/install/shown-diff.ts';
import { Sandbox } from './sandbox.ts';

let box: Sandbox;
beforeEach(() => {
  box = new Sandbox();
});
afterEach(() => box.remove());

const SETTINGS = 'home/.claude/settings.json';
const SERVERS = 'home/.claude.json';
const CODEX = 'home/.codex/config.toml';
/** Of the form of a key, and none. */
const KEY = `sk-ant-api03-${'A'.repeat(24)}`;

/** As a user keeps it: comments, an order of its own, hooks and servers of others. */
const COMMENTED = `{
  // how answers sound
  "outputStyle": "terse",
  "hooks": {
    "PreCompact": [
      { "matcher": "auto", "hooks": [{ "type": "command", "command": "./note-it.sh" }] } // ours
    ],
    "Stop": [{ "hooks": [{ "type": "command", "command": "say done" }] }]
  },
  "permissions": { "deny": ["Bash(rm:*)"] }
}
`;

function diffOf(name: string, before: string): string {
  return shownDiff(before, box.read(name) ?? '')
    .map(({ sign, text }) => (sign === '@' ? text : `${sign}${text}`))
    .join('\n');
}

describe('given a configuration of Claude Code', () => {
  it('when installed, then only ours is added: comments, order, hooks and servers of others stay', () => {
    box.write(SETTINGS, COMMENTED);
    box.install('claude-code');
    expect(diffOf(SETTINGS, COMMENTED)).toMatchInlineSnapshot(`
      "@@ -3,9 +3,43 @@
         "outputStyle": "terse",
         "hooks": {
           "PreCompact": [
      -      { "matcher": "auto", "hooks": [{ "type": "command", "command": "./note-it.sh" }] } // ours
      +      { "matcher": "auto", "hooks": [{ "type": "command", "command": "./note-it.sh" }] }, // ours
      +      {
      +        "matcher": "auto|manual",
      +        "hooks": [
      +          {
      +            "type": "command",
      +            "command": "npx -y holdfast hook claude-code pre-compact",
      +            "timeout": 60
      +          }
      +        ]
      +      }
           ],
      -    "Stop": [{ "hooks": [{ "type": "command", "command": "say done" }] }]
      +    "Stop": [{ "hooks": [{ "type": "command", "command": "say done" }] }],
      +    "PostCompact": [
      +      {
      +        "matcher": "auto|manual",
      +        "hooks": [
      +          {
      +            "type": "command",
      +            "command": "npx -y holdfast hook claude-code post-compact",
      +            "timeout": 60
      +          }
      +        ]
      +      }
      +    ],
      +    "SessionStart": [
      +      {
      +        "matcher": "compact",
      +        "hooks": [
      +          {
      +            "type": "command",
      +            "command": "npx -y holdfast hook claude-code session-start",
      +            "timeout": 60
      +          }
      +        ]
      +      }
      +    ]
         },
         "permissions": { "deny": ["Bash(rm:*)"] }
       }"
    `);
  });

  it('when the file has a byte order mark, tabs and CRLF, then so has what is put in', () => {
    const before = '\uFEFF{\r\n\t"model": "m"\r\n}\r\n';
    box.write(SETTINGS, before);
    box.install('claude-code');
    const after = box.read(SETTINGS) ?? '';
    expect(after.startsWith('\uFEFF{\r\n\t"model": "m",\r\n\t"hooks": {\r\n\t\t"PreCompact": [\r\n\t\t\t{')).toBe(true);
    expect(after.replaceAll('\r\n', '')).not.toMatch(/[\r\n]/);
    box.undo('claude-code');
    expect(box.read(SETTINGS)).toBe(before);
  });

  it('when it is one line, then it stays one', () => {
    box.write(SERVERS, '{"numStartups":7,"mcpServers":{"other":{"command":"x"}}}');
    box.install('claude-code');
    expect(box.read(SERVERS)).toBe(
      '{"numStartups":7,"mcpServers":{"other":{"command":"x"},"holdfast":{"type":"stdio","command":"npx","args":["-y","holdfast","mcp"]}}}',
    );
  });

  it('when there is none yet, then it is made, and goes again with an undo', () => {
    const plan = box.install('claude-code');
    expect(plan.files.map(({ status }) => status)).toEqual(['created', 'created']);
    expect(plan.remarks[0]).toContain('was not found on this machine');
    expect(JSON.parse(box.read(SETTINGS) ?? '')).toMatchObject({
      hooks: {
        PreCompact: [{ matcher: 'auto|manual', hooks: [{ type: 'command', command: 'npx -y holdfast hook claude-code pre-compact' }] }],
        PostCompact: [{ hooks: [{ command: 'npx -y holdfast hook claude-code post-compact' }] }],
        SessionStart: [{ matcher: 'compact', hooks: [{ command: 'npx -y holdfast hook claude-code session-start' }] }],
      },
    });
    box.undo('claude-code');
    expect([box.read(SETTINGS), box.read(SERVERS)]).toEqual([undefined, undefined]);
  });

  it('when installed a second time, then there is nothing to do, with and without a record', () => {
    box.write(SETTINGS, COMMENTED);
    box.install('claude-code');
    const after = box.read(SETTINGS);
    expect(box.install('claude-code').files.map(({ status }) => status)).toEqual(['unchanged', 'unchanged']);
    box.records = {};
    expect(box.install('claude-code').files.map(({ status }) => status)).toEqual(['unchanged', 'unchanged']);
    expect(box.read(SETTINGS)).toBe(after);
  });

  it('when holdfast is run by another command, then ours is replaced, not doubled, and an undo still gives the bytes back', () => {
    box.write(SETTINGS, COMMENTED);
    box.install('claude-code');
    box.command = '"/opt/my tools/holdfast"';
    box.install('claude-code');
    const after = box.read(SETTINGS) ?? '';
    expect(after.match(/hook claude-code pre-compact/g)).toHaveLength(1);
    expect(after).toContain('\\"/opt/my tools/holdfast\\" hook claude-code pre-compact');
    expect(JSON.parse(box.read(SERVERS) ?? '')).toMatchObject({ mcpServers: { holdfast: { command: '/opt/my tools/holdfast', args: ['mcp'] } } });
    box.undo('claude-code');
    expect(box.read(SETTINGS)).toBe(COMMENTED);
  });

  it('when the user changed other things since, then an undo takes out ours alone', () => {
    box.write(SETTINGS, COMMENTED);
    box.install('claude-code');
    box.write(SETTINGS, (box.read(SETTINGS) ?? '').replace('"terse"', '"long"').replace('"say done"', '"say ready"'));
    box.undo('claude-code');
    expect(box.read(SETTINGS)).toBe(COMMENTED.replace('"terse"', '"long"').replace('"say done"', '"say ready"'));
  });

  it('when the user put a hook of their own into our group, then that one stays', () => {
    box.install('claude-code');
    const mine = '{ "type": "command", "command": "./mine.sh" }';
    box.write(SETTINGS, (box.read(SETTINGS) ?? '').replace('"hooks": [\n          {', `"hooks": [\n          ${mine},\n          {`));
    box.undo('claude-code');
    expect(JSON.parse(box.read(SETTINGS) ?? '')).toEqual({
      hooks: { PreCompact: [{ matcher: 'auto|manual', hooks: [{ type: 'command', command: './mine.sh' }] }] },
    });
  });

  it('when nothing is recorded any more, then an undo finds ours by what it says', () => {
    box.write(SETTINGS, COMMENTED);
    box.write(SERVERS, '{\n  "mcpServers": {\n    "other": { "command": "x" }\n  }\n}\n');
    box.install('claude-code');
    box.records = {};
    box.undo('claude-code');
    expect(box.read(SETTINGS)).toBe(COMMENTED);
    expect(box.read(SERVERS)).toBe('{\n  "mcpServers": {\n    "other": { "command": "x" }\n  }\n}\n');
  });

  it('when another server has our name, then it is left and told, also by an undo', () => {
    const before = '{ "mcpServers": { "holdfast": { "type": "http", "url": "http://127.0.0.1:9/mcp" } } }';
    box.write(SERVERS, before);
    expect(box.install('claude-code').remarks.join('\n')).toContain('`mcpServers.holdfast` already');
    expect(box.read(SERVERS)).toBe(before);
    box.undo('claude-code');
    expect(box.read(SERVERS)).toBe(before);
  });

  it.each([
    ['a value is missing', '{\n  "a": 1,\n  "b": \n}', 4, 'value expected'],
    ['it is cut short', '{ "a": 1', 1, 'close brace expected'],
    ['it is no object', '[1, 2]', undefined, 'no JSON object'],
    ['hooks are a string', '{ "hooks": "none" }', undefined, '`hooks` is no object'],
    ['hooks of an event are an object', '{ "hooks": { "PreCompact": {} } }', undefined, '`hooks.PreCompact` is no array'],
    ['it is nested too deep', `{"a":${'['.repeat(600)}${']'.repeat(600)}}`, 1, 'JSON_DEPTH'],
  ])('when %s, then nothing is written, and the error names the place', (_, text, line, why) => {
    box.write(SETTINGS, text);
    let thrown: unknown;
    try {
      box.install('claude-code');
    } catch (error) {
      thrown = error;
    }
    expect(thrown).toBeInstanceOf(ConfigError);
    expect((thrown as ConfigError).message).toContain(why);
    if (line !== undefined) expect((thrown as ConfigError).message).toContain(`line ${line}`);
    expect((thrown as ConfigError).option).toBe(box.path(SETTINGS));
    expect(box.read(SETTINGS)).toBe(text);
    expect(box.read(SERVERS)).toBeUndefined();
  });

  it('when it holds many brackets in texts, as in prompts that a host keeps, then they nest nothing', () => {
    const state = `${JSON.stringify({ history: Array.from({ length: 600 }, () => 'look: { and [ // "') }, null, 2)}\n`;
    box.write(SETTINGS, state);
    box.install('claude-code');
    expect(box.read(SETTINGS)).toContain('hook claude-code pre-compact');
    box.undo('claude-code');
    expect(box.read(SETTINGS)).toBe(state);
  });

  it('when it is not UTF-8, then it is left as it is', () => {
    const bytes = Buffer.from([0x7b, 0xff, 0x7d]);
    box.write(SETTINGS, bytes);
    expect(() => box.install('claude-code')).toThrow('is not UTF-8');
    expect(readFileSync(box.path(SETTINGS))).toEqual(bytes);
  });

  it('when it is a link, then the file behind it is written, and the link stays', () => {
    box.write('dotfiles/settings.json', '{}\n');
    mkdirSync(box.path('home/.claude'), { recursive: true });
    symlinkSync(box.path('dotfiles/settings.json'), box.path(SETTINGS));
    box.install('claude-code');
    expect(lstatSync(box.path(SETTINGS)).isSymbolicLink()).toBe(true);
    expect(box.read('dotfiles/settings.json')).toContain('hook claude-code');
    box.undo('claude-code');
    expect(box.read('dotfiles/settings.json')).toBe('{}\n');
  });

  it('when it leads to itself, then that is told', () => {
    mkdirSync(box.path('home/.claude'), { recursive: true });
    symlinkSync(box.path(SETTINGS), box.path(SETTINGS));
    expect(() => box.install('claude-code')).toThrow('leads back to itself');
  });

  it('when it has a mode of its own, then it keeps it', () => {
    box.write(SETTINGS, '{}\n');
    chmodSync(box.path(SETTINGS), 0o640);
    box.install('claude-code');
    expect(statSync(box.path(SETTINGS)).mode & 0o777).toBe(0o640);
    expect(readdirSync(box.path('home/.claude'))).toEqual(['settings.json']);
  });

  it('when the second file cannot be written, then the first is as it was', () => {
    box.scope = 'project';
    box.write('project/.claude/settings.json', COMMENTED);
    // A folder in the way of the file that is written beside.
    mkdirSync(box.path(`project/..mcp.json.holdfast-${process.pid}`), { recursive: true });
    expect(() => box.install('claude-code')).toThrow(/cannot be written \(EEXIST\); all files are as they were/);
    expect(box.read('project/.claude/settings.json')).toBe(COMMENTED);
  });

  it('when the second file cannot be written and the first cannot be put back, then the first is named', () => {
    box.scope = 'project';
    box.write('project/.claude/settings.json', COMMENTED);
    const plan = box.plan('claude-code');
    let writes = 0;
    const write = (path: string, content: string): void => {
      if (++writes > 1) throw Object.assign(new Error('full'), { code: 'ENOSPC' });
      writeOutput(path, content);
    };
    const carry = (): void => carryOut(plan.files, configReader, write);
    expect(carry).toThrow(/in part only, and 1 of its files could not be put back \(.*settings\.json\)/);
    expect(writes).toBe(3);
  });

  it('when its folder is a file, then the error says so and nothing is left behind', () => {
    box.write('home/.claude', 'in the way');
    expect(() => box.install('claude-code')).toThrow(ConfigError);
    expect(box.read(SERVERS)).toBeUndefined();
  });

  it.skipIf(process.getuid?.() === 0)('when its folder may not be written, then nothing is', () => {
    box.write(SETTINGS, COMMENTED);
    chmodSync(box.path('home/.claude'), 0o500);
    expect(() => box.install('claude-code')).toThrow('cannot be written (EACCES)');
    chmodSync(box.path('home/.claude'), 0o700);
    expect(box.read(SETTINGS)).toBe(COMMENTED);
  });

  it('when the agent wrote it after the difference was shown, then nothing is written', () => {
    box.write(SETTINGS, COMMENTED);
    const plan = box.plan('claude-code');
    box.write(SETTINGS, COMMENTED.replace('terse', 'long'));
    expect(() => carryOut(plan.files, configReader, writeOutput)).toThrow('changed by somebody else');
    expect(box.read(SETTINGS)).toBe(COMMENTED.replace('terse', 'long'));
  });

  it('in a project, the files are those of the project', () => {
    box.scope = 'project';
    box.install('claude-code');
    expect(box.read('project/.claude/settings.json')).toContain('hook claude-code');
    expect(box.read('project/.mcp.json')).toContain('mcpServers');
    expect(box.read(SETTINGS)).toBeUndefined();
  });
});

describe('given a configuration of Codex', () => {
  const BEFORE = '# my models\nmodel = "m" # the good one\n\n[mcp_servers.other]\ncommand = "x"\n\n[projects."/w"]\ntrust_level = "trusted"\n';

  it('when installed, then a table of ours stands at the end, and all else says what it said', () => {
    box.write(CODEX, BEFORE);
    box.install('codex');
    expect(diffOf(CODEX, BEFORE)).toMatchInlineSnapshot(`
      "@@ -6,3 +6,10 @@
       
       [projects."/w"]
       trust_level = "trusted"
      +
      +# >>> holdfast: put in by \`holdfast install\`, taken out by \`holdfast install --undo\`
      +[mcp_servers.holdfast]
      +command = "npx"
      +args = ["-y", "holdfast", "mcp"]
      +env_vars = ["HOLDFAST_ARCHIVE", "XDG_DATA_HOME"]
      +# <<< holdfast"
    `);
    const { mcp_servers: servers, ...rest } = parseToml(box.read(CODEX) ?? '');
    const holdfast = { command: 'npx', args: ['-y', 'holdfast', 'mcp'], env_vars: ['HOLDFAST_ARCHIVE', 'XDG_DATA_HOME'] };
    expect(servers).toEqual({ other: { command: 'x' }, holdfast });
    expect(rest).toEqual({ model: 'm', projects: { '/w': { trust_level: 'trusted' } } });
    expect(JSON.parse(box.read('home/.codex/hooks.json') ?? '')).toMatchObject({
      hooks: { PreCompact: [{ matcher: 'auto|manual' }], SessionStart: [{ matcher: 'compact' }] },
    });
  });

  it('when installed, then the user is told that Codex runs no hook that was not trusted', () => {
    expect(box.install('codex').remarks.join('\n')).toContain('open `/hooks` and trust those of holdfast');
  });

  it('when installed again, then there is nothing to do; an undo gives the bytes back', () => {
    box.write(CODEX, BEFORE);
    box.install('codex');
    expect(box.install('codex').files.map(({ status }) => status)).toEqual(['unchanged', 'unchanged']);
    box.undo('codex');
    expect(box.read(CODEX)).toBe(BEFORE);
    expect(box.read('home/.codex/hooks.json')).toBeUndefined();
  });

  it.each(['model = "m"', 'mcp_servers.other.command = "x"\n', '\r\n', '\uFEFFmodel = "m"\r\n', '# only a comment'])(
    'when the file is %j, then an undo gives the bytes back',
    (before) => {
      box.write(CODEX, before);
      box.install('codex');
      expect(parseToml((box.read(CODEX) ?? '').replace('\uFEFF', ''))).toMatchObject({ mcp_servers: { holdfast: { command: 'npx' } } });
      box.undo('codex');
      expect(box.read(CODEX)).toBe(before);
    },
  );

  it('when tables came behind ours since, then an undo takes out ours alone', () => {
    box.write(CODEX, BEFORE);
    box.install('codex');
    box.write(CODEX, `${box.read(CODEX)}\n[tui]\ntheme = "dark"\n`);
    box.undo('codex');
    expect(box.read(CODEX)).toBe(`${BEFORE}\n[tui]\ntheme = "dark"\n`);
  });

  it('when only our first line is left of an earlier block, then an undo takes out nothing behind it', () => {
    box.install('codex');
    const opening = /^# >>> holdfast.*$/m.exec(box.read(CODEX) ?? '')?.[0];
    expect(opening).toBeDefined();
    const before = `${opening}\n[tui]\ntheme = "dark"\n`;
    box.write(CODEX, before);
    box.install('codex');
    box.records = {};
    box.undo('codex');
    expect(box.read(CODEX)).toBe(before);
  });

  it('when another command runs ours, then the table is replaced', () => {
    box.write(CODEX, BEFORE);
    box.install('codex');
    box.command = 'holdfast';
    box.install('codex');
    expect(parseToml(box.read(CODEX) ?? '')).toMatchObject({ mcp_servers: { holdfast: { command: 'holdfast', args: ['mcp'] } } });
    box.undo('codex');
    expect(box.read(CODEX)).toBe(BEFORE);
  });

  it('when the user wrote a table of that name, then it is left and told', () => {
    const before = '[mcp_servers.holdfast]\ncommand = "my-own"\n';
    box.write(CODEX, before);
    expect(box.install('codex').remarks.join('\n')).toContain('[mcp_servers.holdfast] already');
    box.undo('codex');
    expect(box.read(CODEX)).toBe(before);
  });

  it.each([
    ['model = "m"\nbad = = 1\n', 'line 2'],
    ['mcp_servers = { other = { command = "x" } }\n', 'cannot be added'],
    ['[[mcp_servers]]\ncommand = "x"\n', 'cannot be added'],
  ])('when a table cannot be added (%j), then nothing is written', (before, why) => {
    box.write(CODEX, before);
    expect(() => box.install('codex')).toThrow(why);
    expect(box.read(CODEX)).toBe(before);
    expect(box.read('home/.codex/hooks.json')).toBeUndefined();
  });

  it('DESIGN §10: an error repeats nothing of a configuration, as it may hold keys', () => {
    box.write(CODEX, 'api_key = = "sk-secret"\n');
    expect(() => box.install('codex')).toThrow(/^(?!.*sk-secret)/s);
  });
});

describe('given OpenCode and pi, which are given a plugin', () => {
  it('when OpenCode has a config with comments, then the server goes into that one, and the plugin beside', () => {
    const before = '{\n  // mine\n  "theme": "dark",\n}\n';
    box.write('home/.config/opencode/opencode.jsonc', before);
    box.pluginSources = new Map([
      ['README.md', '# For people'],
      ['holdfast.ts', 'export const Holdfast = 1;\n'],
    ]);
    box.install('opencode');
    expect(box.read('home/.config/opencode/opencode.jsonc')).toBe(
      '{\n  // mine\n  "theme": "dark",\n  "mcp": {\n    "holdfast": {\n      "type": "local",\n      "command": [\n        "npx",\n        "-y",\n        "holdfast",\n        "mcp"\n      ],\n      "enabled": true\n    }\n  },\n}\n',
    );
    expect(readdirSync(box.path('home/.config/opencode/plugin'))).toEqual(['holdfast.json', 'holdfast.ts']);
    expect(JSON.parse(box.read('home/.config/opencode/plugin/holdfast.json') ?? '')).toEqual({ command: ['npx', '-y', 'holdfast'] });
    box.undo('opencode');
    expect(box.read('home/.config/opencode/opencode.jsonc')).toBe(before);
    expect(readdirSync(box.path('home/.config/opencode/plugin'))).toEqual([]);
  });

  it('when the plugin was changed by hand, then it is left and told; when only holdfast is newer, it is replaced', () => {
    box.pluginSources = new Map([
      ['index.ts', 'one\n'],
      ['lib/recall.ts', 'two\n'],
    ]);
    box.install('pi');
    box.pluginSources = new Map([
      ['index.ts', 'newer\n'],
      ['lib/recall.ts', 'newer\n'],
    ]);
    box.write('home/.pi/agent/extensions/holdfast/lib/recall.ts', 'by hand\n');
    const plan = box.install('pi');
    expect(plan.files.map(({ status }) => status)).toEqual(['changed', 'unchanged', 'unchanged']);
    expect(plan.remarks.join('\n')).toContain('is not as holdfast wrote it');
    box.undo('pi');
    expect(box.read('home/.pi/agent/extensions/holdfast/index.ts')).toBeUndefined();
    expect(box.read('home/.pi/agent/extensions/holdfast/lib/recall.ts')).toBe('by hand\n');
  });
});

describe('what is shown', () => {
  it('DESIGN §10: keys in the neighbourhood of the change are not shown', () => {
    const lines = shownDiff(`{\n  "ANTHROPIC_API_KEY": "${KEY}"\n}\n`, `{\n  "ANTHROPIC_API_KEY": "${KEY}",\n  "x": 1\n}\n`);
    expect(lines.map(({ text }) => text).join('\n')).not.toContain('BBBBCCCC');
  });

  it('of a line of a whole state file, only the neighbourhood of the change', () => {
    const lines = shownDiff(`{"a":"${'x'.repeat(5000)}","z":1}`, `{"a":"${'x'.repeat(5000)}","z":1,"new":2}`);
    expect(lines.at(-1)?.text).toContain('"new":2');
    expect(Math.max(...lines.map(({ text }) => text.length))).toBeLessThan(400);
  });
});
