/** Compares a build with a copy of the app that a server serves: file by file, byte by byte. */
import { createHash } from 'node:crypto';
import { readdirSync, readFileSync } from 'node:fs';
import { join, relative, sep } from 'node:path';
import { messageOf } from '../setup/errors.mjs';

/** @typedef {import('../build/sw-precache.mjs').Precache} Precache */
/**
 * @typedef {object} Difference
 * @property {string} path
 * @property {string} why A sentence without its full stop.
 */
/**
 * @typedef {object} Comparison
 * @property {string} version The version of the build.
 * @property {string | undefined} served The version that the server's own list names; undefined without a list.
 * @property {number} compared Number of files of the build.
 * @property {readonly Difference[]} differences
 */

/** What a build contains for the host and for programmers: source maps, headers, the empty file of the devnet. */
const NOT_SERVED = /\.map$|^_headers$|^devnet\.json$|^\./;
const AT_ONCE = 6;
/** Much larger than any file of the app, in bytes. */
const MAX_BYTES = 64 << 20;

/**
 * Requests every file of the build in `folder` from the app's address, and names each difference, and each file that only
 * the server lists. Throws if nothing answers at the address.
 * @param {string} folder
 * @param {string} address
 * @returns {Promise<Comparison>}
 */
export async function compareServed(folder, address) {
  const base = new URL(address.endsWith('/') ? address : `${address}/`);
  const list = readList(readFileSync(join(folder, 'precache.json'), 'utf8'));
  if (list === undefined) throw new Error(`${folder} contains no build`);
  const paths = [...new Set([...list.files.map(({ path }) => path), ...filesIn(folder)])];
  /** @type {Difference[]} */
  const differences = [];
  /** @type {Precache | undefined} */
  let theirs;
  const compare = async (/** @type {string} */ path) => {
    const answer = await load(new URL(path === 'index.html' ? './' : path, base));
    if (typeof answer === 'string') {
      differences.push({ path, why: answer });
      return;
    }
    if (path === 'precache.json') theirs = readList(answer.toString('utf8'));
    const ours = readFileSync(join(folder, path));
    if (!ours.equals(answer))
      differences.push({ path, why: `the server has ${hash(answer)}, this build ${hash(ours)}` });
  };
  const open = [...paths];
  const next = async () => {
    for (let path = open.shift(); path !== undefined; path = open.shift()) await compare(path);
  };
  await Promise.all(Array.from({ length: AT_ONCE }, next));
  const known = new Set(paths);
  for (const { path } of theirs?.files ?? [])
    if (!known.has(path)) differences.push({ path, why: 'only the server has it' });
  return {
    version: list.version,
    served: theirs?.version,
    compared: paths.length,
    differences: differences.sort((a, b) => (a.path < b.path ? -1 : 1)),
  };
}

/**
 * The bytes, or why there are none. Throws if the server does not answer at all.
 * @param {URL} url
 * @returns {Promise<Buffer | string>}
 */
const load = async (url) => {
  const response = await fetch(url, { redirect: 'manual', cache: 'no-store' }).catch(
    (/** @type {unknown} */ error) => {
      throw new Error(`${url.origin} does not answer: ${messageOf(error)}`);
    },
  );
  if (response.status !== 200) return `the server answers with status ${response.status}`;
  const bytes = Buffer.from(await response.arrayBuffer());
  return bytes.length > MAX_BYTES ? 'the server sends too much' : bytes;
};

/** The list does not contain the files that contain it, nor what a page never loads. */
const filesIn = (/** @type {string} */ folder) =>
  readdirSync(folder, { recursive: true, withFileTypes: true })
    .filter((item) => item.isFile())
    .map((item) => relative(folder, join(item.parentPath, item.name)).split(sep).join('/'))
    .filter((path) => !NOT_SERVED.test(path));

/**
 * @param {string} text
 * @returns {Precache | undefined}
 */
const readList = (text) => {
  try {
    /** @type {unknown} */
    const list = JSON.parse(text);
    if (typeof list !== 'object' || list === null || !('version' in list) || !('files' in list))
      return undefined;
    const { version, files } = list;
    if (typeof version !== 'string' || !Array.isArray(files)) return undefined;
    /** @type {unknown[]} */
    const rows = files;
    return { version, files: rows.filter(isFile) };
  } catch {
    return undefined;
  }
};

/**
 * @param {unknown} value
 * @returns {value is Precache['files'][number]}
 */
const isFile = (value) =>
  typeof value === 'object' && value !== null && 'path' in value && typeof value.path === 'string';

const hash = (/** @type {Buffer} */ bytes) => createHash('sha256').update(bytes).digest('hex');
