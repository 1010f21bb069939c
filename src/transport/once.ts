/** A worker that answers one request and ends, so that its memory is freed. */
import type { Endpoint } from 'comlink';
import { sayListening, startWorker, watchLimit, type StartOptions, type TaskWorker } from './start-worker.ts';

type Answer<T> = { readonly answer: T } | { readonly failure: string };

/** Much longer than a slow phone needs. The caller of a worker that stands still does the work itself then. */
const ANSWER_LIMIT_MS = 30_000;

/**
 * The client side. The worker starts at once. The type of the answer is not checked. Rejects when the worker fails, does not start,
 * or does not answer in time; afterwards the worker is terminated in any case.
 */
export function askOnce<T>(
  spawn: () => TaskWorker,
  options: Pick<StartOptions, 'after'> = {},
): (question: object) => Promise<T> {
  let fail: (error: Error) => void;
  const failure = new Promise<never>((_resolve, reject) => (fail = reject));
  // The promise of the request reports the failure.
  failure.catch(() => undefined);
  const starting = startWorker(spawn, { ...options, failed: (error) => fail(error) });
  let stopWaiting = (): void => undefined;
  const ask = async (question: object): Promise<T> => {
    const worker = await starting.ready;
    return new Promise((resolve, reject) => {
      const late = () => reject(new Error('a worker does not answer'));
      stopWaiting = watchLimit(ANSWER_LIMIT_MS, late, options.after);
      worker.addEventListener('message', (event) => {
        const data = (event as MessageEvent<Answer<T>>).data;
        if ('answer' in data) resolve(data.answer);
        else reject(new Error(`A worker failed: ${data.failure}`));
      });
      worker.postMessage(question);
    });
  };
  return (question) =>
    Promise.race([ask(question), failure]).finally(() => {
      stopWaiting();
      starting.end();
    });
}

/** The worker's side. `to`: the client; by default the page or worker that started this worker. */
export function answerOnce(work: (question: never) => Promise<unknown>, to: Endpoint = globalThis): void {
  to.addEventListener('message', (event) => {
    work((event as MessageEvent).data as never).then(
      (answer) => to.postMessage({ answer }),
      (error: unknown) => to.postMessage({ failure: String(error) }),
    );
  });
  sayListening(to);
}
