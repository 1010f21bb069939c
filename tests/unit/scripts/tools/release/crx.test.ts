/** Signed packages of Chromium's extensions. */
import { generateKeyPairSync } from 'node:crypto';
import { describe, expect, test } from 'vitest';
import { crxOf, readCrx } from '../../../../../scripts/tools/release/crx.ts';

const { privateKey } = generateKeyPairSync('rsa', { modulusLength: 2048 });
const zip = Buffer.from('the bytes of a zip file');
const crx = crxOf(zip, privateKey);

describe('a package of version CRX3', () => {
  test('contains the zip file unchanged, after a header', () => {
    const { id, zip: inside } = readCrx(crx);
    expect(inside.equals(zip)).toBe(true);
    expect(id).toMatch(/^[a-p]{32}$/);
    expect(crx.subarray(-zip.length).equals(zip)).toBe(true);
    expect(crxOf(zip, privateKey).equals(crx)).toBe(true);
  });
  test('is refused with any byte changed', () => {
    for (let at = 0; at < crx.length; at++) {
      const changed = Buffer.from(crx);
      changed[at]! ^= 1;
      expect(() => readCrx(changed), String(at)).toThrow();
    }
  });
  test('is refused when cut anywhere', () => {
    for (let length = 0; length < crx.length; length += 7)
      expect(() => readCrx(crx.subarray(0, length)), String(length)).toThrow();
  });
});
