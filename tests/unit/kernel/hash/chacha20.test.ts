/** Keystreams for the zero key and nonce, as published with the original ChaCha (draft-strombergson-chacha-test-vectors, TC1). */
import { describe, expect, it } from 'vitest';
import { fromHex, toHex } from '../../../../src/base/hex.ts';
import { chacha20, chacha8 } from '../../../../src/kernel/hash/chacha20.ts';

const zeros = (n: number): Uint8Array => new Uint8Array(n);

describe('the original ChaCha', () => {
  it('gives the published keystream in 20 and in 8 rounds', () => {
    expect(toHex(chacha20(zeros(32), zeros(8), zeros(64)))).toBe(
      '76b8e0ada0f13d90405d6ae55386bd28bdd219b8a08ded1aa836efcc8b770dc7' +
        'da41597c5157488d7724e03fb8d84a376a43b8f41518a11cc387b669b2ee6586',
    );
    expect(toHex(chacha8(zeros(32), zeros(8), zeros(64)))).toBe(
      '3e00ef2f895f40d67f5bb8e81f09a5a12c840ec3ce9a7f3b181be188ef711a1e' +
        '984ce172b9216f419f445367456d5619314a42a3da86b001387bfdb80e0cfe42',
    );
  });
  it('has its block counter before the nonce', () => {
    // Key 00…1f, nonce 0706050403020100, as upstream's tests order their bytes; blocks agree with one longer stream.
    const key = fromHex('000102030405060708090a0b0c0d0e0f101112131415161718191a1b1c1d1e1f');
    const nonce = fromHex('0001020304050607');
    const long = chacha20(key, nonce, zeros(200));
    expect(toHex(long).startsWith('f798a189f195e66982105ffb640bb775')).toBe(true);
    for (const n of [0, 1, 63, 64, 65, 128, 199])
      expect(chacha20(key, nonce, zeros(n))).toEqual(long.subarray(0, n));
  });
  it('decrypts what it encrypted', () => {
    const data = Uint8Array.from({ length: 150 }, (_, i) => i);
    const key = zeros(32).fill(9);
    const nonce = zeros(8).fill(3);
    expect(chacha8(key, nonce, chacha8(key, nonce, data))).toEqual(data);
    expect(chacha20(key, nonce, chacha20(key, nonce, data))).toEqual(data);
  });
  it('refuses a key or nonce of another length', () => {
    expect(() => chacha20(zeros(31), zeros(8), zeros(1))).toThrow('chacha');
    expect(() => chacha20(zeros(32), zeros(12), zeros(1))).toThrow('chacha');
  });
});
