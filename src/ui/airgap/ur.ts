/**
 * Animated QR codes: UR 2 with fountain parts (BCR-2020-005, BCR-2024-001) around a CBOR byte string. Parts are shown
 * first in order, then mixed, so that a reader that missed one need not wait for it. Sizes are checked before
 * decoding. This module is loaded with the screens that need it. Vectors: tests/vectors/ui/ur-frames.json, made by
 * the reference implementation in C++.
 */
import { UR, URDecoder, UREncoder } from '@gandlaf21/bc-ur/dist/lib/es6/index.js';

/** Default number of bytes in a part, as in Feather. */
export const PART_BYTES = 150;
/** After this many rounds the plain parts are shown again, for readers that cannot use mixed parts. */
const ROUNDS = 3;

export interface Frames {
  /** Smallest number of parts. */
  readonly count: number;
  /** In capital letters, of which a QR code holds more. */
  readonly next: () => string;
}
export function createFrames(type: string, bytes: Uint8Array, partBytes = PART_BYTES): Frames {
  const { cbor } = UR.from(bytes);
  const fresh = (): UREncoder => new UREncoder(new UR(cbor, type), partBytes);
  let encoder = fresh();
  const count = encoder.fragmentsLength;
  let shown = 0;
  return {
    count,
    next: () => {
      if (shown === count * ROUNDS) {
        encoder = fresh();
        shown = 0;
      }
      shown += 1;
      return encoder.nextPart().toUpperCase();
    },
  };
}

/** Longest text in a QR code (version 40, alphanumeric). */
const MAX_TEXT = 4296;
export const MAX_PARTS = 2000;
/** Most bytes in all parts together. */
const MAX_TOTAL = 2 << 20;
/** A part that was read more often than this shows that the code is not a fountain code. */
const MOST_TAKEN = 8;

/**
 * new: a useful part; known: a part already read; foreign: a part of another code; none: not a part, or damaged;
 * too_large: larger than any valid code; broken: all parts were read but do not fit together; done: complete.
 */
export type Taken = 'new' | 'known' | 'foreign' | 'none' | 'too_large' | 'broken' | 'done';
export interface UrReader {
  take(text: string): Taken;
  /** Number of parts read, and of all parts; both 0 before the first part. */
  readonly have: number;
  readonly total: number;
  readonly result: { readonly type: string; readonly bytes: Uint8Array } | undefined;
}
const FRAME = /^ur:([a-z0-9-]{1,32})\/(?:([1-9]\d{0,8})-([1-9]\d{0,8})\/)?([a-z]{10,4290})$/i;

export function createUrReader(): UrReader {
  const decoder = new URDecoder();
  let result: UrReader['result'];
  let total = 0;
  let have = 0;
  let taken = 0;

  const finish = (): Taken => {
    const ur = decoder.resultUR();
    const bytes = readByteString(Uint8Array.from(ur.cbor));
    if (bytes === undefined) return 'broken';
    result = { type: ur.type, bytes };
    have = total;
    return 'done';
  };
  return {
    get have() {
      return have;
    },
    get total() {
      return total;
    },
    get result() {
      return result;
    },
    take: (text) => {
      if (result !== undefined) return 'known';
      const [, , , parts = '1', body = ''] = (text.length <= MAX_TEXT && FRAME.exec(text)) || [];
      if (body === '') return 'none';
      if (Number(parts) > MAX_PARTS || Number(parts) * (body.length / 2 - 30) > MAX_TOTAL) return 'too_large';
      if (total > 0 && taken > total * MOST_TAKEN + 200) return 'broken';
      let fits: boolean;
      try {
        fits = decoder.receivePart(text);
      } catch {
        // A misread letter, or not a part at all.
        return 'none';
      }
      if (decoder.isError()) return 'broken';
      if (!fits) return 'foreign';
      total = Number(parts);
      taken += 1;
      if (decoder.isSuccess()) return finish();
      const before = have;
      have = decoder.receivedPartIndexes().length;
      if (have === total) return 'broken';
      return have > before ? 'new' : 'known';
    },
  };
}

/** Reads CBOR that is exactly one byte string; undefined for anything else. */
const readByteString = (cbor: Uint8Array): Uint8Array | undefined => {
  const [head = 0] = cbor;
  if (head >> 5 !== 2) return undefined;
  const small = head & 31;
  const width = small < 24 ? 0 : small <= 26 ? 1 << (small - 24) : undefined;
  if (width === undefined) return undefined;
  const length = width === 0 ? small : cbor.subarray(1, 1 + width).reduce((sum, byte) => sum * 256 + byte, 0);
  return cbor.length === 1 + width + length ? cbor.slice(1 + width) : undefined;
};
