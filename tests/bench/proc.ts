/**
 * CPU time and memory of processes, read from /proc: CPU time of a whole tree and of its renderers, memory not backed
 * by files. Where there is no /proc every figure is undefined, and the tables say "-".
 */
import { execFileSync } from 'node:child_process';
import { existsSync, readdirSync, readFileSync } from 'node:fs';

const supported = existsSync('/proc/self/stat');
/** Clock ticks per second of the times in /proc. */
const ticks = () => (tickRate ??= Number(execFileSync('getconf', ['CLK_TCK'], { encoding: 'utf8' })));
let tickRate: number | undefined;

const read = (path: string) => {
  try {
    return readFileSync(path, 'utf8');
  } catch {
    return ''; // ended meanwhile
  }
};

/** CPU time in seconds. */
export interface Stat {
  readonly pid: number;
  readonly parent: number;
  readonly cpu: number;
  /** Of its children that have ended. */
  readonly ended: number;
  readonly isZombie?: boolean;
}
type Process = Stat & { readonly args: string };

/**
 * One line of /proc/pid/stat; the name in parentheses may hold anything.
 * `perSecond`: clock ticks
 */
export function parseStat(line: string, perSecond: number = 100): Stat {
  const fields = line.slice(line.lastIndexOf(')') + 2).split(' ');
  return {
    pid: Number.parseInt(line, 10),
    parent: Number(fields[1]),
    isZombie: fields[0] === 'Z',
    cpu: (Number(fields[11]) + Number(fields[12])) / perSecond,
    ended: (Number(fields[13]) + Number(fields[14])) / perSecond,
  };
}

/** Resident memory of /proc/pid/status in MB: all of it, and the part that no file backs. */
export function parseStatus(text: string): { readonly rss: number; readonly own: number } {
  const kb = (name: string) => Number(new RegExp(`^${name}:\\s+(\\d+) kB`, 'm').exec(text)?.[1] ?? 0);
  return { rss: kb('VmRSS') / 1024, own: (kb('RssAnon') + kb('RssShmem')) / 1024 };
}

/** All processes of the machine, undefined where there is no /proc. */
export function allProcesses(): readonly Stat[] | undefined {
  if (!supported) return undefined;
  return readdirSync('/proc')
    .filter((name) => /^\d+$/.test(name))
    .map((pid) => read(`/proc/${pid}/stat`))
    .filter((line) => line !== '')
    .map((line) => parseStat(line, ticks()));
}

/** `root` and all its descendants. */
export function descendants(all: readonly Stat[], root: number): readonly Stat[] {
  const found = all.filter(({ pid }) => pid === root);
  // The list grows while it is read.
  for (const { pid } of found) found.push(...all.filter(({ parent }) => parent === pid));
  return found;
}

const treeOf = (root: number): readonly Process[] =>
  descendants(allProcesses() ?? [], root).map((each) => ({
    ...each,
    args: read(`/proc/${each.pid}/cmdline`),
  }));

/** CPU seconds of `root` and its descendants since they began; undefined where there is no /proc. */
export function cpuOf(root: number | undefined) {
  return !supported || root === undefined ? undefined : treeOf(root).reduce((sum, { cpu }) => sum + cpu, 0);
}

/** True if a process has this in its environment: `NAME=value`. */
export function hasEnvironment(pid: number, entry: string): boolean {
  return read(`/proc/${pid}/environ`).split('\0').includes(entry);
}

/** Calls a reader of a text of /proc with the clock ticks per second. */
export function secondsOf(text: string, read: (text: string, perSecond: number) => number): number {
  return read(text, ticks());
}

/** The process whose command line contains `mark`, to find a browser that another library started. */
export function findProcess(mark: string) {
  if (!supported) return undefined;
  const pids = readdirSync('/proc').filter((name) => /^\d+$/.test(name));
  const found = pids.filter((pid) => read(`/proc/${pid}/cmdline`).includes(mark)).map(Number);
  // Children may repeat the flag: the eldest is the one that was started.
  return found.sort((a, b) => a - b)[0];
}

const isRenderer = ({ args }: Process) => args.includes('--type=renderer');

