/** Measures the builds of the kernel once, and ends. */
import { fetchModule } from '../src/kernel/wasm/fetch-module.ts';
import { measureBuilds } from '../src/kernel/wasm/measure-builds.ts';
import { answerOnce } from '../src/transport/once.ts';

answerOnce(() => measureBuilds(fetchModule, () => performance.now()));
