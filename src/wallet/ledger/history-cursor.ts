/**
 * A cursor into the history: the height of the caller's last block, and prefixes of two block ids, by which a reorganisation
 * since then is noticed.
 */
import { toHex } from '../../base/hex.ts';
import { hashAt, type Chain } from '../state/chain.ts';

interface History {
  readonly chain: Chain;
  readonly height: number;
}

/** Blocks between the two ids of a cursor: the deepest reorganisation that the wallet takes by itself. */
const DEPTH = 100;

/** The cursor of a caller that has all blocks up to this height. */
export function cursorAt({ chain }: History, height: number): string {
  return [height, idAt(chain, height) ?? '', idAt(chain, height - DEPTH) ?? ''].join(':');
}

/**
 * The height up to which the blocks of a cursor are still valid. `replaces`: the cursor is above it. Undefined when the text is no
 * cursor. An empty text is the beginning.
 */
export function heightOfCursor(
  { chain, height: known }: History,
  cursor: string,
): { readonly height: number; readonly replaces: boolean } | undefined {
  if (cursor === '') return { height: 0, replaces: false };
  const [, digits, id, lower] = /^(\d{1,10}):([0-9a-f]{16}|):([0-9a-f]{16}|)$/.exec(cursor) ?? [];
  if (digits === undefined) return undefined;
  const height = Number(digits);
  // Ids of old blocks are not stored, and no reorganisation reaches them.
  const isStillInChain = (at: number, expected: string | undefined): boolean =>
    at < known && (!expected || (idAt(chain, at) ?? expected) === expected);
  if (height === 0 || isStillInChain(height, id)) return { height, replaces: false };
  const below = height - DEPTH;
  return { height: lower && isStillInChain(below, lower) ? below : 0, replaces: true };
}

const idAt = (chain: Chain, height: number): string | undefined => {
  const id = hashAt(chain, height);
  return id && toHex(id.subarray(0, 8));
};
