/**
 * libsodium's crypto_scalarmult_curve25519 as a yardstick of the kernel: a small C program against the system's
 * library where a compiler and the library are, else the npm package sodium-native, fetched into the bench's cache.
 */
import { existsSync, mkdirSync } from 'node:fs';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { run } from '../tools/setup/process.mjs';
import { benchCache, installPackages } from './cache.mjs';
import { parseJson } from '../tools/setup/json.mjs';

/** @typedef {{ readonly name: string, readonly rate: (seconds: number) => Promise<number> }} Libsodium */
/** @typedef {{ readonly missing: string }} Missing The sentence on why it is not there. */

/**
 * `rate` is calls per CPU second of one core.
 * @returns {Promise<Libsodium | Missing>}
 */
export async function findLibsodium() {
  return (await compiled()) ?? (await fromNpm());
}

const compiled = async () => {
  const program = join(benchCache(), 'libsodium');
  mkdirSync(benchCache(), { recursive: true });
  const source = join(import.meta.dirname, 'libsodium.c');
  for (const library of ['-lsodium', '-l:libsodium.so.23', '-l:libsodium.so.26']) {
    const { code } = await run('cc', ['-O2', '-o', program, source, library], { quiet: true });
    if (code === 0) return measured((seconds) => run(program, [String(seconds)], { quiet: true }), 'C');
  }
  return undefined;
};

const fromNpm = async () => {
  const folder = join(benchCache(), 'sodium-native');
  const problem = await installPackages(folder, ['sodium-native@4']);
  const entry = join(folder, 'node_modules', 'sodium-native', 'index.js');
  if (problem !== undefined || !existsSync(entry))
    return {
      missing: `neither a C compiler with libsodium nor the npm package: ${problem ?? 'not installed'}`,
    };
  const code = `
    import { createRequire } from 'node:module';
    const sodium = createRequire(${JSON.stringify(pathToFileURL(entry).href)})(${JSON.stringify(entry)});
    const seconds = Number(process.argv[1]);
    const scalar = Buffer.from(Array.from({ length: 32 }, (_, i) => (7 * i + 3) & 255));
    let point = Buffer.alloc(32); point[0] = 9;
    let out = Buffer.alloc(32), count = 0;
    const step = () => { sodium.crypto_scalarmult(out, scalar, point); [point, out] = [out, point]; };
    for (let i = 0; i < 500; i++) step();
    const start = performance.now();
    const begun = process.cpuUsage();
    while (performance.now() - start < seconds * 1000) { for (let i = 0; i < 250; i++) step(); count += 250; }
    const { user, system } = process.cpuUsage(begun);
    console.log(JSON.stringify({ rate: (count / (user + system)) * 1e6, version: 'sodium-native' }));`;
  const args = ['--input-type=module', '-e', code];
  return measured((seconds) => run(process.execPath, [...args, String(seconds)], { quiet: true }), 'npm');
};

/**
 * @param {(seconds: number) => Promise<{ readonly code: number, readonly output: string }>} start
 * @param {string} how
 * @returns {Promise<Libsodium>}
 */
const measured = async (start, how) => {
  const ask = async (/** @type {number} */ seconds) => {
    const { code, output } = await start(seconds);
    if (code !== 0) throw new Error(`libsodium's program failed: ${output}`);
    return /** @type {{ version: string, rate: number }} */ (parseJson(output));
  };
  const { version } = await ask(0.01);
  return { name: `libsodium ${version} (${how})`, rate: async (seconds) => (await ask(seconds)).rate };
};
