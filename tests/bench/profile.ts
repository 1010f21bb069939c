/** Where the time of a scan goes: V8's sampling profiler on the page's workers, nested ones too, by source function. */
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { SourceMap, type SourceMapPayload, type SourceMapping } from 'node:module';
import { join } from 'node:path';
import type { Page } from '@playwright/test';
import { buildKernel } from '../../scripts/tools/build/build-wasm.ts';
import { parseJson } from '../../src/server/json.mjs';

interface Frame {
  readonly functionName: string;
  readonly url: string;
  readonly lineNumber: number;
  readonly columnNumber: number;
}
interface Node {
  readonly id: number;
  readonly callFrame: Frame;
  readonly children?: readonly number[];
}
/** A profile as V8 gives it: the calls as a tree, and the running node after each time step. */
interface Profile {
  readonly nodes: readonly Node[];
  readonly samples?: readonly number[];
  /** Microseconds. */
  readonly timeDeltas?: readonly number[];
}
interface Place {
  readonly name: string;
  readonly place: string;
}
type Spent = Place & { readonly ms: number; readonly total: number };
type FunctionRow = Spent & { readonly share: number };
/** The functions by self time, and `callers` by what they called, too. */
interface Summary {
  readonly ms: number;
  readonly functions: readonly FunctionRow[];
  readonly callers: readonly FunctionRow[];
}
export type WorkerProfile = Summary & { readonly worker: string };

/**
 * Starts to profile every worker of `page`, those that start later from their first line on. Answers a function that
 * stops and gives the workers, the busiest first.
 */
