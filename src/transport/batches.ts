/**
 * Calls in batches, for a program that drives the page from outside. A message from that program into the page and
 * from the page into its worker costs as much as many calls. So one message carries all waiting calls, and one all
 * finished answers. A slow call delays no other. This end runs in the worker; the other end is
 * scripts/server/bridge.mjs.
 */

/** Takes calls as JSON, [[id, envelope]…]. Resolves when the answers to all of them have been delivered. */
export type TakeCalls = (calls: string) => Promise<void>;

/**
 * `ask` answers one call in JSON; when it rejects, the answer is empty. `deliver` receives the answers as JSON, [[id,
 * answer]…].
 */
export function createBatches(
  ask: (envelope: string) => Promise<string>,
  deliver: (answers: string) => unknown,
): TakeCalls {
  let ready: (readonly [id: number, answer: string])[] = [];
  let delivery: Promise<void> | undefined;
  const deliverSoon = (): Promise<void> =>
    (delivery ??= new Promise((resolve) => setTimeout(resolve)).then(async () => {
      const answers = JSON.stringify(ready);
      ready = [];
      delivery = undefined;
      await deliver(answers);
    }));
  return async (calls) => {
    const answerOne = async ([id, envelope]: readonly [number, string]): Promise<void> => {
      const answer = await ask(envelope).catch(() => '');
      ready.push([id, answer]);
      await deliverSoon();
    };
    await Promise.all((JSON.parse(calls) as readonly (readonly [number, string])[]).map(answerOne));
  };
}
