/**
 * The positions of what the reference scan and the scan of the pool read in every transaction: its public keys, and
 * the keys and view tags of its outputs. The few transactions that pay us are parsed completely afterwards. (In the
 * fast scan, the kernel finds these positions.)
 */
import type { PublicKey } from '../../base/brands.ts';
import { concat } from '../../base/bytes.ts';
import { additionalPublicKeys, parseExtra, txPublicKeys, type TxExtra } from '../../protocol/tx/extra.ts';
import { Reader } from '../../protocol/encoding/reader.ts';
import { CARROT_OUTPUT, skimPrefix, writePrefix, type PrefixOffsets } from '../../protocol/tx/prefix.ts';
import type { TxPrefix } from '../../protocol/tx/types.ts';

export interface TxScanOffsets {
  readonly bytes: Uint8Array;
  /** Positions of the transaction public keys: first `mainCount` keys of tag 01, then the additional ones. */
  readonly txKeysAt: readonly number[];
  readonly mainCount: number;
  readonly outputKeysAt: readonly number[];
  /** View tag of each output, -1 without one. */
  readonly viewTags: readonly number[];
  /** Present if the outputs are those of Carrot; `txKeysAt` is empty then. */
  readonly carrot?: CarrotOffsets;
}
/** The view tag of each output of Carrot follows its key. */
interface CarrotOffsets {
  readonly extra: Uint8Array;
  /** Position of the first key image; absent in a coinbase, of which `bytes` is the prefix. */
  readonly imageAt?: number | undefined;
}

/** Copies 32 bytes in a loop: `set` would need a view for each of tens of thousands of keys. */
export function copyKey(to: Uint8Array, at: number, from: Uint8Array, fromAt: number): void {
  for (let i = 0; i < 32; i++) to[at + i] = from[fromAt + i]!;
}

/** The offsets of a transaction that begins at the start of `bytes`. */
export function scanOffsetsAt(
  bytes: Uint8Array,
  { keys, viewTags, images, extraAt, extraLength }: PrefixOffsets,
): TxScanOffsets {
  const carrots = viewTags.filter((tag) => tag === CARROT_OUTPUT).length;
  // A transaction with outputs of both kinds counts as foreign.
  if (carrots > 0 && carrots < viewTags.length)
    return { bytes, txKeysAt: [], mainCount: 0, outputKeysAt: keys, viewTags };
  if (carrots > 0) {
    const extra = bytes.subarray(extraAt, extraAt + extraLength);
    const carrot = { extra, imageAt: images[0] };
    return { bytes, txKeysAt: [], mainCount: 0, outputKeysAt: keys, viewTags, carrot };
  }
  return { bytes, ...findTxKeys(bytes, extraAt, extraLength), outputKeysAt: keys, viewTags };
}

/** The offsets of a parsed transaction: `bytes` contains its keys, and its whole prefix if it has outputs of Carrot. */
export function scanOffsetsOf(prefix: TxPrefix): TxScanOffsets {
  const { outputs, extra } = prefix;
  if (outputs.some(({ carrot }) => carrot)) {
    const bytes = writePrefix(prefix);
    return scanOffsetsAt(bytes, skimPrefix(new Reader(bytes), 'carrot'));
  }
  const { main, additional } = keysOf(parseExtra(extra));
  const all = [...main, ...additional, ...outputs.map(({ key }) => key)];
  const txKeys = main.length + additional.length;
  return {
    bytes: concat(...all),
    txKeysAt: Array.from({ length: txKeys }, (_, i) => 32 * i),
    mainCount: main.length,
    outputKeysAt: outputs.map((_, i) => 32 * (txKeys + i)),
    viewTags: outputs.map(({ viewTag = -1 }) => viewTag),
  };
}

/** Transaction public keys. Additional keys are used only together with a key of tag 01, as in wallet2. */
export function keysOf(extra: TxExtra): {
  readonly main: readonly PublicKey[];
  readonly additional: readonly PublicKey[];
} {
  const main = txPublicKeys(extra);
  return { main, additional: main.length > 0 ? additionalPublicKeys(extra) : [] };
}

const PUBLIC_KEY = 1;
const NONCE = 2;
const ONE_KEY = 33;
/** Bytes of a nonce with an encrypted payment id: 1 for the kind of nonce, 8 for the id. Tag and length precede it. */
const ENCRYPTED_ID = 9;
const KEY_AND_PAYMENT_ID = ONE_KEY + 2 + ENCRYPTED_ID;

const findTxKeys = (
  bytes: Uint8Array,
  at: number,
  length: number,
): Pick<TxScanOffsets, 'txKeysAt' | 'mainCount'> => {
  // Nearly all wallets write this: one key, and perhaps an encrypted payment id after it.
  const usual =
    bytes[at] === PUBLIC_KEY &&
    (length === ONE_KEY ||
      (length === KEY_AND_PAYMENT_ID &&
        bytes[at + ONE_KEY] === NONCE &&
        bytes[at + ONE_KEY + 1] === ENCRYPTED_ID));
  if (usual) return { txKeysAt: [at + 1], mainCount: 1 };
  const { main, additional } = keysOf(parseExtra(bytes.subarray(at, at + length)));
  // `parseExtra` returns views of `bytes`, not copies.
  const positionOf = (key: Uint8Array): number => key.byteOffset - bytes.byteOffset;
  return { txKeysAt: [...main.map(positionOf), ...additional.map(positionOf)], mainCount: main.length };
};
