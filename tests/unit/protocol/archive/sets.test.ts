import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { asKeyImage, asPublicKey } from '../../../../src/base/brands.ts';
import { fromHex, toHex } from '../../../../src/base/hex.ts';
import { isFault } from '../../../../src/base/fault.ts';
import {
  bool,
  bytes32,
  decode,
  encode,
  latin1,
  list,
  map,
  pair,
  text,
  u8,
  varint,
} from '../../../../src/protocol/archive/coder.ts';
import { constructionData, expectRealSources } from '../../../../src/protocol/archive/construction.ts';
import { readKeyImages, writeKeyImages } from '../../../../src/protocol/archive/key-images.ts';
import { exportedOutput, readOutputs, writeOutputs } from '../../../../src/protocol/archive/outputs.ts';
import { unsignedSet } from '../../../../src/protocol/archive/sets.ts';
import { Writer } from '../../../../src/protocol/encoding/writer.ts';
import { expectFault } from '../../../support/faults.ts';
import { bytes, construction, exported } from './samples.ts';

const account = { spendPublic: asPublicKey(bytes(32, 1)), viewPublic: asPublicKey(bytes(32, 2)) };
const set = {
  txs: [construction],
  outputs: { offset: 3, total: 5, outputs: [exported(0), exported(1, { spent: true })] },
};

describe('the binary archive', () => {
  test('writes integers in containers as varints and pairs with their count', () => {
    expect(toHex(encode(list(varint, 10), [1n, 300n]))).toBe('0201ac02');
    expect(toHex(encode(pair(varint, bool), [300n, true]))).toBe('02ac0201');
    expect(toHex(encode(map(u8, text(9), 10), [[7, 'ä']]))).toBe('01020702c3a4');
  });

  test('reads back what it wrote: exported outputs, plans, whole sets', () => {
    expect(decode(exportedOutput, encode(exportedOutput, exported(4)))).toEqual(exported(4));
    expect(decode(constructionData, encode(constructionData, construction))).toEqual(construction);
    expect(decode(unsignedSet, encode(unsignedSet, set))).toEqual(set);
    expect(readOutputs(account, writeOutputs(account, set.outputs))).toEqual(set.outputs);
  });

  test('reads a set of version 1, which has no total, and refuses version 0 with that reason', () => {
    const now = encode(unsignedSet, { ...set, txs: [] });
    // version, no transactions, then the triple 03 03 05 …: as a pair 02 03 …
    const old = fromHex(`01000203${toHex(now.subarray(5))}`);
    expect(decode(unsignedSet, old)).toEqual({ ...set, txs: [] });
    expectFault(() => decode(unsignedSet, fromHex('00')), 'old_format');
    expectFault(() => decode(exportedOutput, fromHex('00')), 'old_format');
  });

  test('reads what the reference reads: higher versions, odd booleans and texts, a last number without its end', () => {
    const written = encode(unsignedSet, set);
    expect(decode(unsignedSet, Uint8Array.of(7, ...written.subarray(1)))).toEqual(set);
    const output = encode(exportedOutput, exported(4, { minor: 0 }));
    expect(decode(exportedOutput, Uint8Array.of(9, ...output.subarray(1, -1), 128))).toEqual(
      exported(4, { minor: 0 }),
    );
    expectFault(() => decode(exportedOutput, output.subarray(0, -1)), 'truncated');
    expect(decode(bool, Uint8Array.of(4))).toBe(true);
    const any = Uint8Array.from({ length: 256 }, (_, byte) => byte);
    const read = decode(latin1(256), Uint8Array.of(128, 2, ...any));
    expect(encode(latin1(256), read)).toEqual(Uint8Array.of(128, 2, ...any));
    expectFault(() => decode(latin1(255), Uint8Array.of(128, 2, ...any)), 'list_too_long');
  });

  test('reads an output that no transaction has, which is refused where it counts, but no ring without it', () => {
    const [source] = construction.sources;
    const odd = { ...construction, sources: [{ ...source!, outputIndex: 2 ** 40 }] };
    expect(decode(constructionData, encode(constructionData, odd))).toEqual(odd);
    expectFault(() => {
      expectRealSources(odd);
    }, 'bad_format');
    expectRealSources(construction);
    const outside = { ...construction, sources: [{ ...source!, realIndex: source!.ring.length }] };
    expectFault(() => decode(constructionData, encode(constructionData, outside)), 'bad_format');
  });

  test('refuses the old format of exported outputs and another account with their reasons', () => {
    const written = writeOutputs(account, set.outputs);
    const old = written.slice();
    old[64] = 2;
    expectFault(() => readOutputs(account, old), 'old_format');
    expectFault(
      () => readOutputs({ ...account, viewPublic: asPublicKey(bytes(32, 9)) }, written),
      'foreign_account',
    );
  });

  test('reads back key images, and refuses odd lengths', () => {
    const value = {
      offset: 70_000,
      images: [1, 2, 3].map((i) => ({ keyImage: asKeyImage(bytes(32, i)), signature: bytes(64, i + 9) })),
    };
    const written = writeKeyImages(account, value);
    expect(readKeyImages(account, written)).toEqual(value);
    expectFault(() => readKeyImages(account, written.subarray(0, -1)), 'bad_format');
    expectFault(
      () => readKeyImages({ ...account, spendPublic: asPublicKey(bytes(32, 9)) }, written),
      'foreign_account',
    );
  });

  test('never allocates memory for a count that the bytes cannot hold', () => {
    const huge = new Writer().varint(1 << 20).done();
    expectFault(() => decode(list(bytes32, 1 << 21), huge), 'truncated');
    expectFault(() => decode(list(bytes32, 1 << 19), huge), 'list_too_long');
  });

  test('reads damaged bytes as other values or refuses them with a fault', () => {
    const whole = encode(unsignedSet, set);
    fc.assert(
      fc.property(fc.nat(whole.length - 1), fc.nat(255), fc.nat(whole.length), (at, byte, length) => {
        const bent = whole.slice(0, Math.max(1, length));
        if (at < bent.length) bent[at] = byte;
        try {
          decode(unsignedSet, bent);
        } catch (error) {
          if (!isFault(error)) throw error;
        }
      }),
      { numRuns: 2000 },
    );
  });
});
