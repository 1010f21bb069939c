/** SIGKILL for a process and everything it started. */
import { readdirSync, readFileSync } from 'node:fs';
import { until } from '../support/until.ts';

interface ProcessInfo {
  readonly pid: number;
  readonly parent: number;
  readonly command: string;
}

function allProcesses(): ProcessInfo[] {
  return readdirSync('/proc').flatMap((entry) => {
    const pid = Number(entry);
    if (!Number.isInteger(pid)) return [];
    try {
      // The name in parentheses may hold spaces: the parent is the second field after it.
      const stat = readFileSync(`/proc/${pid}/stat`, 'utf8');
      const parent = Number(stat.slice(stat.lastIndexOf(')') + 2).split(' ')[1]);
      const command = readFileSync(`/proc/${pid}/cmdline`, 'utf8').replaceAll('\0', ' ');
      return [{ pid, parent, command }];
    } catch {
      return []; // It ended meanwhile.
    }
  });
}

/** `root` and its descendants, and every process whose command line holds `marker`, such as a profile folder. */
export function processTree(root: number | undefined, marker?: string): number[] {
  const all = allProcesses();
  const found = new Set<number>();
  const add = (pid: number): void => {
    if (found.has(pid)) return;
    found.add(pid);
    for (const child of all) if (child.parent === pid) add(child.pid);
  };
  if (root !== undefined) add(root);
  if (marker !== undefined)
    for (const { pid, command } of all) if (pid !== process.pid && command.includes(marker)) add(pid);
  return [...found];
}

/** Kills the descendants of `root` that have such a command line, and waits until they are gone. */
export async function killBelow(root: number, command: RegExp): Promise<void> {
  const below = new Set(processTree(root));
  const pids = allProcesses()
    .filter((each) => below.has(each.pid) && command.test(each.command))
    .map(({ pid }) => pid);
  if (pids.length === 0) throw new Error(`Process ${root} has no descendant like ${String(command)}`);
  for (const pid of pids) kill(pid);
  await until(() => !pids.some(isAlive));
}

/** Kills all of them at once and waits until none is left. */
export async function killTree(root: number | undefined, marker?: string): Promise<void> {
  const pids = processTree(root, marker);
  for (const pid of pids) kill(pid);
  await until(() => !pids.some(isAlive));
}

/** Resident memory of a process tree, in bytes. */
export function residentMemory(root: number | undefined, marker?: string): number {
  return processTree(root, marker).reduce((sum, pid) => {
    try {
      const kilobytes = /^Rss:\s+(\d+) kB/m.exec(readFileSync(`/proc/${pid}/smaps_rollup`, 'utf8'))?.[1];
      return sum + Number(kilobytes ?? 0) * 1024;
    } catch {
      return sum;
    }
  }, 0);
}

function kill(pid: number): void {
  try {
    process.kill(pid, 'SIGKILL');
  } catch {
    // It has ended already.
  }
}

function isAlive(pid: number): boolean {
  try {
    const stat = readFileSync(`/proc/${pid}/stat`, 'utf8');
    return stat.slice(stat.lastIndexOf(')') + 2)[0] !== 'Z';
  } catch {
    return false;
  }
}
