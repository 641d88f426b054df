import { type EditedFile, installInto, removeFrom } from './edit-file.ts';
import type { HostContext, HostName } from './host.ts';
import { HOSTS } from './hosts/index.ts';
import type { InstallRecord, InstallRecords } from './install-record.ts';

/** One file, as it is and as it will be. */
export interface PlannedFile {
  /** As the user knows it; a link is followed when it is written. */
  readonly path: string;
  readonly realPath: string;
  readonly purpose: string;
  readonly status: 'unchanged' | 'created' | 'changed' | 'removed';
  readonly before: string | undefined;
  readonly after: string | undefined;
  readonly record: InstallRecord | undefined;
}

export interface InstallPlan {
  readonly title: string;
  readonly files: readonly PlannedFile[];
  readonly remarks: readonly string[];
}

/** What planning has to read. */
export interface ConfigReader {
  /** Links followed; of a file that is not there yet, the path itself. */
  readonly realPathOf: (path: string) => string;
  readonly read: (realPath: string) => string | undefined;
}

/** What will be done to each file, before anything is; nothing is written where one of them cannot be read. */
export function planInstall(
  name: HostName,
  context: HostContext,
  options: { readonly isUndo: boolean; readonly records: InstallRecords; readonly reader: ConfigReader },
): InstallPlan {
  const host = HOSTS[name];
  const remarks: string[] = [];
  const files = host.filesOf(context).map((file): PlannedFile => {
    const realPath = options.reader.realPathOf(file.path);
    const before = options.reader.read(realPath);
    const known = options.records[realPath];
    const edited: EditedFile = options.isUndo ? removed(file, before, known) : installInto(file, before, known);
    remarks.push(...edited.remarks);
    const status = statusOf(before, edited.text);
    // A file that says what it said keeps the record that it had.
    const record = options.isUndo ? undefined : (edited.record ?? (status === 'unchanged' ? known : undefined));
    return { path: file.path, realPath, purpose: file.purpose, status, before, after: edited.text, record };
  });
  const isThere = context.isThere(host.homeOf(context));
  if (!isThere) remarks.unshift(`${host.title} was not found on this machine: there is no ${host.homeOf(context)}.`);
  if (!options.isUndo && files.some((file) => file.status !== 'unchanged')) remarks.push(...host.remarks(context));
  return { title: host.title, files, remarks };
}

function removed(file: Parameters<typeof removeFrom>[0], before: string | undefined, known: InstallRecord | undefined): EditedFile {
  return before === undefined ? { text: undefined, remarks: [] } : removeFrom(file, before, known);
}

function statusOf(before: string | undefined, after: string | undefined): PlannedFile['status'] {
  if (before === after) return 'unchanged';
  if (before === undefined) return 'created';
  return after === undefined ? 'removed' : 'changed';
}

/** The records after the plan was carried out. */
export function recordsAfter(records: InstallRecords, files: readonly PlannedFile[]): InstallRecords {
  const after: Record<string, InstallRecord> = { ...records };
  for (const { realPath, record } of files) {
    if (record === undefined) delete after[realPath];
    else after[realPath] = record;
  }
  return after;
}
