/** A varint on its own, for hashing. Upstream: src/common/varint.h. */
import { Writer } from './writer.ts';

export function varint(value: bigint | number): Uint8Array {
  return new Writer().varint(value).done();
}
