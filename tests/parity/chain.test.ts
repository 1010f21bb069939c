/** The calls of one full wallet with a node. Those of watching wallets, signers and miners: tests/long/parity/chain.test.ts. */
import { describe } from 'vitest';
import { compareCalls } from './chain-steps.ts';
import { ALONE } from './table/chain.ts';

describe('calls with a node', () => compareCalls(ALONE));
