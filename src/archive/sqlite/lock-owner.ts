import { readFileSync } from 'node:fs';
import { hostname } from 'node:os';

/** A process that may hold a lock, told apart from a later one that got the same number. */
export interface LockOwner {
  readonly processId: number;
  /** When it began, as the kernel counts (Linux); empty where that cannot be read. */
  readonly startedAt: string;
  /** Host and its boot: numbers of processes mean nothing beyond it. */
  readonly host: string;
}

export function currentOwner(): LockOwner {
  return { processId: process.pid, startedAt: processState(process.pid)?.startedAt ?? '', host: `${hostname()} ${bootId()}`.trim() };
}

/** Whether the owner is proven dead. An owner on another host cannot be: its lock stays. */
export function isDead(owner: LockOwner): boolean {
  if (owner.host !== currentOwner().host) return isEarlierBoot(owner.host);
  try {
    process.kill(owner.processId, 0);
  } catch (error) {
    // EPERM: it lives, and is another user's.
    return (error as { code?: unknown }).code === 'ESRCH';
  }
  const state = processState(owner.processId);
  if (state === undefined) return false;
  return state.isZombie || (owner.startedAt !== '' && state.startedAt !== owner.startedAt);
}

/** The same host, but booted again since: nothing that ran then lives. */
function isEarlierBoot(host: string): boolean {
  const [name, boot] = host.split(' ');
  return name === hostname() && boot !== undefined && bootId() !== '' && boot !== bootId();
}

function bootId(): string {
  return readIfThere('/proc/sys/kernel/random/boot_id')?.trim() ?? '';
}

/** Fields 3 and 22 of `/proc/PID/stat` (proc_pid_stat(5)); the name before them may hold spaces and brackets. */
function processState(processId: number): { readonly isZombie: boolean; readonly startedAt: string } | undefined {
  const stat = readIfThere(`/proc/${processId}/stat`);
  if (stat === undefined) return undefined;
  const fields = stat.slice(stat.lastIndexOf(')') + 2).split(' ');
  return { isZombie: fields[0] === 'Z' || fields[0] === 'X', startedAt: fields[19] ?? '' };
}

function readIfThere(path: string): string | undefined {
  try {
    return readFileSync(path, 'utf8');
  } catch {
    return undefined; // not Linux, or gone meanwhile
  }
}
