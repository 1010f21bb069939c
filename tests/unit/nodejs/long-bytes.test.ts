/** Node's functions for long bytes beside WebCrypto: the same bytes, and the same refusals. */
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { longBytes } from '../../../src/nodejs/long-bytes.ts';
import { forLength, setLongBytes, webCrypto } from '../../../src/store/long-bytes.ts';

const MIB = 1 << 20;
/** None, a part of a piece, whole pieces, and a piece and a part. */
const SIZES = [0, 1, 1000, MIB, MIB + 1, 2 * MIB, 3 * MIB - 1];
const filled = (size: number) => Uint8Array.from({ length: size }, (_, i) => (i * 31) >> 3);
const newKey = () =>
  crypto.subtle.generateKey({ name: 'AES-GCM', length: 256 }, false, ['encrypt', 'decrypt']);
const box = { nonce: filled(12), data: filled(50) };

describe.each(SIZES)('%d bytes', (size) => {
  const plain = filled(size);
  test('have the same hash', async () => {
    expect(await longBytes.sha256(plain)).toEqual(await webCrypto.sha256(plain));
  });
  test('are encrypted to the same bytes, and each decrypts those of the other', async () => {
    const key = await newKey();
    const sealed = await longBytes.encrypt(key, box, plain);
    expect(Buffer.compare(sealed, await webCrypto.encrypt(key, box, plain))).toBe(0);
    expect(Buffer.compare((await longBytes.decrypt(key, box.data, sealed))!, plain)).toBe(0);
    expect(Buffer.compare((await webCrypto.decrypt(key, box.data, sealed))!, plain)).toBe(0);
  });
});

test('a changed byte, other additional data and another key are refused by both', async () => {
  const key = await newKey();
  const sealed = await longBytes.encrypt(key, box, filled(MIB + 5));
  for (const each of [longBytes, webCrypto]) {
    await fc.assert(
      fc.asyncProperty(fc.nat(sealed.length - 1), async (at) => {
        const changed = sealed.slice();
        changed[at]! ^= 1;
        expect(await each.decrypt(key, box.data, changed)).toBeUndefined();
      }),
      { numRuns: 5, examples: [[0], [12], [sealed.length - 1]] },
    );
    expect(await each.decrypt(key, filled(49), sealed)).toBeUndefined();
    expect(await each.decrypt(await newKey(), box.data, sealed)).toBeUndefined();
  }
});

test('parts are joined in their order', async () => {
  const parts = SIZES.map(filled);
  expect(Buffer.compare(await longBytes.join(parts), Buffer.concat(parts))).toBe(0);
});

test('other work has its turn between the pieces', async () => {
  let turns = 0;
  const count = setInterval(() => (turns += 1), 0);
  await longBytes.sha256(new Uint8Array(64 * MIB));
  clearInterval(count);
  expect(turns).toBeGreaterThan(2);
});

test('long bytes alone are given to the functions that were set', () => {
  setLongBytes(longBytes);
  expect(forLength(MIB)).toBe(longBytes);
  expect(forLength(MIB - 1)).toBe(webCrypto);
});
