import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { asPublicKey } from '../../../../src/base/brands.ts';
import { concat } from '../../../../src/base/bytes.ts';
import { fromHex, toHex } from '../../../../src/base/hex.ts';
import {
  MAX_EXTRA_SIZE,
  additionalPublicKeys,
  buildExtra,
  parseExtra,
  extraPaymentId,
  paymentIdField,
  txPublicKeys,
  type ExtraField,
} from '../../../../src/protocol/tx/extra.ts';
import { expectFault } from '../../../support/faults.ts';

const KEY = fromHex('1ed062a285405553705bbc59d31883279a16e4503fc68dad6ff4b70495ba8ce6');
const keyField = concat(Uint8Array.of(1), KEY);
const idField = fromHex('0209010000000000000000');

const kinds = (bytes: Uint8Array): string[] => parseExtra(bytes).fields.map((field) => field.kind);
const isWhole = (bytes: Uint8Array): boolean => parseExtra(bytes).rest.length === 0;

describe('parsing tx_extra', () => {
  it('reads an empty extra as no fields', () => {
    expect(parseExtra(new Uint8Array(0))).toEqual({ fields: [], rest: new Uint8Array(0) });
  });

  it('reads padding of 1 to 255 zeros, and no other', () => {
    for (const size of [1, 2, 255])
      expect(parseExtra(new Uint8Array(size)).fields).toEqual([{ kind: 'padding', size }]);
    expect(parseExtra(new Uint8Array(256)).fields).toEqual([]);
    expect(parseExtra(Uint8Array.of(0, 42)).fields).toEqual([]);
  });

  it('reads a key, a nonce, and a key followed by padding', () => {
    expect(kinds(keyField)).toEqual(['publicKey']);
    expect(parseExtra(Uint8Array.of(2, 1, 42)).fields).toEqual([{ kind: 'nonce', bytes: Uint8Array.of(42) }]);
    expect(kinds(concat(keyField, new Uint8Array(70)))).toEqual(['publicKey', 'padding']);
  });

  it('stops at a nonce longer than the remaining bytes, and at a padded length', () => {
    const long = new Uint8Array(20);
    long.set([2, 255]);
    expect(kinds(long)).toEqual([]);
    expect(kinds(concat(keyField, Uint8Array.of(2, 0x80, 0)))).toEqual(['publicKey']);
  });

  it('keeps the fields before a bad one, and returns the rest', () => {
    const bad = fromHex('ff0102');
    const extra = parseExtra(concat(keyField, idField, bad));
    expect(extra.fields.map((field) => field.kind)).toEqual(['publicKey', 'nonce']);
    expect(extra.rest).toEqual(bad);
    expect(extraPaymentId(extra)?.kind).toBe('encrypted');
  });

  it('refuses a merge-mining field that does not fit its length', () => {
    const root = '11'.repeat(32);
    expect(isWhole(fromHex(`032105${root}`))).toBe(true);
    expect(isWhole(fromHex(`032205${root}00`))).toBe(false);
    expect(isWhole(fromHex(`0320${root}`))).toBe(false);
  });

  it('finds every 01 key in order, the first 04 list and the first nonce', () => {
    const [a, b, c] = [1, 2, 3].map((n) => new Uint8Array(32).fill(n)) as [
      Uint8Array,
      Uint8Array,
      Uint8Array,
    ];
    const bytes = buildExtra([
      { kind: 'publicKey', key: asPublicKey(a) },
      { kind: 'additionalKeys', keys: [asPublicKey(b), asPublicKey(c)] },
      { kind: 'nonce', bytes: Uint8Array.of(9) },
      { kind: 'additionalKeys', keys: [asPublicKey(a)] },
      paymentIdField({ kind: 'encrypted', bytes: new Uint8Array(8) }),
      { kind: 'publicKey', key: asPublicKey(c) },
    ]);
    expect(txPublicKeys(bytes)).toEqual([a, c]);
    expect(additionalPublicKeys(bytes)).toEqual([b, c]);
    expect(extraPaymentId(bytes)).toBeUndefined();
    expect(additionalPublicKeys(keyField)).toEqual([]);
  });

  it('distinguishes the two kinds of payment id, and refuses to write others', () => {
    const short = { kind: 'encrypted', bytes: fromHex('0102030405060708') } as const;
    const long = { kind: 'long', bytes: new Uint8Array(32).fill(7) } as const;
    expect(toHex(buildExtra([paymentIdField(short)]))).toBe('0209010102030405060708');
    for (const id of [short, long]) expect(extraPaymentId(buildExtra([paymentIdField(id)]))).toEqual(id);
    expectFault(() => paymentIdField({ kind: 'encrypted', bytes: long.bytes }), 'bad_payment_id');
  });

  it('never throws, and its fields and rest make up the input', () => {
    fc.assert(
      fc.property(fc.uint8Array({ maxLength: 200 }), (bytes) => {
        const { fields, rest } = parseExtra(bytes);
        expect(concat(buildExtra(fields), rest)).toEqual(bytes);
      }),
    );
  });
});

describe('building tx_extra', () => {
  const key32 = fc.uint8Array({ minLength: 32, maxLength: 32 });
  const field: fc.Arbitrary<ExtraField> = fc.oneof(
    fc.record({ kind: fc.constant('publicKey' as const), key: key32.map(asPublicKey) }),
    fc.record({ kind: fc.constant('nonce' as const), bytes: fc.uint8Array({ maxLength: 255 }) }),
    fc.record({
      kind: fc.constant('additionalKeys' as const),
      keys: fc.array(key32.map(asPublicKey), { maxLength: 16 }),
    }),
    fc.record({ kind: fc.constant('minergate' as const), bytes: fc.uint8Array({ maxLength: 40 }) }),
    fc.record({
      kind: fc.constant('mergeMining' as const),
      depth: fc.bigInt({ min: 0n, max: 2n ** 64n - 1n }),
      merkleRoot: key32,
    }),
  );

  it('writes what the parser reads', () => {
    fc.assert(
      fc.property(fc.array(field, { maxLength: 2 }), fc.nat(254), (fields, size) => {
        const all: ExtraField[] = size === 0 ? fields : [...fields, { kind: 'padding', size }];
        const length = all.reduce((sum, one) => sum + buildExtraSize(one), 0);
        fc.pre(length <= MAX_EXTRA_SIZE);
        expect(parseExtra(buildExtra(all)).fields).toEqual(all);
      }),
    );
  });
  const buildExtraSize = (one: ExtraField): number => buildExtra([one]).length;

  it('limits the extra to 1060 bytes and nonces to 255', () => {
    const keys = Array.from({ length: 33 }, () => asPublicKey(KEY));
    buildExtra([{ kind: 'additionalKeys', keys: keys.slice(1) }]);
    expectFault(() => buildExtra([{ kind: 'additionalKeys', keys: [...keys, keys[0]!] }]), 'list_too_long');
    expectFault(() => buildExtra([{ kind: 'nonce', bytes: new Uint8Array(256) }]), 'list_too_long');
  });
});
