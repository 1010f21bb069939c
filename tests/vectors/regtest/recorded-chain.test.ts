import { describe } from 'vitest';
import { recordedChain, recordedChainLaws } from './recorded-chain.ts';
import recorded from './blocks.json' with { type: 'json' };

describe('a recorded answer of monerod', () => recordedChainLaws(recordedChain(), recorded.ids));
