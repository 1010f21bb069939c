/** Payments of every kind, built, relayed several times, mined and taken away by a reorg, beside monero-wallet-rpc. */
import { describe } from 'vitest';
import { compareCalls } from '../../parity/chain-steps.ts';
import { RELAYING } from '../../parity/table/relaying.ts';

describe('calls that pay', () => compareCalls(RELAYING));
