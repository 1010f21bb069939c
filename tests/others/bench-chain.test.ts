/** A whole regtest chain as a real monerod sends it, with the counts of other programs. */
import { describe } from 'vitest';
import { benchChain } from '../support/vectors.ts';
import { recordedChainLaws } from '../vectors/regtest/recorded-chain.ts';

const NO_BLOCK = '0'.repeat(64);
const TOP_BLOCK = '03b0b849d8c58fbf04a665c4b1fafd5bc33cc814d13da944647b2913820707d6';

describe('the whole recorded chain', () =>
  recordedChainLaws(benchChain(), { before: NO_BLOCK, last: TOP_BLOCK }));
