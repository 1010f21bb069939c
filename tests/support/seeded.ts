/** Vitest runs this before each file: properties of fast-check begin from the seed of the run, and a kernel is installed. */
import * as fc from 'fast-check';
import { seed } from './tier.ts';
import { useWasmKernel } from './wasm-kernel.ts';

fc.configureGlobal({ seed });
await useWasmKernel();
