/** Asks the worker once and leaves its answer where the test looks. */
const worker = new Worker(new URL('./worker.ts', import.meta.url), { type: 'module' });
const ask = (question: unknown): Promise<unknown> =>
  new Promise((resolve, reject) => {
    worker.onmessage = ({ data }) => resolve(data);
    worker.onerror = (event) => reject(new Error(event.message));
    worker.postMessage(question);
  });
Object.assign(globalThis, { ask });
