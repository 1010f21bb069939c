/** The machine of the measurement, without which the figures mean nothing. */
import { execFileSync } from 'node:child_process';
import { arch, cpus, loadavg, platform, release, totalmem } from 'node:os';

const commit = () => {
  try {
    const git = (/** @type {readonly string[]} */ ...args) =>
      execFileSync('git', args, { encoding: 'utf8', stdio: ['ignore', 'pipe', 'ignore'] });
    return `${git('rev-parse', '--short=10', 'HEAD').trim()}${git('status', '--porcelain') === '' ? '' : ' (changed)'}`;
  } catch {
    return undefined;
  }
};

export function machine() {
  return {
    cpu: cpus()[0]?.model.trim() ?? 'unknown',
    cores: cpus().length,
    memory_gb: Number((totalmem() / 2 ** 30).toFixed(1)),
    os: `${platform()} ${release()} ${arch()}`,
    /** Load average of the last minute, at the end of the measurement: above `cores` something disturbed it. */
    load_average: Number((loadavg()[0] ?? 0).toFixed(2)),
    node: process.version,
    commit: commit(),
  };
}