/** Memory that no file backs, in MB, of each renderer below `root`: what a page uses before any work. */
export function renderersMemory(root: number | undefined): ReadonlyMap<number, number> {
  return !supported || root === undefined
    ? new Map()
    : new Map(
        treeOf(root)
          .filter(isRenderer)
          .map(({ pid }) => [pid, parseStatus(read(`/proc/${pid}/status`)).own]),
      );
}

/**
 * The cost of some work; all fields are undefined where there is no /proc. Memory is the peak in MB of the renderer
 * that worked most (there is a spare one too), or of the whole tree where there is no renderer.
 */
export interface Cost {
  /** CPU seconds of the whole tree. */
  readonly cpu?: number;
  /** CPU seconds of the renderer that worked most. */
  readonly rendererCpu?: number;
  /** Those of its workers, busiest first: the scan workers and the wallet worker. */
  readonly workersCpu?: readonly number[];
  /** All that is resident. */
  readonly rss?: number;
  /** What no file backs, above the floor. */
  readonly own?: number;
  /** The same at the beginning. */
  readonly ownBefore?: number;
}

/** CPU seconds of each web worker of a process, by thread id. */
const workersOf = (pid: number): ReadonlyMap<string, number> => {
  const threads = existsSync(`/proc/${pid}/task`) ? readdirSync(`/proc/${pid}/task`) : [];
  return new Map(
    threads
      .map((id) => [id, read(`/proc/${pid}/task/${id}/stat`)] as const)
      // The name is cut at 15 letters.
      .filter(([, line]) => line.includes('(DedicatedWorker)'))
      .map(([id, line]) => [id, parseStat(line, ticks()).cpu]),
  );
};

const NO_FLOOR: ReadonlyMap<number, number> = new Map();

/** Starts to measure the tree below `root`. `stop()` answers what was spent since then. */
export function meter(
  root: number | undefined,
  {
    floor = NO_FLOOR,
    everyMs = 25,
  }: { readonly floor?: ReadonlyMap<number, number>; readonly everyMs?: number } = {},
): { readonly stop: () => Cost } {
  if (!supported || root === undefined) return { stop: () => ({}) };
  const before = treeOf(root);
  const watched = before.some(isRenderer) ? before.filter(isRenderer) : before;
  const peaks = new Map(watched.map(({ pid }) => [pid, { own: 0, rss: 0 }]));
  const look = () => {
    for (const [pid, peak] of peaks) {
      const { own, rss } = parseStatus(read(`/proc/${pid}/status`));
      peak.own = Math.max(peak.own, own);
      peak.rss = Math.max(peak.rss, rss);
    }
  };
  look();
  const first = new Map([...peaks].map(([pid, { own }]) => [pid, own]));
  const workersBefore = new Map(watched.map(({ pid }) => [pid, workersOf(pid)]));
  const timer = setInterval(look, everyMs);
  return {
    stop: () => {
      clearInterval(timer);
      look();
      const spent = treeOf(root).map((each) => ({
        ...each,
        cpu: each.cpu - (before.find(({ pid }) => pid === each.pid)?.cpu ?? 0),
      }));
      const sum = (list: readonly number[]) => list.reduce((total, each) => total + each, 0);
      const busiest = spent.filter(isRenderer).sort((a, b) => b.cpu - a.cpu)[0];
      const measured = [...peaks].filter(([pid]) => busiest === undefined || pid === busiest.pid);
      return {
        cpu: sum(spent.map(({ cpu }) => cpu)),
        ...(busiest && {
          rendererCpu: busiest.cpu,
          workersCpu: [...workersOf(busiest.pid)]
            .map(([id, worker]) => worker - (workersBefore.get(busiest.pid)?.get(id) ?? 0))
            .sort((a, b) => b - a),
        }),
        own: sum(measured.map(([pid, peak]) => peak.own - (floor.get(pid) ?? 0))),
        ownBefore: sum(measured.map(([pid]) => (first.get(pid) ?? 0) - (floor.get(pid) ?? 0))),
        rss: sum(measured.map(([, peak]) => peak.rss)),
      };
    },
  };
}
