/** Where the time of a scan goes: V8's sampling profiler on the page's workers, nested ones too, by source function. */
import { existsSync, readFileSync } from 'node:fs';
import { SourceMap } from 'node:module';
import { join } from 'node:path';
import { kernelNames } from './wasm-names.mjs';

/**
 * Starts to profile every worker of `page`, those that start later from their first line on.
 * Answers stop(): [{worker: name, ms, functions, callers}], the busiest first; both lists hold
 * {name, place, ms, total, share}, one by self time and one with what they called.
 */
export async function profileWorkers(page, root) {
  const session = await page.context().newCDPSession(page);
  const profiled = [];
  const watch = async (send, on) => {
    const replies = new Map();
    let lastId = 0;
    const childSend = (sessionId) => (method, params) =>
      new Promise((resolve, reject) => {
        const id = ++lastId;
        replies.set(`${sessionId} ${id}`, { resolve, reject });
        send('Target.sendMessageToTarget', {
          sessionId,
          message: JSON.stringify({ id, method, params }),
        }).catch(reject);
      });
    const listeners = new Map();
    on('Target.receivedMessageFromTarget', ({ sessionId, message }) => {
      const { id, method, params, result, error } = JSON.parse(message);
      if (id === undefined) return listeners.get(`${sessionId} ${method}`)?.(params);
      const reply = replies.get(`${sessionId} ${id}`);
      replies.delete(`${sessionId} ${id}`);
      if (error) reply?.reject(new Error(error.message));
      else reply?.resolve(result);
    });
    on('Target.attachedToTarget', ({ sessionId, targetInfo }) => {
      const child = childSend(sessionId);
      const enter = async () => {
        if (targetInfo.type === 'worker') {
          await child('Profiler.enable');
          await child('Profiler.setSamplingInterval', { interval: 500 });
          await child('Profiler.start');
          profiled.push({ name: targetInfo.title || targetInfo.url, send: child });
          await watch(child, (method, listener) => listeners.set(`${sessionId} ${method}`, listener));
        }
        await child('Runtime.runIfWaitingForDebugger');
      };
      enter().catch(() => undefined);
    });
    await send('Target.setAutoAttach', { autoAttach: true, waitForDebuggerOnStart: true, flatten: false });
  };
  await watch(
    (method, params) => session.send(method, params),
    (method, listener) => session.on(method, listener),
  );
  return async () => {
    const kernel = await kernelNames(root);
    const profiles = await Promise.all(
      profiled.map(async ({ name, send }) => {
        const { profile } = await send('Profiler.stop');
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
 */
const summary = ({ nodes, samples = [], timeDeltas = [] }, nameOf) => {
  const self = new Map();
  for (const [i, id] of samples.entries()) self.set(id, (self.get(id) ?? 0) + (timeDeltas[i] ?? 0) / 1000);
  const byId = new Map(nodes.map((node) => [node.id, node]));
  const functions = new Map();
  /** Below `node`, adds to every function on the way; answers the time spent there. */
  const walk = (node, above) => {
    const { name, place } = nameOf(node.callFrame);
    const key = `${name} ${place}`;
    const within = new Set(above).add(key);
    const own = QUIET.has(name) ? 0 : Math.max(0, self.get(node.id) ?? 0);
    const total = (node.children ?? []).reduce((sum, id) => sum + walk(byId.get(id), within), own);
    const known = functions.get(key) ?? { name, place, ms: 0, total: 0 };
    functions.set(key, { ...known, ms: known.ms + own, total: known.total + (above.has(key) ? 0 : total) });
    return total;
  };
  const ms = nodes.length === 0 ? 0 : walk(nodes[0], new Set());
  const listed = [...functions.values()].filter(({ name }) => !QUIET.has(name));
  const rows = (by) =>
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

const maps = new Map();
const mapOf = (url, root) => {
  if (!maps.has(url)) {
    const file = url.startsWith('http') ? join(root, `${new URL(url).pathname}.map`) : '';
    maps.set(url, existsSync(file) ? new SourceMap(JSON.parse(readFileSync(file, 'utf8'))) : undefined);
  }
  return maps.get(url);
};
const named = ({ functionName, url, lineNumber, columnNumber }, root, kernel) => {
  const index = /^wasm-function\[(\d+)\]$/.exec(functionName)?.[1];
  if (index !== undefined) return { name: kernel.get(Number(index)) ?? functionName, place: 'kernel' };
  const entry = url === '' ? undefined : mapOf(url, root)?.findEntry(lineNumber, columnNumber);
  const place = entry?.originalSource
    ? `${entry.originalSource.replace(/^(\.\.\/)+/, '')}:${entry.originalLine + 1}`
    : url.slice(0, 100).split('/').at(-1);
  return { name: entry?.name || functionName || '(anonymous)', place };
};
