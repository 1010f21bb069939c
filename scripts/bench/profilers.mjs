/** V8's sampling profiler in the workers of a page, over Chromium's DevTools protocol. */
import { parseJson } from '../tools/setup/json.mjs';

/** @typedef {import('./profile.mjs').Profile} Profile */
/** @typedef {{ readonly name: string, readonly stop: () => Promise<Profile> }} Profiler */
/** @typedef {(method: string, params?: object) => Promise<unknown>} Send */
/** @typedef {{ readonly sessionId: string, readonly message: string }} Message What a worker said, as JSON. */
/**
 * @typedef {object} Attached
 * @property {string} sessionId
 * @property {{ readonly type: string, readonly title: string, readonly url: string }} targetInfo
 */
/**
 * A connection to a page or worker, and what it says of the workers that it started.
 * @typedef {object} Target
 * @property {Send} send
 * @property {(listener: (message: Message) => void) => void} onMessage
 * @property {(listener: (attached: Attached) => void) => void} onAttached
 */
/**
 * @typedef {object} Reply
 * @property {(result: unknown) => void} resolve
 * @property {(error: Error) => void} reject
 */
/**
 * A message of a worker: a reply has an id, an event a method.
 * @typedef {object} Content
 * @property {number} [id]
 * @property {string} [method]
 * @property {unknown} [params]
 * @property {unknown} [result]
 * @property {{ readonly message: string }} [error]
 */

/**
 * Starts a profiler in every worker of `page`; workers that start later are added to the list, profiled from their first
 * line on.
 * @param {import('@playwright/test').Page} page
 * @returns {Promise<readonly Profiler[]>}
 */
export async function startProfilers(page) {
  const session = await page.context().newCDPSession(page);
  /** @type {Profiler[]} */
  const profilers = [];
  /** @type {Target} */
  const target = {
    send: (method, params) =>
      session.send(/** @type {'Target.setAutoAttach'} */ (method), /** @type {never} */ (params)),
    onMessage: (listener) => session.on('Target.receivedMessageFromTarget', listener),
    onAttached: (listener) => session.on('Target.attachedToTarget', listener),
  };
  await watchWorkers(target, profilers);
  return profilers;
}

/**
 * Profiles the workers that `target` starts, and those that they start.
 * @param {Target} target
 * @param {Profiler[]} profilers
 */
const watchWorkers = async (target, profilers) => {
  /** @type {Map<string, ReturnType<typeof createWorkerTarget>>} */
  const workers = new Map();
  target.onMessage(({ sessionId, message }) => {
    workers.get(sessionId)?.receive(/** @type {Content} */ (parseJson(message)));
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

/**
 * @param {Send} send
 * @param {string} name
 * @returns {Promise<Profiler>}
 */
const startProfiler = async (send, name) => {
  await send('Profiler.enable');
  await send('Profiler.setSamplingInterval', { interval: 500 });
  await send('Profiler.start');
  return {
    name,
    stop: async () => {
      const { profile } = /** @type {{ profile: Profile }} */ (await send('Profiler.stop'));
      return profile;
    },
  };
};

/**
 * A worker, whose messages travel inside those of its parent.
 * @param {Send} parentSend
 * @param {string} sessionId
 */
const createWorkerTarget = (parentSend, sessionId) => {
  /** @type {Map<number, Reply>} */
  const replies = new Map();
  /** @type {Map<string, (params: unknown) => void>} */
  const listeners = new Map();
  let lastId = 0;
  /** @type {Send} */
  const send = (method, params) =>
    new Promise((resolve, reject) => {
      const id = ++lastId;
      replies.set(id, { resolve, reject });
      const message = JSON.stringify({ id, method, params });
      parentSend('Target.sendMessageToTarget', { sessionId, message }).catch(reject);
    });
  return {
    send,
    /** @type {Target['onMessage']} */
    onMessage: (listener) =>
      void listeners.set('Target.receivedMessageFromTarget', (params) =>
        listener(/** @type {Message} */ (params)),
      ),
    /** @type {Target['onAttached']} */
    onAttached: (listener) =>
      void listeners.set('Target.attachedToTarget', (params) => listener(/** @type {Attached} */ (params))),
    receive: (/** @type {Content} */ { id, method = '', params, result, error }) => {
      if (id === undefined) return listeners.get(method)?.(params);
      const reply = replies.get(id);
      replies.delete(id);
      if (error) reply?.reject(new Error(error.message));
      else reply?.resolve(result);
    },
  };
};
