/**
 * Everything that a new machine lacks, installed once and reused: dependencies, Monero's programs, a Chromium. Runs
 * before `npm ci`, so it uses nothing but Node. Safe when two processes do it at once.
 */
import { existsSync, readFileSync } from 'node:fs';
import { delimiter, join, resolve } from 'node:path';
import { fetchMonero, MONERO_PROGRAMS, moneroCache } from './fetch-monero.mjs';
import { withLock } from './lock.mjs';
import { run } from './process.mjs';
import { SetupError } from '../../../src/server/errors.mjs';
import { parseJson } from '../../../src/server/json.mjs';

export const projectRoot = resolve(import.meta.dirname, '../../..');
const oldestMonero = [0, 18, 1, 1];

const say = (/** @type {string} */ line) => console.log(line);

/** `npm ci`, unless node_modules already holds what the lock file asks for. */
export async function ensureDependencies() {
  if (dependenciesMatch()) return;
  await withLock(
    join(projectRoot, '.cache', 'npm-ci.lock'),
    async () => {
      if (dependenciesMatch()) return;
      say('Installing dependencies from the lock file…');
      // No script of a package runs here: none of ours needs one (tests/unit/scripts/tools/setup/install.test.ts).
      const args = ['ci', '--ignore-scripts', '--no-audit', '--no-fund', '--loglevel=error'];
      const npm = process.env.npm_execpath;
      const { code, output } = npm?.endsWith('.js')
        ? await run(process.execPath, [npm, ...args], { cwd: projectRoot, quiet: true })
        : await run('npm', args, { cwd: projectRoot, quiet: true });
      if (code !== 0)
        throw new SetupError(`npm ci failed:\n${output.trim().split('\n').slice(0, 30).join('\n')}`);
    },
    () => say('Waiting for another set-up to install the dependencies…'),
  );
}

/**
 * A package in a lock file, as far as it is compared.
 * @typedef {object} LockedPackage
 * @property {string} [version]
 * @property {string} [integrity]
 * @property {boolean} [link]
 * @property {boolean} [optional]
 * @property {boolean} [devOptional]
 * @property {boolean} [peer]
 */

/**
 * The packages of a lock file, by their path.
 * @param {string} file
 */
const packagesOf = (file) => {
  const text = readFileSync(join(projectRoot, file), 'utf8');
  return /** @type {{ packages: Readonly<Record<string, LockedPackage>> }} */ (parseJson(text)).packages;
};

/** Compares what npm recorded in node_modules with the lock file, by content: file times lie after a clone. */
const dependenciesMatch = () => {
  /** @type {Readonly<Record<string, LockedPackage>>} */
  let installed;
  try {
    installed = packagesOf('node_modules/.package-lock.json');
  } catch {
    return false;
  }
  return Object.entries(packagesOf('package-lock.json')).every(([path, wanted]) => {
    if (path === '' || wanted.link) return true;
    const found = installed[path];
    if (found === undefined) return Boolean(wanted.optional || wanted.devOptional || wanted.peer);
    return found.version === wanted.version && found.integrity === wanted.integrity;
  });
};

/** The folder of a recent monerod, monero-wallet-rpc and monero-wallet-cli; fetched if there is none. */
export async function ensureMonero() {
  const wished = process.env.OSTRO_MONERO;
  if (wished) {
    const version = await moneroVersion(wished);
    if (isRecent(version)) return resolve(wished);
    throw new SetupError(
      `OSTRO_MONERO (${wished}) does not hold ${MONERO_PROGRAMS.join(', ')} of at least ${oldestMonero.join('.')}.`,
    );
  }
  const cached = join(moneroCache(), 'bin');
  for (const dir of [...pathDirs().filter((dir) => holds(dir, MONERO_PROGRAMS)), cached]) {
    if (isRecent(await moneroVersion(dir))) return dir;
  }
  await withLock(
    `${moneroCache()}.lock`,
    async () => {
      if (isRecent(await moneroVersion(cached))) return;
      const problem = await fetchMonero(moneroCache(), say);
      if (problem !== undefined) throw new SetupError(`${problem} ${installMonero}`);
    },
    () => say('Waiting for another set-up to fetch Monero…'),
  );
  if (isRecent(await moneroVersion(cached))) return cached;
  throw new SetupError(`The fetched Monero programs do not run on this machine. ${installMonero}`);
}

