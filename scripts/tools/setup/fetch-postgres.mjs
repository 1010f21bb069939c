/**
 * PostgreSQL for tests: the one of this machine, else Debian's packages, unpacked into a private folder. Nothing on the system
 * changes, no root needed. Its programs use the C library of this machine.
 */
import { existsSync, mkdirSync, readdirSync, renameSync, rmSync } from 'node:fs';
import { homedir } from 'node:os';
import { join } from 'node:path';
import { debianMirror, lastLine, privateApt } from './fetch-monero.mjs';
import { missingHere } from './missing.mjs';
import { run } from './process.mjs';

const DEBIAN = '/usr/lib/postgresql';
const PACKAGE = 'postgresql-15';
/** Packages of the machine's own C library, and what the programs do not need. */
const LEFT_OUT =
  /^(libc6|libc-bin|libc-l10n|locales|perl|libperl|dpkg|tar|passwd|adduser|openssl|ucf|debconf)[_-]/;

/**
 * Folder of `initdb` and `postgres`, and variables to start them with. OSTRO_POSTGRES names a folder.
 * @param {(line: string) => void} [say]
 * @returns {Promise<{ readonly bin: string, readonly env: Readonly<Record<string, string>> }>}
 */
export async function ensurePostgres(say = () => undefined) {
  const given = process.env['OSTRO_POSTGRES'];
  const versions = existsSync(DEBIAN) ? readdirSync(DEBIAN).sort((a, b) => Number(b) - Number(a)) : [];
  const here = [given ?? '', ...versions.map((version) => join(DEBIAN, version, 'bin'))].find((folder) =>
    existsSync(join(folder, 'initdb')),
  );
  if (here !== undefined) return { bin: here, env: {} };
  // PostgreSQL does not run as root, and another user cannot read root's home.
  const cache =
    process.getuid?.() === 0 ? '/var/cache' : process.env['XDG_CACHE_HOME'] || join(homedir(), '.cache');
  const target = join(cache, 'ostro', 'postgres');
  if (!existsSync(target)) {
    const problem = await fetchPostgres(target, say);
    if (problem !== undefined) throw missingHere(`${problem} Install postgresql, or set OSTRO_POSTGRES.`);
  }
  return fetched(target);
}

/**
 * @param {string} target
 * @returns {{ readonly bin: string, readonly env: Readonly<Record<string, string>> }}
 */
const fetched = (target) => ({
  bin: join(target, 'usr/lib/postgresql/15/bin'),
  env: { LD_LIBRARY_PATH: join(target, 'usr/lib/x86_64-linux-gnu') },
});

/**
 * Fetches into `target`, which appears whole or not at all. Answers undefined, or one sentence on why not.
 * @param {string} target
 * @param {(line: string) => void} say
 * @returns {Promise<string | undefined>}
 */
export async function fetchPostgres(target, say) {
  const work = `${target}.${process.pid}`;
  rmSync(work, { recursive: true, force: true });
  for (const dir of ['apt/lists/partial', 'apt/archives/partial', 'root'])
    mkdirSync(join(work, dir), { recursive: true });
  try {
    const mirror = await debianMirror(join(work, 'apt'));
    if (mirror === undefined) return 'apt here does not use a Debian mirror to fetch PostgreSQL from.';
    say("Fetching PostgreSQL from Debian's packages (once, about 70 MB)…");
    const apt = privateApt(join(work, 'apt'), mirror, 'bookworm');
    for (const step of [['update'], ['install', '-y', '--download-only', PACKAGE]]) {
      const { code, output } = await apt(step);
      if (code !== 0) return `apt could not fetch PostgreSQL: ${lastLine(output)}.`;
    }
    const archives = join(work, 'apt', 'archives');
    for (const deb of readdirSync(archives).filter((name) => name.endsWith('.deb') && !LEFT_OUT.test(name))) {
      const { code, output } = await run('dpkg-deb', ['-x', join(archives, deb), join(work, 'root')], {
        quiet: true,
      });
      if (code !== 0) return `Could not unpack ${deb}: ${lastLine(output)}.`;
    }
    rmSync(target, { recursive: true, force: true });
    renameSync(join(work, 'root'), target);
    return undefined;
  } finally {
    rmSync(work, { recursive: true, force: true });
  }
}
