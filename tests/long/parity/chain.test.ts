/** All calls with a node, also of watching wallets, signers and miners. */
import { describe } from 'vitest';
import { compareCalls } from '../../parity/chain-steps.ts';
import { CHAIN } from '../../parity/table/chain.ts';

describe('calls with a node', () => compareCalls(CHAIN));
