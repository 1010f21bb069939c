/** Where the time of a scan goes: V8's sampling profiler on the page's workers, nested ones too, by source function. */
import { existsSync, readFileSync } from 'node:fs';
import { SourceMap } from 'node:module';
import { join } from 'node:path';
import { startProfilers } from './profilers.mjs';
import { kernelNames } from './wasm-names.mjs';
import { parseJson } from '../tools/setup/json.mjs';

/** @typedef {{ readonly functionName: string, readonly url: string, readonly lineNumber: number, readonly columnNumber: number }} Frame */
/** @typedef {{ readonly id: number, readonly callFrame: Frame, readonly children?: readonly number[] }} Node */
/**
 * A profile as V8 gives it: the calls as a tree, and the running node after each time step.
 * @typedef {object} Profile
 * @property {readonly Node[]} nodes
 * @property {readonly number[]} [samples]
 * @property {readonly number[]} [timeDeltas] Microseconds.
 */
/** @typedef {{ readonly name: string, readonly place: string }} Place */
/** @typedef {Place & { readonly ms: number, readonly total: number }} Spent */
/** @typedef {Spent & { readonly share: number }} FunctionRow */
/**
 * The functions by self time, and `callers` by what they called, too.
 * @typedef {object} Summary
 * @property {number} ms
 * @property {readonly FunctionRow[]} functions
 * @property {readonly FunctionRow[]} callers
 */
/** @typedef {Summary & { readonly worker: string }} WorkerProfile */

/**
 * Starts to profile every worker of `page`, those that start later from their first line on. Answers a function that
 * stops and gives the workers, the busiest first.
 * @param {import('@playwright/test').Page} page
 * @param {string} root
 * @returns {Promise<() => Promise<readonly WorkerProfile[]>>}
 */
export async function profileWorkers(page, root) {
  const workers = await startProfilers(page);
  return async () => {
    const kernel = await kernelNames(root);
    const profiles = await Promise.all(
      workers.map(async ({ name, stop }) => {
        const profile = await stop();
        return { worker: name, ...summary(profile, (frame) => named(frame, root, kernel)) };
      }),
    );
    return profiles.sort((a, b) => b.ms - a.ms);
  };
}

const QUIET = new Set(['(idle)', '(root)', '(program)']);
/** Functions listed per worker. */
const MOST = 40;

/**
 * By function: self time, and `total`, with all that it called (a function that calls itself counts once). In
 * milliseconds, named by the source that the map of the build tells; `share` is of all self time.
 * @param {Profile} profile
 * @param {(frame: Frame) => Place} nameOf
 * @returns {Summary}
 */
const summary = ({ nodes, samples = [], timeDeltas = [] }, nameOf) => {
  /** @type {Map<number, number>} */
  const self = new Map();
  for (const [i, id] of samples.entries()) self.set(id, (self.get(id) ?? 0) + (timeDeltas[i] ?? 0) / 1000);
  const byId = new Map(nodes.map((node) => [node.id, node]));
  /** @type {Map<string, Spent>} */
  const functions = new Map();
  /**
   * Below `node`, adds to every function on the way; answers the time spent there.
   * @param {Node | undefined} node
   * @param {ReadonlySet<string>} above
   * @returns {number}
   */
  const walk = (node, above) => {
    if (node === undefined) return 0;
    const { name, place } = nameOf(node.callFrame);
    const key = `${name} ${place}`;
    const within = new Set(above).add(key);
    const own = QUIET.has(name) ? 0 : Math.max(0, self.get(node.id) ?? 0);
    const total = (node.children ?? []).reduce((sum, id) => sum + walk(byId.get(id), within), own);
    const known = functions.get(key) ?? { name, place, ms: 0, total: 0 };
    functions.set(key, { ...known, ms: known.ms + own, total: known.total + (above.has(key) ? 0 : total) });
    return total;
  };
  const ms = walk(nodes[0], new Set());
  const listed = [...functions.values()].filter(({ name }) => !QUIET.has(name));
  const rows = (/** @type {'ms' | 'total'} */ by) =>
    listed
      .sort((one, other) => other[by] - one[by])
      .slice(0, MOST)
      .map((each) => ({
        ...each,
        ms: Math.round(each.ms),
        total: Math.round(each.total),
        share: Number((each.ms / ms).toFixed(3)),
      }));
  return { ms: Math.round(ms), functions: rows('ms'), callers: rows('total') };
};

/** @type {Map<string, SourceMap | undefined>} */
const maps = new Map();
/**
 * The source map of a built file.
 * @param {string} url
 * @param {string} root
 */
const mapOf = (url, root) => {
  if (!maps.has(url)) {
    const file = url.startsWith('http') ? join(root, `${new URL(url).pathname}.map`) : '';
    maps.set(url, existsSync(file) ? readMap(file) : undefined);
  }
  return maps.get(url);
};
const readMap = (/** @type {string} */ file) => {
  const payload = /** @type {import('node:module').SourceMapPayload} */ (
    parseJson(readFileSync(file, 'utf8'))
  );
  return new SourceMap(payload);
};

/**
 * The function of a frame, and where it is in the source.
 * @param {Frame} frame
 * @param {string} root
 * @param {ReadonlyMap<number, string>} kernel names of the kernel's functions
 * @returns {Place}
 */
const named = ({ functionName, url, lineNumber, columnNumber }, root, kernel) => {
  const index = /^wasm-function\[(\d+)\]$/.exec(functionName)?.[1];
  if (index !== undefined) return { name: kernel.get(Number(index)) ?? functionName, place: 'kernel' };
  /**
   * Without an entry for the place, Node answers an empty object.
   * @type {Partial<import('node:module').SourceMapping & { readonly name: string }> | undefined}
   */
  const entry = url === '' ? undefined : mapOf(url, root)?.findEntry(lineNumber, columnNumber);
  const place = entry?.originalSource
    ? `${entry.originalSource.replace(/^(\.\.\/)+/, '')}:${(entry.originalLine ?? 0) + 1}`
    : (url.slice(0, 100).split('/').at(-1) ?? '');
  return { name: entry?.name || functionName || '(anonymous)', place };
};
