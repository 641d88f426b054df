import { isDeepStrictEqual } from 'node:util';
import { sha256 } from '../hash.ts';
import type { HostFile, JsonEntry } from './host.ts';
import { type Grown, shrink } from './insertions.ts';
import type { InstallRecord } from './install-record.ts';
import { addValue } from './json-add.ts';
import { nodeAt, readJsonConfig, valueAt } from './json-config.ts';
import { removeValue } from './json-remove.ts';
import { commandAndArgs } from './server-entry.ts';
import { addTable, removeTable, tomlTableIn } from './toml-table.ts';

/** What becomes of a file. */
export interface EditedFile {
  /** `undefined` where the file is to go. */
  readonly text: string | undefined;
  /** What was put in, where all of it is known by place. */
  readonly record?: InstallRecord | undefined;
  readonly remarks: readonly string[];
}

type Kind<K extends HostFile['kind']> = Extract<HostFile, { readonly kind: K }>;

/** The file with all of ours in it, once. `text` is `undefined` where there is none yet. Pure. */
export function installInto(file: HostFile, text: string | undefined, record: InstallRecord | undefined): EditedFile {
  switch (file.kind) {
    case 'json':
      return installJson(file, text, record);
    case 'toml':
      return installToml(file, text, record);
    case 'source':
      return installSource(file, text, record);
  }
}

/** The file without anything of ours; what else was changed in it since stays changed. Pure. */
export function removeFrom(file: HostFile, text: string, record: InstallRecord | undefined): EditedFile {
  if (file.kind === 'source') return removeSource(file, text, record);
  if (record?.hash === sha256(text)) return { text: record.isNew ? undefined : shrink({ text, inserted: record.inserted }), remarks: [] };
  const rest = file.kind === 'json' ? withoutEntries(file, text, record) : removeTable(text);
  if (file.kind === 'toml') return { text: withoutNothing(rest, record), remarks: leftTable(file, rest) };
  return { text: withoutNothing(rest, record), remarks: [] };
}

/** A file that was made for ours alone goes with it. */
function withoutNothing(rest: string, record: InstallRecord | undefined): string | undefined {
  return record?.isNew === true && /^\s*(?:\{\s*\})?\s*$/.test(rest) ? undefined : rest;
}

function recordOf(grown: Grown, isNew: boolean, containers: readonly string[]): InstallRecord {
  return { hash: sha256(grown.text), isNew, inserted: grown.inserted, containers };
}

function installJson(file: Kind<'json'>, text: string | undefined, record: InstallRecord | undefined): EditedFile {
  const before = text ?? '';
  const found = valueAt(readJsonConfig(file.path, before), []);
  const taken = file.entries.filter((entry) => entry.isTaken(found));
  const remarks = taken.map(
    ({ addition }) => `${file.path} has \`${[...addition.path, addition.key ?? ''].join('.')}\` already, made by somebody else: it is left as it is.`,
  );
  const entries = file.entries.filter((entry) => !taken.includes(entry));
  const missing = entries.filter((entry) => entry.find(found).length === 0);
  const config = readJsonConfig(file.path, before);
  const isStale = entries.some((entry) => !entry.find(found).every((path) => entry.isCurrent(valueAt(config, path))));
  // Where another command runs ours, all of it is taken out and put in again.
  if (isStale) return installJson(file, removeFrom(file, before, record).text, undefined);
  if (missing.length === 0) return { text, record, remarks };
  const isKnown = record?.hash === sha256(before);
  const start: Grown = { text: before, inserted: isKnown ? record.inserted : [] };
  const grown = missing.reduce((so, { addition }) => addValue(file.path, so, addition), start);
  const isWholly = isKnown || missing.length === entries.length;
  const containers = isKnown ? record.containers : containersIn(file, before);
  return { text: grown.text, ...(isWholly ? { record: recordOf(grown, isKnown ? record.isNew : text === undefined, containers) } : {}), remarks };
}

/** Containers of ours that are there without us. */
function containersIn(file: Kind<'json'>, text: string): readonly string[] {
  const { root } = readJsonConfig(file.path, text);
  const paths = file.entries.flatMap(({ addition }) => addition.path.map((_, index) => addition.path.slice(0, index + 1)));
  return [...new Set(paths.filter((path) => nodeAt(root, path) !== undefined).map((path) => path.join('/')))];
}

function withoutEntries(file: Kind<'json'>, text: string, record: InstallRecord | undefined): string {
  const stays = new Set(record?.containers);
  return file.entries.reduce((rest, entry) => withoutEntry(file.path, rest, entry, stays), text);
}

/** From the last to the first, so that indexes hold. */
function withoutEntry(path: string, text: string, entry: JsonEntry, stays: ReadonlySet<string>): string {
  const found = entry.find(valueAt(readJsonConfig(path, text), []));
  return found.reduceRight((rest, at) => removeValue(path, rest, at, (container) => stays.has(container.join('/'))), text);
}

function installToml(file: Kind<'toml'>, text: string | undefined, record: InstallRecord | undefined): EditedFile {
  const before = text ?? '';
  const found = tomlTableIn(file.path, before, file.addition.table);
  if (found === undefined) {
    const grown = addTable(file.path, { text: before, inserted: [] }, file.addition);
    return { text: grown.text, record: recordOf(grown, text === undefined, []), remarks: [] };
  }
  if (isDeepStrictEqual(commandAndArgs(found), commandAndArgs(file.addition.values))) return { text, record, remarks: [] };
  const rest = removeFrom(file, before, record);
  if (rest.text === before) return { text, remarks: [takenTable(file)] };
  return installToml(file, rest.text, undefined);
}

function takenTable({ path, addition }: Kind<'toml'>): string {
  return `${path} has a table [${addition.table.join('.')}] already, not between our marks: it is left as it is.`;
}

function leftTable(file: Kind<'toml'>, rest: string): readonly string[] {
  return tomlTableIn(file.path, rest, file.addition.table) === undefined ? [] : [takenTable(file)];
}

function installSource(file: Kind<'source'>, text: string | undefined, record: InstallRecord | undefined): EditedFile {
  const made = { text: file.content, record: { hash: sha256(file.content), isNew: true, inserted: [], containers: [] }, remarks: [] };
  if (text === undefined || text === file.content || record?.hash === sha256(text)) return made;
  return { text, remarks: [changedSource(file)] };
}

function removeSource(file: Kind<'source'>, text: string, record: InstallRecord | undefined): EditedFile {
  if (text === file.content || record?.hash === sha256(text)) return { text: undefined, remarks: [] };
  return { text, remarks: [changedSource(file)] };
}

function changedSource({ path }: Kind<'source'>): string {
  return `${path} is not as holdfast wrote it: it is left as it is.`;
}
