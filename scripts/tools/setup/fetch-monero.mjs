/**
 * Monero's programs out of Debian trixie's packages, unpacked with the libraries they were built with into a private
 * folder: nothing on the system changes, no root needed. apt verifies every package; the mirror is whatever this
 * machine's apt already uses.
 */
import { chmodSync, existsSync, mkdirSync, readdirSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { homedir } from 'node:os';
import { dirname, join } from 'node:path';
import { run } from './process.mjs';

export const MONERO_PROGRAMS = ['monerod', 'monero-wallet-rpc', 'monero-wallet-cli'];

/** Where the fetched programs lie: `bin/` holds them. */
export function moneroCache() {
  return join(process.env.XDG_CACHE_HOME || join(homedir(), '.cache'), 'ostro', 'monero');
}

/**
 * Fetches into `target`, which appears whole or not at all. Answers undefined, or one sentence on why not.
 * @param {string} target
 * @param {(line: string) => void} say
 * @returns {Promise<string | undefined>}
 */
export async function fetchMonero(target, say) {
  if ((await run('apt-get', ['--version'], { quiet: true })).code !== 0) {
    return 'No recent Monero found, and there is no apt here to fetch it with.';
  }
  const work = `${target}.${process.pid}`;
  rmSync(work, { recursive: true, force: true });
  for (const dir of ['apt/lists/partial', 'apt/archives/partial', 'new/root', 'new/bin']) {
    mkdirSync(join(work, dir), { recursive: true });
  }
  try {
    const mirror = await debianMirror(join(work, 'apt'));
    if (mirror === undefined)
      return 'No recent Monero found, and apt here does not use a Debian mirror to fetch it from.';
    say("Fetching Monero from Debian's packages (once, about 30 MB)…");
    const apt = privateApt(join(work, 'apt'), mirror, 'trixie');
    for (const step of [['update'], ['install', '-y', '--download-only', 'monero']]) {
      const { code, output } = await apt(step);
      if (code !== 0) return `apt could not fetch Monero: ${lastLine(output)}.`;
    }
    const problem = await unpack(join(work, 'apt', 'archives'), join(work, 'new'));
    if (problem !== undefined) return problem;
    rmSync(target, { recursive: true, force: true });
    renameSync(join(work, 'new'), target);
    return undefined;
  } finally {
    rmSync(work, { recursive: true, force: true });
  }
}

/**
 * The Debian mirror of this machine's own apt sources. `indextargets` knows only what `apt-get update` has fetched;
 * where that never ran, what an update would fetch says the same, and asking for it needs neither root nor network.
 * @param {string} dir
 */
export async function debianMirror(dir) {
  const fetched = await run('apt-get', ['indextargets', '--format', '$(REPO_URI)', 'Created-By: Packages'], {
    quiet: true,
  });
  const planned = async () => {
    const options = ['-o', `Dir::State::lists=${join(dir, 'lists')}`];
    const { output } = await run('apt-get', [...options, 'update', '--print-uris'], { quiet: true });
    return output.split('\n').map((line) => /^'(.*)\/dists\//.exec(line)?.[1] ?? '');
  };
  const isDebian = (/** @type {string} */ uri) => /\/debian\/*$/.test(uri);
  return fetched.output.split('\n').find(isDebian) ?? (await planned()).find(isDebian);
}

/**
 * An apt with its own sources, state and cache, and without the system's hooks.
 * @param {string} dir
 * @param {string} mirror
 * @param {string} suite
 */
export function privateApt(dir, mirror, suite) {
  const keyring = ['gpg', 'pgp']
    .map((ending) => `/usr/share/keyrings/debian-archive-keyring.${ending}`)
    .find((path) => existsSync(path));
  const signed = keyring === undefined ? '' : `[signed-by=${keyring}] `;
  writeFileSync(join(dir, 'sources.list'), `deb ${signed}${mirror} ${suite} main\n`);
  writeFileSync(join(dir, 'status'), '');
  const set = {
    'Dir::Etc::sourcelist': join(dir, 'sources.list'),
    'Dir::Etc::sourceparts': '/dev/null',
    'Dir::Etc::preferences': '/dev/null',
    'Dir::Etc::preferencesparts': '/dev/null',
    'Dir::State': dir,
    'Dir::State::lists': join(dir, 'lists'),
    'Dir::State::status': join(dir, 'status'),
    'Dir::Cache': dir,
    'Dir::Cache::archives': join(dir, 'archives'),
    'APT::Install-Recommends': 'false',
    'APT::Sandbox::User': '',
    'APT::Default-Release': '',
    'Acquire::Languages': 'none',
    'Acquire::Retries': '3',
  };
  const hooks = ['APT::Update::Pre-Invoke', 'APT::Update::Post-Invoke', 'APT::Update::Post-Invoke-Success'];
  const dpkgHooks = ['DPkg::Pre-Invoke', 'DPkg::Post-Invoke', 'DPkg::Pre-Install-Pkgs'];
  writeFileSync(
    join(dir, 'apt.conf'),
    [
      ...[...hooks, ...dpkgHooks].map((name) => `#clear ${name};`),
      ...Object.entries(set).map(([name, value]) => `${name} "${value}";`),
      '',
    ].join('\n'),
  );
  return (/** @type {readonly string[]} */ args) =>
    run('apt-get', ['-qq', '-c', join(dir, 'apt.conf'), ...args], { quiet: true });
}

/**
 * Unpacks the packages and writes one wrapper per program that starts it with its own loader and libraries. Answers
 * undefined, or one sentence on why not.
 * @param {string} archives
 * @param {string} into
 */
const unpack = async (archives, into) => {
  const root = join(into, 'root');
  for (const deb of readdirSync(archives).filter((name) => name.endsWith('.deb'))) {
    const { code, output } = await run('dpkg-deb', ['-x', join(archives, deb), root], { quiet: true });
    if (code !== 0) return `Could not unpack ${deb}: ${lastLine(output)}.`;
  }
  rmSync(join(root, 'usr/share'), { recursive: true, force: true });
  const files = readdirSync(root, { recursive: true, encoding: 'utf8' });
  const loader = files.find((path) => /(^|\/)ld-linux[^/]*\.so\.\d+$/.test(path));
  const libc = files.find((path) => /(^|\/)libc\.so\.6$/.test(path));
  if (loader === undefined || libc === undefined) return 'The fetched packages hold no C library.';
  for (const name of MONERO_PROGRAMS) {
    if (!existsSync(join(root, 'usr/bin', name))) return `The fetched packages hold no ${name}.`;
    const at = (/** @type {string} */ path) => `"$root/${path}"`;
    const wrapper = join(into, 'bin', name);
    writeFileSync(
      wrapper,
      `#!/bin/sh\nroot=$(dirname "$(readlink -f "$0")")/../root\n` +
        `exec ${at(loader)} --library-path ${at(dirname(libc))} ${at(`usr/bin/${name}`)} "$@"\n`,
    );
    chmodSync(wrapper, 0o755);
  }
  return undefined;
};

/** @param {string} text */
export function lastLine(text) {
  return text.trim().split('\n').at(-1) ?? '';
}
