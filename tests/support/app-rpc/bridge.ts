/**
 * Calls from this process into the page, in batches (src/transport/batches.ts): what arrives while a batch is on
 * its way goes with the next. Answers come back through a binding of the DevTools protocol, in batches too.
 */
import { messageOf } from '../../../src/server/errors.mjs';
import { parseJson } from '../../../src/server/json.mjs';
import type { Page } from '@playwright/test';

const BINDING = 'ostroAnswered';

interface Call {
  readonly resolve: (answer: string) => void;
  readonly reject: (error: Error) => void;
}

/** `page` has an open endpoint. Answers {ask(envelope, idempotencyKey), fail(why)}; after `fail` every call rejects. */
export async function openBridge(page: Page) {
  const session = await page.context().newCDPSession(page);
  /** Calls that wait for an answer, by id. */
  const waiting = new Map<number, Call>();
  let queue: [id: number, envelope: string, idempotencyKey?: string][] = [];
  let sending = false;
  let failed: Error | undefined;
  let ids = 0;

  const fail = (why: string) => {
    failed ??= new Error(why);
    queue = [];
    for (const { reject } of waiting.values()) reject(failed);
    waiting.clear();
  };
  session.on('Runtime.bindingCalled', ({ name, payload }) => {
    if (name !== BINDING) return;
    for (const [id, answer] of parseJson(payload) as [number, string][]) {
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
    ask: (envelope: string, idempotencyKey?: string): Promise<string> =>
      new Promise((resolve, reject) => {
        if (failed) {
          reject(failed);
          return;
        }
        const id = ids++;
        waiting.set(id, { resolve, reject });
        queue.push(idempotencyKey === undefined ? [id, envelope] : [id, envelope, idempotencyKey]);
        if (!sending) send().catch((error: unknown) => fail(messageOf(error)));
      }),
    fail,
  };
}
