/** One build of the kernel on one core: starts it, then makes derivations for the given time. */
import { asSecretKey } from '../../src/base/brands.ts';
import type { RunAnswer, RunQuestion, StartAnswer, StartQuestion } from './kernel.ts';
import type { Kernel } from '../../src/kernel/interface.ts';
import { fetchModule } from '../../src/kernel/wasm/fetch-module.ts';
import { knowsAnswers } from '../../src/kernel/wasm/known-answers.ts';
import { runnableBuilds, startBuild, type Build } from '../../src/kernel/wasm/load.ts';

/** Points per call: what a range of some hundred transactions gives. */
const BATCH = 1024;

let work: (tags: boolean) => void = () => undefined;

const start = async (build: Build): Promise<StartAnswer> => {
  if (!(await runnableBuilds()).includes(build)) return { runs: false, bytes: 0, startMs: 0 };
  const source = await fetchModule(build);
  const begun = performance.now();
  const kernel = await startBuild(build, source);
  if (!knowsAnswers(kernel)) throw new Error(`${build} does not know its answers`);
  const startMs = performance.now() - begun;
  work = workOf(kernel);
  // Twice: the JavaScript engine compiles code again that runs often.
  work(true);
  work(true);
  return { runs: true, bytes: source instanceof WebAssembly.Module ? 0 : source.byteLength, startMs };
};

const workOf = (kernel: Kernel): typeof work => {
  const scalars = new Uint8Array(32 * BATCH);
  for (let i = 0; i < BATCH; i++)
    scalars.set(kernel.scalarReduce(kernel.keccak256(Uint8Array.of(i & 255, i >> 8))), 32 * i);
  const points = kernel.mulBaseBatch(scalars);
  const secret = scalars.slice(0, 32);
  const which = Uint32Array.from({ length: 2 * BATCH }, (_, i) => i >> 1);
  const indices = Uint32Array.from({ length: 2 * BATCH }, (_, i) => i & 1);
  return (tags) => {
    const derivations = kernel.deriveBatch(asSecretKey(secret), points);
    if (tags) kernel.viewTagBatch(derivations, which, indices);
  };
};

const run = (ms: number, tags: boolean): RunAnswer => {
  const begun = performance.now();
  let count = 0;
  while (performance.now() - begun < ms) {
    work(tags);
    count += BATCH;
  }
  return { count };
};

onmessage = async ({ data }: MessageEvent<StartQuestion | RunQuestion>) => {
  postMessage('start' in data ? await start(data.start) : run(data.ms, data.tags));
};
