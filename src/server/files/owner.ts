/**
 * Identifies this program in a lock file, and decides whether the program that wrote a lock file still runs. A process id
 * alone does not tell: the system gives it to another program later, and each container has its own numbers.
 */
import { randomBytes } from 'node:crypto';
import { readFileSync, readlinkSync } from 'node:fs';
import { hostname } from 'node:os';
import { codeOf } from '../errors.mjs';
import { parseJson } from '../json.mjs';

/** A running owner rewrites its file at this interval … */
export const BEAT_MS = 15_000;
/** … and an owner whose process this program cannot see counts as ended when it has not done so for this time. */
export const SILENT_MS = 60_000;

/** The identity of a program. Linux gives all of it; elsewhere `boot`, `namespace` and `start` are undefined. */
export interface ProgramIdentity {
  readonly id: string;
  readonly host?: string;
  readonly boot?: string | undefined;
  readonly namespace?: string | undefined;
  readonly pid?: number;
  readonly start?: string | undefined;
}

export function thisProgram(): ProgramIdentity {
  return {
    id: randomBytes(16).toString('hex'),
    host: hostname(),
    boot: textOf('/proc/sys/kernel/random/boot_id'),
    namespace: attempt(() => readlinkSync('/proc/self/ns/pid')),
    pid: process.pid,
    start: startOf('self'),
  };
}

/** The content of a lock file: the above as JSON, or the bare process id of older versions. */
export function readOwner(text: string | undefined): ProgramIdentity {
  try {
    const value = parseJson(text ?? '');
    if (typeof value === 'number') return { id: `pid-${value}`, pid: value };
    const owner = value as ProgramIdentity;
    if (/^[0-9a-f]{32}$/.test(owner.id) && Number.isSafeInteger(owner.pid)) return owner;
  } catch {
    // Below.
  }
  return { id: 'unreadable', host: '' };
}

/** `silentMs`: how long ago it last wrote its file, by the clock of that file's disk. */
export function isEnded(owner: ProgramIdentity, me: ProgramIdentity, silentMs: number) {
  if (owner.id.startsWith('pid-')) return !isRunning(owner.pid) || isYounger(owner.pid, silentMs);
  const canLook =
    owner.boot === undefined
      ? owner.host === me.host && me.boot === undefined
      : owner.boot === me.boot && owner.namespace === me.namespace;
  if (!canLook) return silentMs > SILENT_MS;
  if (owner.start !== undefined) return startOf(owner.pid) !== owner.start;
  return !isRunning(owner.pid) || silentMs > SILENT_MS;
}

const attempt = <T>(work: () => T) => {
  try {
    return work();
  } catch {
    return undefined;
  }
};
const textOf = (path: string) => attempt(() => readFileSync(path, 'utf8').trim());

/**
 * When a process began, in ticks since the machine did: with its id this names it. Upstream: proc(5), field 22 of stat.
 */
const startOf = (pid: number | string | undefined) => {
  const stat = textOf(`/proc/${pid}/stat`);
  // The second field is the program's name, which may hold spaces and parentheses.
  const fields = stat?.slice(stat.lastIndexOf(')') + 2).split(' ');
  // A zombie has ended; its parent has not read its exit code yet.
  return fields && fields[0] !== 'Z' ? fields[19] : undefined;
};

/**
 * True if a process began after the file was written: then another one had this id. Ticks are hundredths of a second.
 */
const isYounger = (pid: number | undefined, silentMs: number) => {
  const start = startOf(pid);
  const uptime = textOf('/proc/uptime')?.split(' ')[0];
  return (
    start !== undefined &&
    uptime !== undefined &&
    Number(uptime) * 1000 - Number(start) * 10 < silentMs - 2000
  );
};

export function isRunning(pid: number | undefined) {
  if (pid === undefined) return false;
  try {
    process.kill(pid, 0);
    return true;
  } catch (error) {
    return codeOf(error) === 'EPERM';
  }
}
