/** Sends the worker one request and stores its answer where the test reads it. */
const worker = new Worker(new URL('./worker.ts', import.meta.url), { type: 'module' });
const ask = (question: unknown): Promise<unknown> =>
  new Promise((resolve, reject) => {
    worker.onmessage = ({ data }) => resolve(data);
    worker.onerror = (event) => reject(new Error(event.message));
    worker.postMessage(question);
  });
Object.assign(globalThis, { ask });
