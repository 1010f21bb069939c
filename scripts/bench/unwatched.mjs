/**
 * A page in a Chromium that nothing watches: Playwright makes DevTools record the network, and Chromium then keeps up to
 * 200 MB of answers in the page's process. This connection only evaluates functions. DevTools protocol over a pipe:
 * messages are JSON, each ended by a zero byte.
 */
import { spawn } from 'node:child_process';
import { setTimeout as sleep } from 'node:timers/promises';
import { parseJson } from '../tools/setup/json.mjs';

const READY_MS = 60_000;

/** @typedef {{ readonly id?: number, readonly result?: unknown, readonly error?: { readonly message: string } }} Message */
/** @typedef {{ readonly result: { readonly value: string }, readonly exceptionDetails?: { readonly exception?: { readonly description?: string } } }} Evaluated */

/**
 * Opens `url` and waits until the page has `bench`.
 * @param {{ readonly executablePath: string, readonly args: readonly string[], readonly profile: string, readonly url: string }} options
 */
export async function openUnwatched({ executablePath, args, profile, url }) {
  const flags = [
    '--headless=new',
    '--remote-debugging-pipe',
    `--user-data-dir=${profile}`,
    '--no-first-run',
    ...args,
  ];
  const child = spawn(executablePath, flags, { stdio: ['ignore', 'ignore', 'ignore', 'pipe', 'pipe'] });
  const ended = new Promise((resolve) => child.once('exit', resolve));
  const send = connectPipe(child, ended);
  const close = async () => {
    child.kill();
    await ended;
  };
  try {
    const { targetId } = /** @type {{ targetId: string }} */ (await send('Target.createTarget', { url }));
    const attach = { targetId, flatten: true };
    const { sessionId } = /** @type {{ sessionId: string }} */ (await send('Target.attachToTarget', attach));
    const run = async (/** @type {string} */ expression) => {
      const params = { expression, awaitPromise: true, returnByValue: true };
      const answer = /** @type {Evaluated} */ (await send('Runtime.evaluate', params, sessionId));
      if (answer.exceptionDetails)
        throw new Error(answer.exceptionDetails.exception?.description ?? 'the page failed');
      return answer.result.value;
    };
    // A page that is loading refuses to evaluate for a moment.
    const ready = () => run(`String('bench' in globalThis)`).catch(() => 'false');
    for (const end = performance.now() + READY_MS; (await ready()) !== 'true';) {
      if (performance.now() > end) throw new Error('the page was not ready in time');
      await sleep(50);
    }
    return {
      close,
      /**
       * Calls a function that uses nothing from outside with the page's `bench`; bigints arrive as bigints.
       * @param {Function} work
       * @param {string | readonly unknown[]} argument
       * @returns {Promise<unknown>}
       */
      evaluate: async (work, argument) =>
        JSON.parse(
          await run(
            `(async () => JSON.stringify((await (${String(work)})(bench, ${JSON.stringify(argument)})) ?? null, ${String(withBigints)}))()`,
          ),
          readBigints,
        ),
    };
  } catch (error) {
    await close();
    throw error;
  }
}

/** Runs in the page, too. */
const withBigints = (/** @type {string} */ _, /** @type {unknown} */ value) =>
  typeof value === 'bigint' ? { bigint: String(value) } : value;
const readBigints = (/** @type {string} */ _, /** @type {unknown} */ value) =>
  typeof value === 'object' && value !== null && 'bigint' in value && typeof value.bigint === 'string'
    ? BigInt(value.bigint)
    : value;

/**
 * @param {import('node:child_process').ChildProcess} child
 * @param {Promise<unknown>} ended
 */
const connectPipe = (child, ended) => {
  const [, , , input, output] = child.stdio;
  /** @type {Map<number, { resolve: (result: unknown) => void, reject: (error: Error) => void }>} */
  const replies = new Map();
  let [lastId, unread] = [0, ''];
  /** @type {import('node:stream').Readable} */ (output)
    .setEncoding('utf8')
    .on('data', (/** @type {string} */ text) => {
      const messages = (unread + text).split('\0');
      unread = messages.pop() ?? '';
      for (const each of messages) {
        const { id = 0, result, error } = /** @type {Message} */ (parseJson(each));
        if (error) replies.get(id)?.reject(new Error(error.message));
        else replies.get(id)?.resolve(result);
        replies.delete(id);
      }
    });
  void ended.then(() => {
    for (const { reject } of replies.values()) reject(new Error('Chromium ended'));
  });
  /**
   * @param {string} method
   * @param {object} params
   * @param {string} [sessionId]
   */
  return (method, params, sessionId) =>
    new Promise((resolve, reject) => {
      const id = ++lastId;
      replies.set(id, { resolve, reject });
      const message = JSON.stringify({ id, method, params, sessionId });
      /** @type {import('node:stream').Writable} */ (input).write(`${message}\0`);
    });
};
