/** The processor time that other programs of the machine took during a measurement. */
import { readFileSync } from 'node:fs';
import { cpus } from 'node:os';
import { cpuWithEnded, secondsOf } from './proc.ts';

/** A sample during which others had more than this share of all cores says nothing of a ratio. */
export const BUSY = 0.1;

/**
 * CPU seconds of the whole machine since its start, in the first line of /proc/stat: user, nice, system, idle, iowait, irq, softirq
 * and steal, which is what other virtual machines took. All but idle and iowait count.
 */
export function busySeconds(stat: string, perSecond: number): number {
  const [user = 0, nice = 0, system = 0, , , irq = 0, softirq = 0, steal = 0] = stat
    .split('\n', 1)[0]!
    .trim()
    .split(/\s+/)
    .slice(1)
    .map(Number);
  return (user + nice + system + irq + softirq + steal) / perSecond;
}

const used = () => {
  const own = cpuWithEnded(process.pid);
  if (own === undefined) return undefined;
  return { at: performance.now(), others: secondsOf(readFileSync('/proc/stat', 'utf8'), busySeconds) - own };
};

/** Starts to watch the machine. The answer is the share of all cores that other programs had since, undefined without /proc. */
export function watchOthers(): () => number | undefined {
  const before = used();
  return () => {
    const after = used();
    if (before === undefined || after === undefined) return undefined;
    const whole = ((after.at - before.at) / 1000) * cpus().length;
    return whole <= 0 ? 0 : Math.max(0, (after.others - before.others) / whole);
  };
}
