import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { asCommitment } from '../../../../src/base/brands.ts';
import { concat } from '../../../../src/base/bytes.ts';
import { isFault } from '../../../../src/base/fault.ts';
import { Reader } from '../../../../src/protocol/encoding/reader.ts';
import { Writer } from '../../../../src/protocol/encoding/writer.ts';
import { prunableHash, prunedTxHash, txHash } from '../../../../src/protocol/tx/hash.ts';
import {
  readPrunedTransaction,
  readTransaction,
  readWithoutRings,
  skimPrunedTransaction,
  writeTransaction,
} from '../../../../src/protocol/tx/transaction.ts';
import type { Transaction } from '../../../../src/protocol/tx/types.ts';
import { expectFault } from '../../../support/faults.ts';
import { transaction } from './arbitrary.ts';

const KEY = new Uint8Array(32).fill(5);

/** A v2 prefix of `inputs` inputs with rings of `ring`, one output. */
const prefixOf = (inputs: number, ring: number): Writer => {
  const writer = new Writer().varint(2).varint(0).varint(inputs);
  for (let i = 0; i < inputs; i++) {
    writer.u8(2).varint(0).varint(ring);
    for (let j = 0; j < ring; j++) writer.varint(1);
    writer.key(KEY);
  }
  return writer.varint(1).varint(0).u8(3).key(KEY).u8(7).varint(0);
};

