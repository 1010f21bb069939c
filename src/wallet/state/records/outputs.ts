/**
 * Outputs of the wallet, what was asked of nodes about them, and searches for their spends. Heights are block heights,
 * times are seconds where nothing else is said, amounts piconero.
 */
import type { KeyImage, PublicKey, Scalar, TxId } from '../../../base/brands.ts';
import type { Extension } from '../../../protocol/carrot/secrets.ts';
import type { SubaddressIndex } from '../../../protocol/keys/subaddress.ts';

/**
 * An output that is or was ours. The table's keys (0, 1, 2…) are in chain order and do not change, since exports
 * refer to outputs by index.
 */
export interface OwnedOutput {
  readonly txid: TxId;
  readonly outputIndex: number;
  readonly globalIndex: number;
  readonly key: PublicKey;
  /** Absent when unknown: in a view-only wallet, and in multisig before the other signers' parts were imported. */
  readonly keyImage?: KeyImage;
  /**
   * In a view-only wallet: the signing device must still send the key image. In the signing device: the view-only wallet
   * waits for it.
   */
  readonly keyImageRequested?: true;
  readonly amount: bigint;
  readonly mask: Scalar;
  readonly rct: boolean;
  readonly coinbase: boolean;
  readonly subaddress: SubaddressIndex;
  readonly height: number;
  readonly timestamp: number;
  readonly unlockTime: bigint;
  readonly txPublicKey: PublicKey;
  readonly pkIndex: number;
  readonly additionalKeys: readonly PublicKey[];
  /** Present in an output of Carrot: see `FoundOutput.carrot`. */
  readonly carrot?: Extension;
  /** `height` is 0 until the spending transaction is mined. */
  readonly spent?: { readonly height: number; readonly txid: TxId };
  readonly frozen: boolean;
  /** The smaller output with the same one-time key that this one replaced (burning bug). A reorg may restore it. */
  readonly replaces?: OwnedOutput;
}

/**
 * The ring chosen for one of our outputs. It is stored so that another attempt uses the same ring: the output would
 * be the only member that two different rings have in common.
 */
export interface Ring {
  /** Global indices, ascending, the real one among them. */
  readonly indices: readonly number[];
}

/** The indices requested from nodes for one of our outputs: stored, so that all requests name the same ones. */
export interface Draw {
  /** Global indices in the order in which they fill the ring: the real one, then decoys as drawn. */
  readonly indices: readonly number[];
  /** The node that was asked. Absent in records of earlier versions, which had one node. */
  readonly asked?: AskedNode;
  /** Nodes that gave suspicious answers to this request. */
  readonly suspicious?: readonly SuspiciousNode[];
}

/** A node, the choice of the person that was valid at its last suspicious answer, and the number of these answers. */
export interface SuspiciousNode extends AskedNode {
  readonly times: number;
}

/** The node that was asked, and when the person had chosen the nodes: `NodeList.chosenAt`, in milliseconds. */
export interface AskedNode {
  readonly node: string;
  readonly choice: number;
}

/** Number of RingCT outputs on the chain after a block. */
export interface OutputCount {
  readonly count: number;
  /** From a node's distribution; absent: from a scanned block. Code reads it with `isFromDistribution`. */
  readonly said?: true;
}

/** A transaction that may spend outputs of ours, since their key images were unknown when it was scanned. */
export interface MaybeSpending {
  readonly txid: TxId;
  readonly height: number;
  readonly timestamp: number;
  readonly fee: bigint;
  readonly unlockTime: bigint;
  readonly keyImages: readonly KeyImage[];
}

/**
 * Blocks from height `from` to `to - 1`, which were scanned before the key images of some outputs were known. They
 * are scanned again for spends of these outputs; those from `next` on are left.
 */
export interface SpendSearch {
  readonly from: number;
  readonly next: number;
  readonly to: number;
  /** Id of block `next - 1` as scanned again; absent at the beginning. */
  readonly last?: Uint8Array;
}
