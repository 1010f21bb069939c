/** True for the bytes of a transaction whose first input shows a ring: others spend by membership proofs. */
import { Reader } from '../encoding/reader.ts';

export function hasRings(blob: Uint8Array): boolean {
  const reader = new Reader(blob);
  // Version, unlock time, number of inputs, kind of the first, amount, number of ring members.
  reader.safeVarint('version');
  reader.varint();
  reader.safeVarint('inputs');
  reader.skip(1);
  reader.varint();
  return reader.safeVarint('ring members') > 0;
}