describe('the transaction codec', () => {
  it('reads back what it wrote, for every era', () => {
    fc.assert(
      fc.property(transaction, (tx) => {
        expect(readTransaction(writeTransaction(tx))).toEqual(tx);
      }),
      { numRuns: 150 },
    );
  });

  it('reads back what it wrote pruned, and computes the same hash', () => {
    fc.assert(
      fc.property(transaction, (tx) => {
        const { prunable: _, ...rest } = tx;
        const pruned = { ...rest, signatures: [] };
        expect(readPrunedTransaction(writeTransaction(pruned))).toEqual(pruned);
        if (tx.prefix.version === 2) expect(prunedTxHash(pruned, prunableHash(tx))).toEqual(txHash(tx));
      }),
      { numRuns: 80 },
    );
  });

  it('skims what the reader accepts, and refuses what the reader refuses', () => {
    const outcome = <T>(work: () => T): T | string => {
      try {
        return work();
      } catch (error) {
        if (isFault(error)) return error.code;
        throw error;
      }
    };
    const read = (bytes: Uint8Array) => {
      const { version, inputs, outputs, extra } = readPrunedTransaction(bytes).prefix;
      return {
        version,
        inputs: inputs.length,
        images: inputs.flatMap((input) => (input.kind === 'key' ? [input.keyImage] : [])),
        keys: outputs.map(({ key }) => key),
        viewTags: outputs.map(({ viewTag = -1 }) => viewTag),
        extra,
      };
    };
    const skim = (bytes: Uint8Array, before: number) => {
      const around = concat(new Uint8Array(before).fill(9), bytes, KEY);
      const offsets = skimPrunedTransaction(around, { at: before, end: before + bytes.length });
      const { version, inputs, viewTags, extraAt, extraLength } = offsets;
      const at = (offsets: readonly number[]) => offsets.map((place) => around.slice(place, place + 32));
      const extra = around.slice(extraAt, extraAt + extraLength);
      return { version, inputs, images: at(offsets.images), keys: at(offsets.keys), viewTags, extra };
    };
    const ringless = (bytes: Uint8Array) => {
      const tx = readPrunedTransaction(bytes);
      const inputs = tx.prefix.inputs.map((input) =>
        input.kind === 'key' ? { ...input, keyOffsets: [] } : input,
      );
      return { ...tx, prefix: { ...tx.prefix, inputs } };
    };
    const same = (bytes: Uint8Array, before: number) => {
      expect(outcome(() => readWithoutRings(bytes))).toEqual(outcome(() => ringless(bytes)));
      expect(outcome(() => skim(bytes, before))).toEqual(outcome(() => read(bytes)));
    };
    fc.assert(
      fc.property(transaction, fc.nat(), fc.nat(255), fc.nat(50), (tx, at, value, before) => {
        const { prunable: _, ...rest } = tx;
        const bytes = writeTransaction({ ...rest, signatures: [] });
        same(bytes, before);
        same(bytes.subarray(0, at % bytes.length), before);
        const changed = bytes.slice();
        changed[at % bytes.length] = value;
        same(changed, before);
        // Counts and varints are at the beginning.
        changed[at % Math.min(bytes.length, 60)] = 0x80 | value;
        same(changed, before);
      }),
      { numRuns: 300 },
    );
  });

  it('throws only faults on changed bytes, and writes back what it accepts', () => {
    fc.assert(
      fc.property(transaction, fc.nat(), fc.nat(255), (tx, at, value) => {
        const bytes = writeTransaction(tx);
        bytes[at % bytes.length] = value;
        let read: Transaction;
        try {
          read = readTransaction(bytes);
        } catch (error) {
          if (!isFault(error)) throw error;
          return;
        }
        expect(writeTransaction(read)).toEqual(bytes);
      }),
      { numRuns: 150 },
    );
  });

  it('reads in place from a cursor, which is behind the transaction afterwards', () => {
    const blob = prefixOf(1, 1).u8(0).done();
    const reader = new Reader(concat(blob, Uint8Array.of(1, 2)));
    expect(readTransaction(reader).rct?.type).toBe(0);
    expect(reader.left).toBe(2);
  });

  it('keeps a v2 transaction without inputs, which has no signatures', () => {
    const blob = new Writer().varint(2).varint(0).varint(0).varint(0).varint(0).done();
    const tx = readTransaction(blob);
    expect(tx.rct).toBeUndefined();
    expect(writeTransaction(tx)).toEqual(blob);
    expect(txHash(tx)).toHaveLength(32);
  });

  it.each<[string, Uint8Array]>([
    ['version 0', Uint8Array.of(0, 0, 0, 0, 0)],
    ['version 3', Uint8Array.of(3, 0, 0, 0, 0)],
    ['an unknown input', Uint8Array.of(2, 0, 1, 1, 0, 0)],
    [
      'an unknown output',
      new Writer().varint(2).varint(0).varint(0).varint(1).varint(0).u8(1).key(KEY).varint(0).done(),
    ],
    ['more inputs than bytes', Uint8Array.of(2, 0, 0xff, 0xff, 0x03, 0xff, 0)],
    ['a count beyond all bounds', Uint8Array.of(2, 0, 0xff, 0xff, 0xff, 0xff, 0xff, 0x0f)],
    ['a padded varint', Uint8Array.of(0x82, 0, 0, 0, 0, 0)],
    ['rct type 7', prefixOf(1, 1).u8(7).varint(0).done()],
    [
      'an empty ring',
      prefixOf(1, 0).u8(6).varint(0).bytes(new Uint8Array(40)).bytes(new Uint8Array(4000)).done(),
    ],
    [
      'two aggregated range proofs',
      prefixOf(1, 1).u8(6).varint(0).bytes(new Uint8Array(40)).varint(2).bytes(new Uint8Array(4000)).done(),
    ],
    [
      'no range proof',
      prefixOf(1, 1).u8(6).varint(0).bytes(new Uint8Array(40)).varint(0).bytes(new Uint8Array(4000)).done(),
    ],
  ])('refuses %s', (_, blob) => expectFault(() => readTransaction(blob)));

  it('refuses more ring members than a transaction can hold', () => {
    const members = (n: number) => {
      const writer = new Writer().varint(2).varint(0).varint(1).u8(2).varint(0).varint(n);
      return writer.bytes(new Uint8Array(n)).key(KEY).varint(0).varint(0).u8(0).done();
    };
    readTransaction(members(31_249));
    expectFault(() => readTransaction(members(31_250)), 'list_too_long');
  });

  it('refuses to write inconsistent fields', () => {
    const good = readTransaction(prefixOf(1, 1).u8(0).done());
    const rct = {
      type: 6,
      fee: 1n,
      pseudoOuts: [],
      ecdh: [{ amount: KEY }],
      commitments: [asCommitment(KEY)],
    } as const;
    expect(() => writeTransaction({ ...good, rct })).toThrow('8 bytes');
    const short = {
      ...rct,
      ecdh: [{ amount: KEY.subarray(0, 8) }],
      commitments: [asCommitment(KEY.subarray(1))],
    };
    expect(() => writeTransaction({ ...good, rct: short })).toThrow('31 bytes');
  });

  it('refuses the id of a pruned v1 transaction, which cannot be computed', () => {
    const tx = {
      prefix: { version: 1, unlockTime: 0n, inputs: [{ kind: 'gen', height: 1 }], outputs: [], extra: KEY },
      signatures: [],
    } as const;
    expect(() => txHash(tx)).toThrow();
    expect(() => prunedTxHash(tx, KEY)).toThrow();
  });
});
