/** Where the time of a scan goes: V8's sampling profiler on the page's workers, nested ones too, by source function. */
import { existsSync, readFileSync } from 'node:fs';
import { SourceMap } from 'node:module';
import { join } from 'node:path';
import { kernelNames } from './wasm-names.mjs';

/**
 * Starts to profile every worker of `page`, those that start later from their first line on.
 * Answers stop(): {worker: name, ms, functions: [{name, place, ms, share}]} for each, the busiest first.
 */
export const profileWorkers = async (page, root) => {
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
};

const QUIET = new Set(['(idle)', '(root)']);

/** Self time by function, in milliseconds, named by the source that the map of the build tells. */
const summary = ({ nodes, samples = [], timeDeltas = [] }, nameOf) => {
  const self = new Map();
  for (const [i, id] of samples.entries()) self.set(id, (self.get(id) ?? 0) + (timeDeltas[i] ?? 0) / 1000);
  const functions = new Map();
  for (const { id, callFrame } of nodes) {
    const ms = self.get(id) ?? 0;
    if (ms <= 0 || QUIET.has(callFrame.functionName)) continue;
    const { name, place } = nameOf(callFrame);
    const key = `${name} ${place}`;
    const known = functions.get(key) ?? { name, place, ms: 0 };
    known.ms += ms;
    functions.set(key, known);
  }
  const ms = [...functions.values()].reduce((sum, each) => sum + each.ms, 0);
  return {
    ms: Math.round(ms),
    functions: [...functions.values()]
      .sort((a, b) => b.ms - a.ms)
      .slice(0, 40)
      .map((each) => ({ ...each, ms: Math.round(each.ms), share: Number((each.ms / ms).toFixed(3)) })),
  };
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
