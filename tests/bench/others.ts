/** The processor time that other programs of the machine took during a measurement. */
import { randomUUID } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { cpus } from 'node:os';
import { allProcesses, descendants, hasEnvironment, secondsOf, type Stat } from './proc.ts';

/** A sample during which others had more than this share of all cores says nothing of a ratio. */
export const BUSY = 0.1;

/** The first process adopts every orphan, so that its ended children may be ours. */
const INIT = 1;

/** All that this program starts has it in its environment, also when it is an orphan that has not ended yet. */
const MARK = `OSTRO_BENCH_RUN=${randomUUID()}`;
process.env.OSTRO_BENCH_RUN = MARK.slice(MARK.indexOf('=') + 1);

/** CPU seconds that other virtual machines took since the start, in the first line of /proc/stat: the eighth number. */
export function stolenSeconds(stat: string, perSecond: number): number {
  return Number(stat.split('\n', 1)[0]!.trim().split(/\s+/)[8] ?? 0) / perSecond;
}

/**
 * CPU seconds that processes of others took between two lists of all processes. Those that began and ended in between
 * count where their parent had asked how they ended.
 * `root`: its tree is ours, and what `isMarked` says is ours.
 */
export function secondsOfOthers(
  before: readonly Stat[],
  after: readonly Stat[],
  root: number,
  isMarked: (pid: number) => boolean = () => false,
): number {
  const ours = new Set([...descendants(before, root), ...descendants(after, root)].map(({ pid }) => pid));
  for (const list of [before, after])
    for (const { pid: orphan } of list.filter(({ pid }) => isMarked(pid)))
      for (const { pid } of descendants(list, orphan)) ours.add(pid);
  const left = new Set(after.map(({ pid }) => pid));
  const sum = (list: readonly Stat[]) =>
    list
      .filter(({ pid }) => !ours.has(pid))
      .reduce((total, { pid, cpu, ended }) => total + cpu + (pid === INIT ? 0 : ended), 0);
  return sum(after) - sum(before.filter(({ pid, parent }) => left.has(pid) || parent !== INIT));
}

const used = () => {
  // An orphan that has ended has no environment, which would tell whose it was.
  const processes = allProcesses()?.filter(({ parent, isZombie }) => parent !== INIT || !isZombie);
  if (processes === undefined) return undefined;
  const marked = new Set(
    processes.filter(({ pid, parent }) => parent === INIT && hasEnvironment(pid, MARK)).map(({ pid }) => pid),
  );
  return {
    at: performance.now(),
    processes,
    marked,
    stolen: secondsOf(readFileSync('/proc/stat', 'utf8'), stolenSeconds),
  };
};

/** Starts to watch the machine. The answer is the share of all cores that other programs had since, undefined without /proc. */
export function watchOthers(): () => number | undefined {
  const before = used();
  return () => {
    const after = used();
    if (before === undefined || after === undefined) return undefined;
    const whole = ((after.at - before.at) / 1000) * cpus().length;
    const isMarked = (pid: number) => before.marked.has(pid) || after.marked.has(pid);
    const others =
      secondsOfOthers(before.processes, after.processes, process.pid, isMarked) +
      after.stolen -
      before.stolen;
    return whole <= 0 ? 0 : Math.max(0, others / whole);
  };
}
