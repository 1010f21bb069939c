/** Blocks as plain values. Upstream: src/cryptonote_basic/cryptonote_basic.h. Readers and writers: block.ts. */
import type { TxId } from '../../base/brands.ts';
import type { Transaction } from '../tx/types.ts';

export interface BlockHeader {
  readonly majorVersion: number;
  readonly minorVersion: number;
  readonly timestamp: number;
  readonly prevHash: Uint8Array;
  readonly nonce: number;
}
export interface Block {
  readonly header: BlockHeader;
  readonly minerTx: Transaction;
  readonly txHashes: readonly TxId[];
}
