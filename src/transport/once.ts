/** A worker that answers one question and ends: what it held in memory is gone with it. */

/**
 * The asker's side of a worker that was just started; what comes back is `Answer` by agreement. Rejects when the worker
 * does not start (however long ago that was) or fails; it has ended either way.
 */
export function askOnce<Answer>(worker: Worker): (question: object) => Promise<Answer> {
  const answer = new Promise<Answer>((resolve, reject) => {
    worker.onmessage = ({ data }: MessageEvent<{ readonly answer: Answer }>) => resolve(data.answer);
    worker.onerror = (event) => reject(new Error(`A worker failed: ${event.message}`));
    worker.onmessageerror = () => reject(new Error('A worker answered nothing that can be read'));
  }).finally(() => worker.terminate());
  // Whoever asks hears of it.
  answer.catch(() => undefined);
  return (question) => {
    worker.postMessage(question);
    return answer;
  };
}

/** The worker's side: one listener, and what it throws reaches the asker as an error of the worker. */
export function answerOnce(work: (question: never) => Promise<unknown>): void {
  globalThis.onmessage = ({ data }: MessageEvent) => {
    work(data as never).then((answer) => postMessage({ answer }), reportError);
  };
}
