/**
 * Calls in batches, for a program that drives the page from outside: each crossing between the two costs as much as many
 * calls, so one crossing carries all calls that wait, and one all answers that are ready. A slow call delays no other.
 * The other side: scripts/wallet-rpc/bridge.mjs.
 */
export const createBatches = (
  ask: (envelope: string) => Promise<string>,
  answered: (answers: string) => void,
): ((calls: string) => void) => {
  let ready: (readonly [id: number, answer: string])[] = [];
  const flush = (): void => {
    const answers = JSON.stringify(ready);
    ready = [];
    answered(answers);
  };
  return (calls) => {
    for (const [id, envelope] of JSON.parse(calls) as readonly (readonly [number, string])[])
      void ask(envelope)
        // The answerer of envelopes does not reject; if it ends, its callers are told all the same.
        .catch(() => '')
        .then((answer) => {
          if (ready.length === 0) setTimeout(flush);
          ready.push([id, answer]);
        });
  };
};
