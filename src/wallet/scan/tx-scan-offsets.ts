/**
 * The positions of what the scan reads in every transaction: its public keys, and the keys and view tags of its
 * outputs. The few transactions that pay us are parsed completely afterwards.
 */
import { concat } from '../../base/bytes.ts';
import { additionalPublicKeys, parseExtra, txPublicKeys, type TxExtra } from '../../protocol/tx/extra.ts';
import type { PrefixOffsets } from '../../protocol/tx/prefix.ts';
import type { TxPrefix } from '../../protocol/tx/types.ts';

export interface TxScanOffsets {
  readonly bytes: Uint8Array;
  /** Positions of the public keys for derivations: first `mains` keys of tag 01, then the additional ones. */
  readonly points: readonly number[];
  readonly mains: number;
  /** Positions of the output keys. */
  readonly keys: readonly number[];
  /** View tag of each output, -1 without one. */
  readonly viewTags: readonly number[];
}

/** Copies 32 bytes in a loop: `set` would need a view for each of tens of thousands of keys. */
export function copyKey(to: Uint8Array, at: number, from: Uint8Array, fromAt: number): void {
  for (let i = 0; i < 32; i++) to[at + i] = from[fromAt + i]!;
}

/** For a transaction that begins at the start of `bytes`. */
export function scanOffsetsAt(
  bytes: Uint8Array,
  { keys, viewTags, extraAt, extraLength }: PrefixOffsets,
): TxScanOffsets {
  return { bytes, ...pointsAt(bytes, extraAt, extraLength), keys, viewTags };
}

/** For a parsed transaction. */
export function scanOffsetsOf({ outputs, extra }: TxPrefix): TxScanOffsets {
  const { main, additional } = keysOf(parseExtra(extra));
  const all = [...main, ...additional, ...outputs.map(({ key }) => key)];
  const points = main.length + additional.length;
  return {
    bytes: concat(...all),
    points: Array.from({ length: points }, (_, i) => 32 * i),
    mains: main.length,
    keys: outputs.map((_, i) => 32 * (points + i)),
    viewTags: outputs.map(({ viewTag = -1 }) => viewTag),
  };
}

/** Public keys for derivations. Additional keys are used only together with a key of tag 01, as upstream. */
export function keysOf(extra: TxExtra): {
  readonly main: readonly Uint8Array[];
  readonly additional: readonly Uint8Array[];
} {
  const main = txPublicKeys(extra);
  return { main, additional: main.length > 0 ? additionalPublicKeys(extra) : [] };
}

const PUBLIC_KEY = 1;
const NONCE = 2;
const ONE_KEY = 33;
const KEY_AND_PAYMENT_ID = ONE_KEY + 2 + 9;

const pointsAt = (bytes: Uint8Array, at: number, length: number): Pick<TxScanOffsets, 'points' | 'mains'> => {
  // What nearly all wallets write: one key, and perhaps an encrypted payment id after it.
  const usual =
    bytes[at] === PUBLIC_KEY &&
    (length === ONE_KEY ||
      (length === KEY_AND_PAYMENT_ID && bytes[at + ONE_KEY] === NONCE && bytes[at + ONE_KEY + 1] === 9));
  if (usual) return { points: [at + 1], mains: 1 };
  const { main, additional } = keysOf(parseExtra(bytes.subarray(at, at + length)));
  const positionOf = (key: Uint8Array): number => key.byteOffset - bytes.byteOffset;
  return { points: [...main.map(positionOf), ...additional.map(positionOf)], mains: main.length };
};
