/**
 * Many inversions for the price of one (Montgomery), over blocks of LANES elements spaced `stride` bytes apart.
 * No element may be zero; Z of a point on the curve never is, so a point from outside cannot spoil the inverses beside it.
 */
import { copy, invert, mul } from './field';
import { FE } from './lanes';

const RUNNING: usize = memory.data(FE, 16);

/** inverses[i] = 1/elements[i] for n blocks; `inverses` are FE bytes apart and must not overlap the elements. */
export function invertMany(inverses: usize, elements: usize, stride: usize, n: usize): void {
  if (n === 0) return;
  copy(inverses, elements);
  for (let i: usize = 1; i < n; i++) mul(inverses + i * FE, inverses + (i - 1) * FE, elements + i * stride);
  invert(RUNNING, inverses + (n - 1) * FE);
  for (let i: usize = n - 1; i > 0; i--) {
    mul(inverses + i * FE, RUNNING, inverses + (i - 1) * FE);
    mul(RUNNING, RUNNING, elements + i * stride);
  }
  copy(inverses, RUNNING);
}