const installMonero =
  `Install Monero ${oldestMonero.join('.')} or later (monerod, monero-wallet-rpc and monero-wallet-cli, from ` +
  'getmonero.org) on PATH or name its folder in OSTRO_MONERO; the wallet itself needs none of it: any node URL will do.';

/**
 * [0, 18, 4, 0], or undefined when the programs are missing or do not run.
 * @param {string} dir
 */
export async function moneroVersion(dir) {
  if (!holds(dir, MONERO_PROGRAMS)) return undefined;
  const { code, output } = await run(join(dir, 'monerod'), ['--version'], { quiet: true, timeout: 30_000 });
  const match = /v(\d+)\.(\d+)\.(\d+)\.(\d+)/.exec(output);
  return code === 0 && match ? match.slice(1).map(Number) : undefined;
}

const isRecent = (/** @type {readonly number[] | undefined} */ version) => {
  if (version === undefined) return false;
  const newer = version
    .map((part, i) => part - (oldestMonero[i] ?? 0))
    .find((difference) => difference !== 0);
  return newer === undefined || newer > 0;
};

const pathDirs = () => (process.env.PATH ?? '').split(delimiter).filter((dir) => dir !== '');
/**
 * @param {string} dir
 * @param {readonly string[]} names
 */
const holds = (dir, names) => names.every((name) => existsSync(join(dir, name)));

const chromiumNames = ['chromium', 'google-chrome', 'google-chrome-stable', 'chromium-browser'];
const chromiumPlaces = [
  ...chromiumNames.map((name) => `/usr/bin/${name}`),
  '/Applications/Google Chrome.app/Contents/MacOS/Google Chrome',
  '/Applications/Chromium.app/Contents/MacOS/Chromium',
];

/** The path of a Chromium or Chrome that is already here; undefined if there is none. */
export function findChromium() {
  const wished = process.env.OSTRO_CHROMIUM;
  if (wished) return existsSync(wished) ? wished : undefined;
  const onPath = pathDirs().flatMap((dir) => chromiumNames.map((name) => join(dir, name)));
  return [...chromiumPlaces, ...onPath].find((path) => existsSync(path));
}

/**
 * The path of Chromium's headless shell, which does what most tests need at less than half the cost; the path of any
 * Chromium where there is none. The shell cannot install apps or run extensions.
 */
export function findHeadlessShell() {
  const wished = process.env.OSTRO_HEADLESS_SHELL;
  if (wished) return existsSync(wished) ? wished : undefined;
  const names = ['chromium-headless-shell', 'chrome-headless-shell'];
  const onPath = pathDirs().flatMap((dir) => names.map((name) => join(dir, name)));
  return process.env.OSTRO_CHROMIUM ? findChromium() : (onPath.find(existsSync) ?? findChromium());
}

/**
 * The path of a Chromium; installed with apt, together with the headless shell, if there is none and we may.
 * @returns {Promise<string>}
 */
export async function ensureChromium() {
  const found = findChromium();
  if (found !== undefined && findHeadlessShell() !== found) return found;
  const advice = 'Install Chromium or Chrome, or name it in OSTRO_CHROMIUM.';
  if (process.env.OSTRO_CHROMIUM) {
    if (found !== undefined) return found;
    throw new SetupError(`OSTRO_CHROMIUM (${process.env.OSTRO_CHROMIUM}) does not exist. ${advice}`);
  }
  if (process.getuid?.() !== 0 || (await run('apt-get', ['--version'], { quiet: true })).code !== 0) {
    if (found !== undefined) return found;
    throw new SetupError(`No Chromium found, and it can only be installed here by root with apt. ${advice}`);
  }
  return withLock('/var/tmp/ostro-chromium.lock', async () => {
    const complete = findChromium() !== findHeadlessShell();
    const output = complete ? '' : await installChromium();
    const installed = findChromium();
    if (installed !== undefined) return installed;
    throw new SetupError(`apt could not install Chromium: ${output.trim().split('\n').at(-1)} ${advice}`);
  });
}

/** Answers what apt printed. */
const installChromium = async () => {
  say('Installing Chromium with apt…');
  const apt = (/** @type {readonly string[]} */ ...args) =>
    run('apt-get', ['-qq', '-o', 'DPkg::Lock::Timeout=300', ...args], {
      quiet: true,
      env: { ...process.env, DEBIAN_FRONTEND: 'noninteractive' },
    });
  await apt('update');
  const packages = ['chromium', 'chromium-headless-shell', 'fonts-dejavu-core'];
  const { output } = await apt('install', '-y', '--no-install-recommends', ...packages);
  return output;
};
