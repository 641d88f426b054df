import { mkdirSync } from 'node:fs';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { cliSchemas } from '../../src/schema/receipt-schema.ts';
import { CommandLine } from '../cli/command-line.ts';

let cli: CommandLine;
beforeAll(async () => {
  cli = await CommandLine.build();
});
afterAll(() => cli?.remove());

it.each(['claude-code', 'codex', 'opencode', 'pi'])(
  'DESIGN §11: what `install %s --json` prints fits its schema: shown, written, there already, taken out',
  async (agent) => {
    const home = cli.path(agent);
    mkdirSync(home);
    const env = {
      HOME: home,
      USERPROFILE: home,
      XDG_DATA_HOME: `${home}/data`,
      XDG_CONFIG_HOME: '',
      CLAUDE_CONFIG_DIR: '',
      CODEX_HOME: '',
      PI_CODING_AGENT_DIR: '',
    };
    const install = async (...flags: readonly string[]) => {
      const { code, stdout } = await cli.run(['install', agent, '--json', ...flags], { env });
      expect(code).toBe(0);
      const { written, files } = cliSchemas.install.parse(JSON.parse(stdout));
      expect(files.filter(({ path }) => !path.startsWith(home))).toEqual([]);
      return { written, statuses: [...new Set(files.map(({ status }) => status))], diffs: files.filter(({ diff }) => diff.length > 0).length === files.length };
    };
    expect(await install()).toEqual({ written: false, statuses: ['created'], diffs: true });
    expect(await install('--yes')).toEqual({ written: true, statuses: ['created'], diffs: true });
    expect(await install('--yes')).toEqual({ written: false, statuses: ['unchanged'], diffs: false });
    expect(await install('--undo', '--yes')).toEqual({ written: true, statuses: ['removed'], diffs: true });
  },
);
