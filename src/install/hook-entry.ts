import type { HostName, JsonEntry } from './host.ts';
import type { JsonPath } from './json-config.ts';

/** An event at which a host runs a command of ours. */
export interface HookEvent {
  /** As the host names it. */
  readonly event: 'PreCompact' | 'PostCompact' | 'SessionStart';
  readonly matcher: string;
  /** As `holdfast hook HOST VERB`. */
  readonly verb: 'pre-compact' | 'post-compact' | 'session-start';
}

/** A long transcript is read, classed and archived in a few seconds; the driver may have to be loaded from a slow disk. */
const TIMEOUT_SECONDS = 60;

/** A command hook in the form that Claude Code and Codex share (formats.md 9.1, 9.2). */
export function hookEntry(host: HostName, command: string, { event, matcher, verb }: HookEvent): JsonEntry {
  const wanted = `${command} hook ${host} ${verb}`;
  return {
    addition: { path: ['hooks', event], value: { matcher, hooks: [{ type: 'command', command: wanted, timeout: TIMEOUT_SECONDS }] } },
    find: (config) => ownHooks(config, event, ` hook ${host} ${verb}`),
    isCurrent: (value) => hooksOf(value).every((hook) => commandOf(hook) === wanted),
    isTaken: () => false,
  };
}

/** Groups that hold nothing but hooks of ours, and such hooks in groups of others. */
function ownHooks(config: unknown, event: string, ending: string): readonly JsonPath[] {
  const groups = arrayOf(memberOf(memberOf(config, 'hooks'), event));
  return groups.flatMap((group, at): readonly JsonPath[] => {
    const hooks = arrayOf(memberOf(group, 'hooks'));
    const own = hooks.flatMap((hook, index) => (commandOf(hook)?.endsWith(ending) === true ? [index] : []));
    if (own.length === 0) return [];
    return own.length === hooks.length ? [['hooks', event, at]] : own.map((index) => ['hooks', event, at, 'hooks', index]);
  });
}

/** Of a group its hooks, else the hook itself. */
function hooksOf(value: unknown): readonly unknown[] {
  return Array.isArray(memberOf(value, 'hooks')) ? arrayOf(memberOf(value, 'hooks')) : [value];
}

function commandOf(hook: unknown): string | undefined {
  const command = memberOf(hook, 'command');
  return typeof command === 'string' ? command.trim() : undefined;
}

function arrayOf(value: unknown): readonly unknown[] {
  return Array.isArray(value) ? value : [];
}

export function memberOf(value: unknown, key: string): unknown {
  return typeof value === 'object' && value !== null && Object.hasOwn(value, key) ? (value as Readonly<Record<string, unknown>>)[key] : undefined;
}
