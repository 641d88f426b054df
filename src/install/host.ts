import type { JsonAddition } from './json-add.ts';
import type { JsonPath } from './json-config.ts';
import type { TomlAddition } from './toml-table.ts';

export const HOST_NAMES = ['claude-code', 'codex', 'opencode', 'pi'] as const;
export type HostName = (typeof HOST_NAMES)[number];

/** Whose configuration: that of the user, or that of the project in the working directory. */
export type Scope = 'user' | 'project';

/** What a host's files depend on. */
export interface HostContext {
  readonly scope: Scope;
  readonly environment: Readonly<Record<string, string | undefined>>;
  readonly homeFolder: string;
  readonly workingDirectory: string;
  /** How holdfast is run, as `npx -y holdfast`, and its words. */
  readonly command: string;
  readonly commandWords: readonly [string, ...string[]];
  readonly isThere: (path: string) => boolean;
  /** Sources that are copied for a host, by their path in its folder under `plugins/`. */
  readonly pluginSources: ReadonlyMap<string, string>;
}

/** One value of ours in a JSON config. */
export interface JsonEntry {
  readonly addition: JsonAddition;
  /** Where in the config values of ours stand, whatever command they run; ascending. */
  readonly find: (config: unknown) => readonly JsonPath[];
  /** Whether such a value says what would be put in now. */
  readonly isCurrent: (value: unknown) => boolean;
  /** Something of the user's in the place of ours: it is left. */
  readonly isTaken: (config: unknown) => boolean;
}

interface HostFileBase {
  readonly path: string;
  /** What is put in, for people. */
  readonly purpose: string;
}

/** One file of a host's configuration, and what of it is ours. */
export type HostFile =
  | (HostFileBase & { readonly kind: 'json'; readonly entries: readonly JsonEntry[] })
  | (HostFileBase & { readonly kind: 'toml'; readonly addition: TomlAddition })
  | (HostFileBase & { readonly kind: 'source'; readonly content: string });

export interface Host {
  readonly title: string;
  /** The folder that is there where the host was started once. */
  readonly homeOf: (context: HostContext) => string;
  readonly filesOf: (context: HostContext) => readonly HostFile[];
  /** What the user has to know or do beside. */
  readonly remarks: (context: HostContext) => readonly string[];
}
