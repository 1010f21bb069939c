/**
 * Calls from this process into the page, in batches (src/transport/batches.ts): what arrives while a batch is on
 * its way goes with the next. Answers come back through a binding of the DevTools protocol, in batches too.
 */
import { messageOf } from '../tools/setup/errors.mjs';
import { parseJson } from '../tools/setup/json.mjs';

const BINDING = 'ostroAnswered';

/** @typedef {{ readonly resolve: (answer: string) => void, readonly reject: (error: Error) => void }} Call */

/**
 * `page` has an open endpoint. Answers {ask(envelope, idempotencyKey), fail(why)}; after `fail` every call rejects.
 * @param {import('@playwright/test').Page} page
 */
export async function openBridge(page) {
  const session = await page.context().newCDPSession(page);
  /**
   * Calls that wait for an answer, by id.
   * @type {Map<number, Call>}
   */
  const waiting = new Map();
  /** @type {[id: number, envelope: string, idempotencyKey?: string][]} */
  let queue = [];
  let sending = false;
  /** @type {Error | undefined} */
  let failed;
  let ids = 0;

  const fail = (/** @type {string} */ why) => {
    failed ??= new Error(why);
    queue = [];
    for (const { reject } of waiting.values()) reject(failed);
    waiting.clear();
  };
  session.on('Runtime.bindingCalled', ({ name, payload }) => {
    if (name !== BINDING) return;
    for (const [id, answer] of /** @type {[number, string][]} */ (parseJson(payload))) {
      const call = waiting.get(id);
      waiting.delete(id);
      if (answer === '') call?.reject(new Error('the app failed'));
      else call?.resolve(answer);
    }
  });
  await session.send('Runtime.addBinding', { name: BINDING });
  const { result } = await session.send('Runtime.evaluate', {
    expression: `ostroRpc.batches((answers) => ${BINDING}(answers))`,
  });
  const { objectId } = result;
  if (objectId === undefined) throw new Error('the page has no endpoint');
  const send = async () => {
    sending = true;
    while (queue.length > 0) {
      const batch = JSON.stringify(queue);
      queue = [];
      await session.send('Runtime.callFunctionOn', {
        objectId,
        functionDeclaration: 'function (calls) { this(calls); }',
        arguments: [{ value: batch }],
      });
    }
    sending = false;
  };
  return {
    /**
     * @param {string} envelope
     * @param {string} [idempotencyKey]
     * @returns {Promise<string>}
     */
    ask: (envelope, idempotencyKey) =>
      new Promise((resolve, reject) => {
        if (failed) {
          reject(failed);
          return;
        }
        const id = ids++;
        waiting.set(id, { resolve, reject });
        queue.push(idempotencyKey === undefined ? [id, envelope] : [id, envelope, idempotencyKey]);
        if (!sending) send().catch((/** @type {unknown} */ error) => fail(messageOf(error)));
      }),
    fail,
  };
}