export async function profileWorkers(
  page: Page,
  root: string,
): Promise<() => Promise<readonly WorkerProfile[]>> {
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
 */
const summary = (
  { nodes, samples = [], timeDeltas = [] }: Profile,
  nameOf: (frame: Frame) => Place,
): Summary => {
  const self = new Map<number, number>();
  for (const [i, id] of samples.entries()) self.set(id, (self.get(id) ?? 0) + (timeDeltas[i] ?? 0) / 1000);
  const byId = new Map(nodes.map((node) => [node.id, node]));
  const functions = new Map<string, Spent>();
  /** Below `node`, adds to every function on the way; answers the time spent there. */
  const walk = (node: Node | undefined, above: ReadonlySet<string>): number => {
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
  const rows = (by: 'ms' | 'total') =>
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

const maps = new Map<string, SourceMap | undefined>();
/** The source map of a built file. */
const mapOf = (url: string, root: string) => {
  if (!maps.has(url)) {
    const file = url.startsWith('http') ? join(root, `${new URL(url).pathname}.map`) : '';
    maps.set(url, existsSync(file) ? readMap(file) : undefined);
  }
  return maps.get(url);
};
const readMap = (file: string) => {
  const payload = parseJson(readFileSync(file, 'utf8')) as SourceMapPayload;
  return new SourceMap(payload);
};

/**
 * The function of a frame, and where it is in the source.
 * `kernel`: names of the kernel's functions
 */
const named = (
  { functionName, url, lineNumber, columnNumber }: Frame,
  root: string,
  kernel: ReadonlyMap<number, string>,
): Place => {
  const index = /^wasm-function\[(\d+)\]$/.exec(functionName)?.[1];
  if (index !== undefined) return { name: kernel.get(Number(index)) ?? functionName, place: 'kernel' };
  /** Without an entry for the place, Node answers an empty object. */
  const entry: Partial<SourceMapping & { readonly name: string }> | undefined =
    url === '' ? undefined : mapOf(url, root)?.findEntry(lineNumber, columnNumber);
  const place = entry?.originalSource
    ? `${entry.originalSource.replace(/^(\.\.\/)+/, '')}:${(entry.originalLine ?? 0) + 1}`
    : (url.slice(0, 100).split('/').at(-1) ?? '');
  return { name: entry?.name || functionName || '(anonymous)', place };
};

/* V8's sampling profiler in the workers of a page, over Chromium's DevTools protocol. */

interface Profiler {
  readonly name: string;
  readonly stop: () => Promise<Profile>;
}
type Send = (method: string, params?: object) => Promise<unknown>;
/** What a worker said, as JSON. */
interface Message {
  readonly sessionId: string;
  readonly message: string;
}
interface Attached {
  readonly sessionId: string;
  readonly targetInfo: { readonly type: string; readonly title: string; readonly url: string };
}
/** A connection to a page or worker, and what it says of the workers that it started. */
interface Target {
  readonly send: Send;
  readonly onMessage: (listener: (message: Message) => void) => void;
  readonly onAttached: (listener: (attached: Attached) => void) => void;
}
interface Reply {
  readonly resolve: (result: unknown) => void;
  readonly reject: (error: Error) => void;
}
/** A message of a worker: a reply has an id, an event a method. */
interface Content {
  readonly id?: number;
  readonly method?: string;
  readonly params?: unknown;
  readonly result?: unknown;
  readonly error?: { readonly message: string };
}

/**
 * Starts a profiler in every worker of `page`; workers that start later are added to the list, profiled from their first
 * line on.
 */
export async function startProfilers(page: Page): Promise<readonly Profiler[]> {
  const session = await page.context().newCDPSession(page);
  const profilers: Profiler[] = [];
  const target: Target = {
    send: (method, params) => session.send(method as 'Target.setAutoAttach', params as never),
    onMessage: (listener) => session.on('Target.receivedMessageFromTarget', listener),
    onAttached: (listener) => session.on('Target.attachedToTarget', listener),
  };
  await watchWorkers(target, profilers);
  return profilers;
}

/** Profiles the workers that `target` starts, and those that they start. */
const watchWorkers = async (target: Target, profilers: Profiler[]) => {
  const workers = new Map<string, ReturnType<typeof createWorkerTarget>>();
  target.onMessage(({ sessionId, message }) => {
    workers.get(sessionId)?.receive(parseJson(message) as Content);
  });
  target.onAttached(({ sessionId, targetInfo }) => {
    const worker = createWorkerTarget(target.send, sessionId);
    workers.set(sessionId, worker);
    const enter = async () => {
      if (targetInfo.type === 'worker') {
        const profiler = await startProfiler(worker.send, targetInfo.title || targetInfo.url);
        profilers.push(profiler);
        await watchWorkers(worker, profilers);
      }
      await worker.send('Runtime.runIfWaitingForDebugger');
    };
    enter().catch(() => undefined);
  });
  await target.send('Target.setAutoAttach', {
    autoAttach: true,
    waitForDebuggerOnStart: true,
    flatten: false,
  });
};

const startProfiler = async (send: Send, name: string): Promise<Profiler> => {
  await send('Profiler.enable');
  await send('Profiler.setSamplingInterval', { interval: 500 });
  await send('Profiler.start');
  return {
    name,
    stop: async () => {
      const { profile } = (await send('Profiler.stop')) as { profile: Profile };
      return profile;
    },
  };
};

/** A worker, whose messages travel inside those of its parent. */
const createWorkerTarget = (parentSend: Send, sessionId: string) => {
  const replies = new Map<number, Reply>();
  const listeners = new Map<string, (params: unknown) => void>();
  let lastId = 0;
  const send: Send = (method, params) =>
    new Promise((resolve, reject) => {
      const id = ++lastId;
      replies.set(id, { resolve, reject });
      const message = JSON.stringify({ id, method, params });
      parentSend('Target.sendMessageToTarget', { sessionId, message }).catch(reject);
    });
  return {
    send,
    onMessage: (listener: (message: Message) => void) =>
      void listeners.set('Target.receivedMessageFromTarget', (params) => listener(params as Message)),
    onAttached: (listener: (attached: Attached) => void) =>
      void listeners.set('Target.attachedToTarget', (params) => listener(params as Attached)),
    receive: ({ id, method = '', params, result, error }: Content) => {
      if (id === undefined) return listeners.get(method)?.(params);
      const reply = replies.get(id);
      replies.delete(id);
      if (error) reply?.reject(new Error(error.message));
      else reply?.resolve(result);
    },
  };
};

/* Names of the functions of a kernel build, which the shipped binary leaves out: compiled again with them, and compared. */

const CUSTOM_SECTION = 0;
const CODE_SECTION = 10;
/** In the custom section `name`: the part with the names of functions. */
const FUNCTION_NAMES = 1;

/** Index → function name of the `fma` build in `root`; empty when its source has changed since. */
export async function kernelNames(root: string): Promise<ReadonlyMap<number, string>> {
  const assets = join(root, 'assets');
  const file = readdirSync(assets).find((name) => /^fma-[\w-]+\.wasm$/.test(name));
  if (file === undefined) return new Map();
  const named = Buffer.from(await buildKernel('fma', { named: true }));
  const shipped = readFileSync(join(assets, file));
  return codeOf(shipped).equals(codeOf(named)) ? namesOf(named) : new Map();
}

const codeOf = (bytes: Buffer) =>
  Buffer.concat(
    sectionsOf(bytes)
      .filter(({ id }) => id === CODE_SECTION)
      .map(({ body }) => body),
  );

const readerOf = (bytes: Buffer, at = 0) => {
  const leb = () => {
    let value = 0;
    for (let shift = 0; ; shift += 7) {
      const byte = bytes.readUInt8(at++);
      value |= (byte & 0x7f) << shift;
      if (byte < 0x80) return value;
    }
  };
  const take = (length: number) => bytes.subarray(at, (at += length));
  return { leb, take, text: () => take(leb()).toString('utf8'), more: () => at < bytes.length };
};

const sectionsOf = (bytes: Buffer) => {
  const reader = readerOf(bytes, 8);
  const sections: { readonly id: number; readonly body: Buffer }[] = [];
  while (reader.more()) {
    const id = reader.leb();
    sections.push({ id, body: reader.take(reader.leb()) });
  }
  return sections;
};

const namesOf = (bytes: Buffer) => {
  const names = new Map<number, string>();
  for (const { id, body } of sectionsOf(bytes)) {
    const reader = readerOf(body);
    if (id !== CUSTOM_SECTION || reader.text() !== 'name') continue;
    while (reader.more()) {
      const kind = reader.leb();
      const part = readerOf(reader.take(reader.leb()));
      if (kind !== FUNCTION_NAMES) continue;
      for (let count = part.leb(); count > 0; count--)
        names.set(part.leb(), part.text().replace('src/kernel/assembly/', ''));
    }
  }
  return names;
};
