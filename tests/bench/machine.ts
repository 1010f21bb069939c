/** The machine of a measurement, without which its figures mean nothing: its processor, and what the processor does in a second. */
import { execFileSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { arch, cpus, loadavg, platform, release, totalmem } from 'node:os';

const commit = () => {
  try {
    const git = (...args: readonly string[]) =>
      execFileSync('git', args, { encoding: 'utf8', stdio: ['ignore', 'pipe', 'ignore'] });
    return `${git('rev-parse', '--short=10', 'HEAD').trim()}${git('status', '--porcelain') === '' ? '' : ' (changed)'}`;
  } catch {
    return undefined;
  }
};

/** Linux's names of the vector units that decide which code of V8, libsodium or ours is fast. */
const VECTOR_UNITS = ['sse4_1', 'avx', 'avx2', 'fma', 'avx512f', 'avx512ifma', 'asimd', 'sve'];

/** The vector units in a text of /proc/cpuinfo. */
export function vectorUnits(cpuinfo: string): readonly string[] {
  const flags = new Set((/^(?:flags|Features)\s*:(.*)$/m.exec(cpuinfo)?.[1] ?? '').trim().split(/\s+/));
  return VECTOR_UNITS.filter((unit) => flags.has(unit));
}

const readCpuinfo = () => {
  try {
    return readFileSync('/proc/cpuinfo', 'utf8');
  } catch {
    return ''; // not Linux
  }
};

export function machine() {
  return {
    cpu: cpus()[0]?.model.trim() ?? 'unknown',
    cores: cpus().length,
    vector_units: vectorUnits(readCpuinfo()),
    memory_gb: Number((totalmem() / 2 ** 30).toFixed(1)),
    os: `${platform()} ${release()} ${arch()}`,
    /** Load average of the last minute, at the end of the measurement. */
    load_average: Number((loadavg()[0] ?? 0).toFixed(2)),
    node: process.version,
    commit: commit(),
  };
}

/** Work for each second of processor time of this process. */
const rateOf = (work: () => number, seconds = 0.2): number => {
  work();
  const begun = process.cpuUsage();
  let done = 0;
  for (;;) {
    done += work();
    const { user, system } = process.cpuUsage(begun);
    if (user + system >= seconds * 1e6) return done / ((user + system) / 1e6);
  }
};

/** Copied memory in gigabytes a second, in pieces of 16 MB, which are larger than most caches. */
const copyRate = (): number => {
  const from = new Uint8Array(16 * 2 ** 20).fill(1);
  const to = new Uint8Array(from.length);
  return rateOf(() => {
    to.set(from);
    return from.length / 1e9;
  });
};

/** JSON that is parsed and written again, in megabytes a second. */
const jsonRate = (): number => {
  const transfers = Array.from({ length: 500 }, (_, i) => ({
    txid: String(i).padStart(64, '0'),
    amount: i * 1e9,
    height: i,
    type: 'in',
    subaddr_index: { major: 0, minor: i },
  }));
  const text = JSON.stringify({ in: transfers });
  return rateOf(() => {
    JSON.stringify(JSON.parse(text));
    return text.length / 1e6;
  });
};

/**
 * Quick figures by which two machines compare. `libsodium` is the rate of one core, where it was found (kernel.ts).
 */
export function yardsticks(libsodium?: number) {
  return {
    copy_gb_per_s: Number(copyRate().toFixed(1)),
    json_mb_per_s: Math.round(jsonRate()),
    ...(libsodium !== undefined && { libsodium_per_s: Math.round(libsodium) }),
  };
}
