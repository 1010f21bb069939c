/** A varint on its own, for hashing. Upstream: src/common/varint.h. */
import { Writer } from './writer.ts';

export const varint = (value: bigint | number): Uint8Array => new Writer().varint(value).done();
