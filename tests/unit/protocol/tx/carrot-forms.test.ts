/** Transactions in the forms of version 17: outputs of Carrot, RingCT type 7. */
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { isFault } from '../../../../src/base/fault.ts';
import { prunableHash, prunedTxHash, txHash } from '../../../../src/protocol/tx/hash.ts';
import { CARROT_OUTPUT } from '../../../../src/protocol/tx/prefix.ts';
import {
  readPrunedTransaction,
  readTransaction,
  skimPrunedTransaction,
  writeTransaction,
} from '../../../../src/protocol/tx/transaction.ts';
import type { Transaction } from '../../../../src/protocol/tx/types.ts';
import { expectFault } from '../../../support/faults.ts';
import { carrotTransaction, transaction } from './arbitrary.ts';

const [sample] = fc.sample(
  carrotTransaction.filter(({ prefix }) => prefix.inputs[0]!.kind === 'key'),
  { numRuns: 1, seed: 3 },
);
const prunedOf = ({ prunable: _, ...rest }: Transaction): Transaction => rest;
const outcome = <T>(work: () => T): T | string => {
  try {
    return work();
  } catch (error) {
    if (isFault(error)) return error.code;
    throw error;
  }
};

describe('a transaction in the forms of version 17', () => {
  it('is read back as written, whole and pruned, with one id', () => {
    fc.assert(
      fc.property(carrotTransaction, (tx) => {
        const pruned = prunedOf(tx);
        expect(readTransaction(writeTransaction(tx), 'carrot')).toEqual(tx);
        expect(readPrunedTransaction(writeTransaction(pruned), 'carrot')).toEqual(pruned);
        expect(prunedTxHash(pruned, prunableHash(tx))).toEqual(txHash(tx));
      }),
      { numRuns: 60 },
    );
  });

  it('is of an unknown format for a reader of the forms of today, which read the same as before', () => {
    fc.assert(
      fc.property(carrotTransaction, transaction, (later, tx) => {
        expectFault(() => readTransaction(writeTransaction(later)), 'unknown_format');
        expectFault(() => readPrunedTransaction(writeTransaction(prunedOf(later))), 'unknown_format');
        expect(readTransaction(writeTransaction(tx), 'carrot')).toEqual(tx);
      }),
      { numRuns: 30 },
    );
  });

  it('is skimmed as it is read, also when bytes are changed or cut', () => {
    const read = (bytes: Uint8Array) => {
      const { outputs, inputs, extra } = readPrunedTransaction(bytes, 'carrot').prefix;
      return {
        keys: outputs.map(({ key }) => key),
        viewTags: outputs.map(({ viewTag = -1, carrot }) => (carrot ? CARROT_OUTPUT : viewTag)),
        images: inputs.flatMap((input) => (input.kind === 'key' ? [input.keyImage] : [])),
        extra,
      };
    };
    const skim = (bytes: Uint8Array) => {
      const { keys, viewTags, images, extraAt, extraLength } = skimPrunedTransaction(bytes, {
        forms: 'carrot',
      });
      const at = (places: readonly number[]) => places.map((place) => bytes.subarray(place, place + 32));
      const extra = bytes.subarray(extraAt, extraAt + extraLength);
      return { keys: at(keys), viewTags, images: at(images), extra };
    };
    fc.assert(
      fc.property(carrotTransaction, fc.nat(), fc.nat(255), (tx, at, value) => {
        const bytes = writeTransaction(prunedOf(tx));
        const changed = bytes.slice();
        changed[at % bytes.length] = value;
        for (const each of [bytes, changed, bytes.subarray(0, at % bytes.length)])
          expect(outcome(() => skim(each))).toEqual(outcome(() => read(each)));
      }),
      { numRuns: 150 },
    );
  });

  it('gives only faults when bytes are changed, and is written back as it is read', () => {
    fc.assert(
      fc.property(carrotTransaction, fc.nat(), fc.nat(255), (tx, at, value) => {
        const bytes = writeTransaction(tx);
        bytes[at % bytes.length] = value;
        const read = outcome(() => readTransaction(bytes, 'carrot'));
        if (typeof read !== 'string') expect(writeTransaction(read)).toEqual(bytes);
      }),
      { numRuns: 150 },
    );
  });

  const withProof = (
    change: Partial<NonNullable<NonNullable<Transaction['prunable']>['fcmp']>>,
  ): Uint8Array => {
    const { prunable } = sample!;
    return writeTransaction({
      ...sample!,
      prunable: { ...prunable!, fcmp: { ...prunable!.fcmp!, ...change } },
    });
  };
  it.each([
    ['no reference block', { referenceBlock: 0 }, 'bad_format'],
    ['no layers', { layers: 0 }, 'bad_format'],
    ['more layers than a tree has', { layers: 13 }, 'list_too_long'],
    ['a proof shorter than its signatures', { proof: new Uint8Array(480) }, 'bad_format'],
    ['a proof longer than any', { proof: new Uint8Array(480 * 3 + 16_385) }, 'bad_format'],
  ] as const)('is refused with %s', (_name, change, code) => {
    expectFault(() => readTransaction(withProof(change), 'carrot'), code);
  });

  it('cannot be written without its proof, or with a field of an output of another length', () => {
    const { fcmp: _, ...without } = sample!.prunable!;
    expect(() => writeTransaction({ ...sample!, prunable: without })).toThrow('proof of membership');
    const { prefix } = sample!;
    const output = { amount: 0n, key: prefix.outputs[0]!.key };
    for (const [viewTag, anchor] of [
      [2, 16],
      [3, 17],
    ] as const) {
      const carrot = { viewTag: new Uint8Array(viewTag), sealedAnchor: new Uint8Array(anchor) };
      expect(() =>
        writeTransaction({ ...prunedOf(sample!), prefix: { ...prefix, outputs: [{ ...output, carrot }] } }),
      ).toThrow('a field of an output');
    }
  });
});
