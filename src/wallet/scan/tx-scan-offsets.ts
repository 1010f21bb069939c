/**
 * What the scan looks at in every transaction: its public keys, and the keys and view tags of its outputs. Only
 * positions are noted; the few transactions with something of ours are read whole afterwards.
 */
import { concat } from '../../base/bytes.ts';
import { additionalPublicKeys, parseExtra, txPublicKeys, type TxExtra } from '../../protocol/tx/extra.ts';
import type { PrefixPlaces } from '../../protocol/tx/prefix.ts';
import type { TxPrefix } from '../../protocol/tx/types.ts';

export interface TxScanOffsets {
  readonly bytes: Uint8Array;
  /** Positions of the keys to derive with: those of tag 01 (`mains` many), then the additional ones. */
  readonly points: readonly number[];
  readonly mains: number;
  /** Positions of the output keys. */
  readonly keys: readonly number[];
  /** View tag of each output, -1 without one. */
  readonly viewTags: readonly number[];
}

/** 32 bytes, without the view that `set` would need: there are tens of thousands. */
export function copyKey(to: Uint8Array, at: number, from: Uint8Array, place: number): void {
  for (let i = 0; i < 32; i++) to[at + i] = from[place + i]!;
}

/** Of a transaction that lies in `bytes`. */
export function scanOffsetsAt(
  bytes: Uint8Array,
  { keys, viewTags, extraAt, extraLength }: PrefixPlaces,
): TxScanOffsets {
  return { bytes, ...pointsAt(bytes, extraAt, extraLength), keys, viewTags };
}

/** Of a transaction that was read already. */
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

/** Public keys to derive with. Additional ones go with a key of tag 01: without one they are not looked at. */
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
  // What nearly every wallet writes: one key, and perhaps an encrypted payment id behind it.
  const usual =
    bytes[at] === PUBLIC_KEY &&
    (length === ONE_KEY ||
      (length === KEY_AND_PAYMENT_ID && bytes[at + ONE_KEY] === NONCE && bytes[at + ONE_KEY + 1] === 9));
  if (usual) return { points: [at + 1], mains: 1 };
  const { main, additional } = keysOf(parseExtra(bytes.subarray(at, at + length)));
  const place = (key: Uint8Array): number => key.byteOffset - bytes.byteOffset;
  return { points: [...main.map(place), ...additional.map(place)], mains: main.length };
};
