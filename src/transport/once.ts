/** A worker that answers one request and ends, so that its memory is freed. */

/**
 * The client side of a worker that was just started. The type of the answer is not checked. Rejects when the worker
 * fails or does not start; afterwards the worker is terminated in any case.
 */
export function askOnce<Answer>(worker: Worker): (question: object) => Promise<Answer> {
  const answer = new Promise<Answer>((resolve, reject) => {
    worker.onmessage = ({ data }: MessageEvent<{ readonly answer: Answer }>) => resolve(data.answer);
    worker.onerror = (event) => reject(new Error(`A worker failed: ${event.message}`));
    worker.onmessageerror = () => reject(new Error('A worker answered nothing that can be read'));
  }).finally(() => worker.terminate());
  // The promise of the request reports the failure.
  answer.catch(() => undefined);
  return (question) => {
    worker.postMessage(question);
    return answer;
  };
}

/** The worker's side. If `work` throws, the client gets an error event of the worker. */
export function answerOnce(work: (question: never) => Promise<unknown>): void {
  globalThis.onmessage = ({ data }: MessageEvent) => {
    work(data as never).then((answer) => postMessage({ answer }), reportError);
  };
}
