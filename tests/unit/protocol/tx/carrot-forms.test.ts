/** Transactions in the forms of version 17: outputs of Carrot, RingCT type 7. */
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { isFault } from '../../../../src/base/fault.ts';
import { kernel } from '../../../../src/kernel/kernel.ts';
import {
  fcmpTxHash,
  readFcmpTransaction,
  writeFcmpTransaction,
  type FcmpPart,
} from '../../../../src/protocol/carrot/fcmp-part.ts';
import { prunedTxHash } from '../../../../src/protocol/tx/hash.ts';
import { CARROT_OUTPUT } from '../../../../src/protocol/tx/prefix.ts';
import {
  readPrunedTransaction,
  readTransaction,
  skimPrunedTransaction,
  writeTransaction,
} from '../../../../src/protocol/tx/transaction.ts';
import { expectFault } from '../../../support/faults.ts';
import { fcmpTransaction, transaction } from './arbitrary.ts';

const [sample] = fc.sample(
  fcmpTransaction.filter(({ pruned }) => pruned.prefix.inputs[0]!.kind === 'key'),
  { numRuns: 1, seed: 3 },
);
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
      fc.property(fcmpTransaction, (tx) => {
        const { pruned } = tx;
        const [whole, short] = [writeFcmpTransaction(tx), writeTransaction(pruned)];
        expect(readFcmpTransaction(whole)).toEqual(tx);
        expect(readPrunedTransaction(short, 'carrot')).toEqual(pruned);
        const prunable = kernel.keccak256(whole.subarray(short.length));
        expect(fcmpTxHash(tx)).toEqual(prunedTxHash(pruned, prunable));
      }),
      { numRuns: 60 },
    );
  });

  it('is of an unknown format for a reader of the forms of today, which are read the same as before', () => {
    fc.assert(
      fc.property(fcmpTransaction, transaction, (later, tx) => {
        expectFault(() => readTransaction(writeFcmpTransaction(later)), 'unknown_format');
        expectFault(() => readTransaction(writeFcmpTransaction(later), 'carrot'), 'unknown_format');
        expectFault(() => readPrunedTransaction(writeTransaction(later.pruned)), 'unknown_format');
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
      fc.property(fcmpTransaction, fc.nat(), fc.nat(255), ({ pruned }, at, value) => {
        const bytes = writeTransaction(pruned);
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
      fc.property(fcmpTransaction, fc.nat(), fc.nat(255), (tx, at, value) => {
        const bytes = writeFcmpTransaction(tx);
        bytes[at % bytes.length] = value;
        const read = outcome(() => readFcmpTransaction(bytes));
        if (typeof read !== 'string') expect(writeFcmpTransaction(read)).toEqual(bytes);
      }),
      { numRuns: 150 },
    );
  });

  const withPart = (change: Partial<FcmpPart>): Uint8Array =>
    writeFcmpTransaction({ ...sample!, part: { ...sample!.part, ...change } });
  it.each([
    ['no reference block', { referenceBlock: 0 }, 'bad_format'],
    ['no layers', { layers: 0 }, 'bad_format'],
    ['more layers than a tree has', { layers: 13 }, 'list_too_long'],
    ['a proof shorter than its signatures', { proof: new Uint8Array(480) }, 'bad_format'],
    ['a proof longer than any', { proof: new Uint8Array(480 * 3 + 20_481) }, 'bad_format'],
  ] as const)('is refused with %s', (_name, change, code) => {
    expectFault(() => readFcmpTransaction(withPart(change)), code);
  });
});
