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
/** The tree of all outputs, which blocks from version 17 on name: number of layers, and its root. */
export interface OutputTree {
  readonly layers: number;
  /** 32 bytes. */
  readonly root: Uint8Array;
}
export interface Block {
  readonly header: BlockHeader;
  readonly minerTx: Transaction;
  readonly txHashes: readonly TxId[];
  readonly tree?: OutputTree;
}
