/**
 * Calls in batches, for a program that controls the page. A message from that program to the page and on to the
 * worker takes as long as many calls, so one message carries all waiting calls, and another one all finished answers.
 * A slow call delays no other one. This end runs in the worker; the other end is tests/support/app-rpc/bridge.ts.
 */

/**
 * Takes calls as JSON, [[id, envelope]…] or [[id, envelope, idempotency key]…]. Resolves when the answers to all of them have been delivered.
 */
export type TakeCalls = (calls: string) => Promise<void>;

type Call = readonly [id: number, envelope: string, idempotencyKey?: string];

/** `ask` answers a call (JSON); an answer that fails is empty. `deliver` gets answers as JSON, [[id, answer]…]. */
export function createBatches(
  ask: (envelope: string, idempotencyKey?: string) => Promise<string>,
  deliver: (answers: string) => unknown,
): TakeCalls {
  let ready: (readonly [id: number, answer: string])[] = [];
  let delivery: Promise<void> | undefined;
  const scheduleDelivery = (): Promise<void> =>
    (delivery ??= new Promise((resolve) => setTimeout(resolve)).then(async () => {
      const answers = JSON.stringify(ready);
      ready = [];
      delivery = undefined;
      await deliver(answers);
    }));
  return async (calls) => {
    const answerOne = async ([id, ...call]: Call): Promise<void> => {
      const answer = await ask(...call).catch(() => '');
      ready.push([id, answer]);
      await scheduleDelivery();
    };
    await Promise.all((JSON.parse(calls) as readonly Call[]).map(answerOne));
  };
}
