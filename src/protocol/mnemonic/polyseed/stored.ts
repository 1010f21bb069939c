/**
 * A Polyseed in 32 bytes, as `.keys` files of the reference contain it: "POLYSEED", date and features, the secret, and
 * the checksum. Upstream: src/storage.c of tevador/polyseed. Vectors: `stored` in polyseed/vectors.json.
 */
import { concat, equalBytes, utf8 } from '../../../base/bytes.ts';
import { isFault } from '../../../base/fault.ts';
import { fromWordIndices, SECRET_BYTES, toWordIndices, type Polyseed } from './seed.ts';

const HEADER = utf8('POLYSEED');
/** Between the secret and the checksum. */
const FILLER = 0xff;
/** The bits above the checksum. */
const FOOTER = 0x7000;
const STORED_BYTES = 32;

export function writeStoredPolyseed(seed: Polyseed): Uint8Array {
  const { secret, birthday, features } = seed;
  const [checksum] = toWordIndices(seed);
  return concat(
    HEADER,
    u16((features << 10) | birthday),
    secret,
    Uint8Array.of(FILLER),
    u16(FOOTER | checksum!),
  );
}

/** Undefined when the bytes are no such seed. */
export function readStoredPolyseed(bytes: Uint8Array): Polyseed | undefined {
  if (bytes.length !== STORED_BYTES || !equalBytes(bytes.subarray(0, HEADER.length), HEADER))
    return undefined;
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.length);
  const extra = view.getUint16(8, true);
  const end = view.getUint16(30, true);
  const secret = bytes.slice(10, 10 + SECRET_BYTES);
  const checksum = end & 0x7ff;
  if (bytes[29] !== FILLER || end - checksum !== FOOTER || extra >> 15 !== 0 || secret[18]! > 0x3f)
    return undefined;
  const [, ...words] = toWordIndices({ secret, birthday: extra & 0x3ff, features: extra >> 10 });
  try {
    return fromWordIndices([checksum, ...words]);
  } catch (error) {
    if (!isFault(error, 'bad_polyseed')) throw error;
    return undefined;
  }
}

const u16 = (value: number): Uint8Array => Uint8Array.of(value & 0xff, value >> 8);
