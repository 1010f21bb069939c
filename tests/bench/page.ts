/**
 * The page that `npm run bench` drives: it starts the wallet worker of the production build beside it and calls the
 * same method table as the app. It measures time in the page; the caller checks the results.
 */
import { createClient, type Client } from '../../src/client/client.ts';
import { createComlinkPort } from '../../src/transport/comlink/client.ts';
import { scriptUrl } from '../../src/ui/app/trusted.ts';
import kernelWorker from './kernel.worker.ts?worker&url';
import type { KernelPage, RunAnswer, RunQuestion, StartAnswer, StartQuestion } from './kernel.ts';
import type { WalletPage } from './ostro.ts';

const longTasks: number[] = [];
new PerformanceObserver((list) => {
  for (const { duration } of list.getEntries()) longTasks.push(Math.round(duration));
}).observe({ type: 'longtask', buffered: true });

let client: Client | undefined;
let kernel: Worker | undefined;
const wallet = (): Client => {
  if (!client) throw new Error('The wallet worker was not started');
  return client;
};
/** Calls any method: the caller is plain JavaScript, so the compiler cannot check the name. */
const call = (method: string, params: object = {}): Promise<unknown> =>
  (wallet().callWire as (method: string, params: object) => Promise<unknown>)(method, params);
const timed = async (work: () => Promise<unknown>): Promise<{ ms: number; value: unknown }> => {
  const start = performance.now();
  const value = await work();
  return { ms: performance.now() - start, value };
};

const READS = ['get_balance', 'get_height', 'get_address', 'get_accounts'] as const;

/** The functions that the bench calls (chromium.ts, kernel.ts). */
const bench: WalletPage & KernelPage = {
  start: async (workerUrl) => {
    client = createClient(
      createComlinkPort(() => new Worker(scriptUrl(workerUrl), { type: 'module', name: 'ostro wallet' })),
    );
    await client.call('auto_refresh', { enable: false });
  },
  call,
  timed: (method, params) => timed(() => call(method, params)),
  untilReading: (params) =>
    timed(async () => {
      const reading = new Promise<void>((resolve) => {
        wallet().on('status', ({ phase }) => {
          if (phase === 'reading') resolve();
        });
      });
      await call('auto_refresh', { enable: true, period: 60 });
      await call('restore_deterministic_wallet', params);
      await reading;
    }),
  readsDuringScan: async () => {
    const took: number[] = [];
    const scan = { over: false };
    const scanned = call('refresh', {}).finally(() => (scan.over = true));
    for (let i = 0; !scan.over; i++) {
      const { ms } = await timed(() => call(READS[i % READS.length]!, {}));
      took.push(ms);
    }
    await scanned;
    return took;
  },
  longTasks: () => longTasks.splice(0),
  startKernel: (question) => {
    kernel?.terminate();
    kernel = new Worker(scriptUrl(kernelWorker), { type: 'module' });
    return askKernel(kernel, question);
  },
  runKernel: (question) => {
    if (!kernel) throw new Error('No kernel was started');
    return askKernel(kernel, question);
  },
};

interface AskKernel {
  (worker: Worker, question: StartQuestion): Promise<StartAnswer>;
  (worker: Worker, question: RunQuestion): Promise<RunAnswer>;
}
const askKernel: AskKernel = <T>(worker: Worker, question: StartQuestion | RunQuestion) =>
  new Promise<T>((resolve, reject) => {
    worker.onmessage = ({ data }: MessageEvent<T>) => resolve(data);
    worker.onerror = (event) => reject(new Error(event.message));
    worker.postMessage(question);
  });

Object.assign(globalThis, { bench });
