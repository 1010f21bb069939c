/**
 * What processes cost, read from /proc: CPU time of a whole tree and of its renderers, memory not backed by files.
 * Where there is no /proc every figure is undefined, and the tables say "-".
 */
import { execFileSync } from 'node:child_process';
import { existsSync, readdirSync, readFileSync } from 'node:fs';

const supported = existsSync('/proc/self/stat');
/** Clock ticks per second of the times in /proc. */
const ticks = () => (tickRate ??= Number(execFileSync('getconf', ['CLK_TCK'], { encoding: 'utf8' })));
let tickRate;

const read = (path) => {
  try {
    return readFileSync(path, 'utf8');
  } catch {
    return ''; // ended meanwhile
  }
};

/** {pid, parent, cpu} of one line of /proc/pid/stat; the name in parentheses may hold anything. */
export function parseStat(line, perSecond = 100) {
  const fields = line.slice(line.lastIndexOf(')') + 2).split(' ');
  return {
    pid: Number.parseInt(line, 10),
    parent: Number(fields[1]),
    cpu: (Number(fields[11]) + Number(fields[12])) / perSecond,
  };
}

/** Resident memory of /proc/pid/status in MB: all of it, and the part that no file backs. */
export function parseStatus(text) {
  const kb = (name) => Number(new RegExp(`^${name}:\\s+(\\d+) kB`, 'm').exec(text)?.[1] ?? 0);
  return { rss: kb('VmRSS') / 1024, own: (kb('RssAnon') + kb('RssShmem')) / 1024 };
}

/** `root` and all its descendants: [{pid, parent, cpu, args}]. */
const treeOf = (root) => {
  const all = readdirSync('/proc')
    .filter((name) => /^\d+$/.test(name))
    .map((pid) => read(`/proc/${pid}/stat`))
    .filter((line) => line !== '')
    .map((line) => parseStat(line, ticks()));
  const found = all.filter(({ pid }) => pid === root);
  for (let i = 0; i < found.length; i++) found.push(...all.filter(({ parent }) => parent === found[i].pid));
  return found.map((each) => ({ ...each, args: read(`/proc/${each.pid}/cmdline`) }));
};

/** CPU seconds of `root` and its descendants since they began; undefined where there is no /proc. */
export function cpuOf(root) {
  return !supported || root === undefined ? undefined : treeOf(root).reduce((sum, { cpu }) => sum + cpu, 0);
}

/** The process whose command line holds `mark`: how a browser that another library started is found. */
export function findProcess(mark) {
  if (!supported) return undefined;
  const pids = readdirSync('/proc').filter((name) => /^\d+$/.test(name));
  const found = pids.filter((pid) => read(`/proc/${pid}/cmdline`).includes(mark)).map(Number);
  // Children may repeat the flag: the eldest is the one that was started.
  return found.sort((a, b) => a - b)[0];
}

const isRenderer = ({ args }) => args.includes('--type=renderer');

/** Memory that no file backs, in MB, of each renderer below `root`: what a page takes before it is asked anything. */
export function renderersMemory(root) {
  return !supported || root === undefined
    ? new Map()
    : new Map(
        treeOf(root)
          .filter(isRenderer)
          .map(({ pid }) => [pid, parseStatus(read(`/proc/${pid}/status`)).own]),
      );
}

/**
 * Starts to measure the tree below `root`. `stop()` answers CPU seconds spent since then by the whole tree (`cpu`) and,
 * of a browser, by the renderer that worked most (`rendererCpu`: there is a spare one too), and peaks in MB of that
 * renderer, else of the whole tree: `rss` is all that is resident, `own` what no file backs, above `floor`,
 * and `ownBefore` the same at the beginning.
 */
export function meter(root, { floor = new Map(), everyMs = 25 } = {}) {
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
  const timer = setInterval(look, everyMs);
  return {
    stop: () => {
      clearInterval(timer);
      look();
      const spent = treeOf(root).map((each) => ({
        ...each,
        cpu: each.cpu - (before.find(({ pid }) => pid === each.pid)?.cpu ?? 0),
      }));
      const sum = (list, what) => list.reduce((total, each) => total + what(each), 0);
      const busiest = spent.filter(isRenderer).sort((a, b) => b.cpu - a.cpu)[0];
      const measured = [...peaks].filter(([pid]) => busiest === undefined || pid === busiest.pid);
      return {
        cpu: sum(spent, ({ cpu }) => cpu),
        ...(busiest && { rendererCpu: busiest.cpu }),
        own: sum(measured, ([pid, peak]) => peak.own - (floor.get(pid) ?? 0)),
        ownBefore: sum(measured, ([pid]) => first.get(pid) - (floor.get(pid) ?? 0)),
        rss: sum(measured, ([, peak]) => peak.rss),
      };
    },
  };
}
