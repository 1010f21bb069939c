/** Tells whether a node's answer about a block still holds when it is stored. */
import { equalBytes } from '../../base/bytes.ts';
import { hashAt, type Chain } from './chain.ts';

/** False: another block has this height now, or the block was read meanwhile. */
export function isSameBlock(before: Chain, now: Chain, height: number): boolean {
  const id = hashAt(before, height);
  const next = hashAt(now, height);
  return id && next ? equalBytes(id, next) : id === next;
}
