/** Passes the test's calls to the worker. */
const worker = new Worker(new URL('./worker.ts', import.meta.url), { type: 'module' });
const waiting = new Map<number, (answer: unknown) => void>();
let calls = 0;

worker.addEventListener('message', ({ data }: MessageEvent<[number, string, unknown]>) => {
  const [call, outcome, value] = data;
  waiting.get(call)?.(outcome === 'done' ? { done: value } : { failed: value });
});

/** Answers `{ done }` or `{ failed }`, the fault's code. */
Object.assign(globalThis, {
  store: (...call: unknown[]) =>
    new Promise((resolve) => {
      waiting.set(++calls, resolve);
      worker.postMessage([calls, ...call]);
    }),
});
