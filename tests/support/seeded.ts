/** Vitest runs this before each file: properties of fast-check begin from the seed of the run. */
import * as fc from 'fast-check';
import { seed } from './tier.ts';

fc.configureGlobal({ seed });
