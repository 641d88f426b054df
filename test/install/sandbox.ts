import { existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { writeOutput } from '../../src/cli/write-output.ts';
import { carryOut } from '../../src/install/carry-out.ts';
import { configReader } from '../../src/install/config-reader.ts';
import type { HostContext, HostName, Scope } from '../../src/install/host.ts';
import type { InstallRecords } from '../../src/install/install-record.ts';
import { type InstallPlan, planInstall, recordsAfter } from '../../src/install/plan-install.ts';
import { shellWords } from '../../src/install/shell-words.ts';

/** A home and a project of a user, in a folder of their own. */
export class Sandbox {
  readonly folder = mkdtempSync(join(tmpdir(), 'holdfast-install-'));
  records: InstallRecords = {};
  scope: Scope = 'user';
  command = 'npx -y holdfast';
  pluginSources: ReadonlyMap<string, string> = new Map();

  path(name: string): string {
    return join(this.folder, name);
  }

  write(name: string, text: string | Buffer): string {
    mkdirSync(dirname(this.path(name)), { recursive: true });
    writeFileSync(this.path(name), text);
    return this.path(name);
  }

  read(name: string): string | undefined {
    return existsSync(this.path(name)) ? readFileSync(this.path(name), 'utf8') : undefined;
  }

  context(): HostContext {
    return {
      scope: this.scope,
      environment: {},
      homeFolder: this.path('home'),
      workingDirectory: this.path('project'),
      command: this.command,
      commandWords: shellWords(this.command),
      isThere: existsSync,
      pluginSources: this.pluginSources,
    };
  }

  plan(host: HostName, options: { readonly isUndo?: boolean } = {}): InstallPlan {
    return planInstall(host, this.context(), { isUndo: options.isUndo === true, records: this.records, reader: configReader });
  }

  install(host: HostName, options: { readonly isUndo?: boolean } = {}): InstallPlan {
    const plan = this.plan(host, options);
    carryOut(plan.files, configReader, writeOutput);
    this.records = recordsAfter(this.records, plan.files);
    return plan;
  }

  undo(host: HostName): InstallPlan {
    return this.install(host, { isUndo: true });
  }

  remove(): void {
    rmSync(this.folder, { recursive: true, force: true });
  }
}
