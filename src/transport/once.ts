/** A worker that answers one question and ends, so that its memory is freed. */

/**
 * The asking side of a worker that was just started. The answer's type is agreed upon, not checked. Rejects when the
 * worker fails or does not start (even if that failed before the question); the worker has ended in every case.
 */
export function askOnce<Answer>(worker: Worker): (question: object) => Promise<Answer> {
  const answer = new Promise<Answer>((resolve, reject) => {
    worker.onmessage = ({ data }: MessageEvent<{ readonly answer: Answer }>) => resolve(data.answer);
    worker.onerror = (event) => reject(new Error(`A worker failed: ${event.message}`));
    worker.onmessageerror = () => reject(new Error('A worker answered nothing that can be read'));
  }).finally(() => worker.terminate());
  // The question's own promise reports the failure.
  answer.catch(() => undefined);
  return (question) => {
    worker.postMessage(question);
    return answer;
  };
}

/** The worker's side: one listener; a throw reaches the asker as an error of the worker. */
export function answerOnce(work: (question: never) => Promise<unknown>): void {
  globalThis.onmessage = ({ data }: MessageEvent) => {
    work(data as never).then((answer) => postMessage({ answer }), reportError);
  };
}
