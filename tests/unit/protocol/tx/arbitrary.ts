/** Random transactions of every era, well formed but not valid: codecs must keep them unchanged. */
import fc from 'fast-check';
import { asCommitment, asKeyImage, asPublicKey } from '../../../../src/base/brands.ts';
import type { FcmpTransaction } from '../../../../src/protocol/carrot/fcmp-part.ts';
import type {
  Bulletproof,
  BulletproofPlus,
  RctBase,
  RctPrunable,
  RctType,
  Transaction,
  TxOutput,
  TxPrefix,
} from '../../../../src/protocol/tx/types.ts';

const u64 = fc.bigInt({ min: 0n, max: 2n ** 64n - 1n });
const bytes = (size: number) => fc.uint8Array({ minLength: size, maxLength: size });
const exactly = <T>(item: fc.Arbitrary<T>, n: number) => fc.array(item, { minLength: n, maxLength: n });
const key = bytes(32);
const keys = (n: number) => exactly(key, n);
const publicKey = key.map(asPublicKey);
const commitments = (n: number) => exactly(key.map(asCommitment), n);

const input = (ringSize: number) =>
  fc.record({
    kind: fc.constant('key' as const),
    amount: u64,
    keyOffsets: exactly(u64, ringSize),
    keyImage: key.map(asKeyImage),
  });
const outputOfToday = fc.oneof(
  fc.record({ amount: u64, key: publicKey }),
  fc.record({ amount: u64, key: publicKey, viewTag: fc.nat(255) }),
);
const carrotOutput = fc.record({
  amount: u64,
  key: publicKey,
  carrot: fc.record({ viewTag: bytes(3), sealedAnchor: bytes(16) }),
});
const gen = fc.record({
  kind: fc.constant('gen' as const),
  height: fc.nat({ max: Number.MAX_SAFE_INTEGER }),
});

const prefix = (
  version: number,
  ringSize: number,
  output: fc.Arbitrary<TxOutput> = outputOfToday,
): fc.Arbitrary<TxPrefix> =>
  fc.record({
    version: fc.constant(version),
    unlockTime: u64,
    inputs: fc.oneof(
      { weight: 4, arbitrary: fc.array(input(ringSize), { minLength: 1, maxLength: 3 }) },
      { weight: 1, arbitrary: exactly(gen, 1) },
    ),
    outputs: fc.array(output, { minLength: 1, maxLength: 4 }),
    extra: fc.uint8Array({ maxLength: 80 }),
  });

const base = (type: RctType, { inputs, outputs }: TxPrefix): fc.Arbitrary<RctBase> =>
  type === 0
    ? fc.constant({ type, fee: 0n, pseudoOuts: [], ecdh: [], commitments: [] })
    : fc.record({
        type: fc.constant(type),
        fee: u64,
        pseudoOuts: commitments(type === 2 ? inputs.length : 0),
        ecdh: exactly(
          type >= 4 ? fc.record({ amount: bytes(8) }) : fc.record({ mask: key, amount: key }),
          outputs.length,
        ),
        commitments: commitments(outputs.length),
      });

const rounds = fc.integer({ min: 8, max: 10 }).chain((n) => fc.record({ L: keys(n), R: keys(n) }));
const bulletproof: fc.Arbitrary<Bulletproof> = fc
  .tuple(fc.record({ A: key, S: key, T1: key, T2: key, taux: key, mu: key, a: key, b: key, t: key }), rounds)
  .map(([fields, lr]) => ({ ...fields, ...lr }));
const bulletproofPlus: fc.Arbitrary<BulletproofPlus> = fc
  .tuple(fc.record({ A: key, A1: key, B: key, r1: key, s1: key, d1: key }), rounds)
  .map(([fields, lr]) => ({ ...fields, ...lr }));

const prunable = (
  type: RctType,
  { inputs, outputs }: TxPrefix,
  ringSize: number,
): fc.Arbitrary<RctPrunable> => {
  const rows = type === 1 ? inputs.length + 1 : 2;
  return fc.record({
    rangeSigs: exactly(
      fc.record({ s0: keys(64), s1: keys(64), ee: key, Ci: keys(64) }),
      type <= 2 ? outputs.length : 0,
    ),
    bulletproofs: exactly(bulletproof, type >= 3 && type <= 5 ? 1 : 0),
    bulletproofsPlus: exactly(bulletproofPlus, type === 6 ? 1 : 0),
    mlsags: exactly(
      fc.record({ ss: exactly(keys(rows), ringSize), cc: key }),
      type >= 5 ? 0 : type === 1 ? 1 : inputs.length,
    ),
    clsags: exactly(fc.record({ s: keys(ringSize), c1: key, D: key }), type >= 5 ? inputs.length : 0),
    pseudoOuts: commitments(type >= 3 ? inputs.length : 0),
  });
};

const v1: fc.Arbitrary<Transaction> = fc
  .integer({ min: 1, max: 4 })
  .chain((ringSize) => prefix(1, ringSize))
  .chain((written) =>
    fc.record({
      prefix: fc.constant(written),
      signatures: fc.tuple(
        ...written.inputs.map((each) => exactly(bytes(64), each.kind === 'key' ? each.keyOffsets.length : 0)),
      ),
    }),
  );

const v2 = (type: RctType): fc.Arbitrary<Transaction> =>
  fc.integer({ min: 1, max: 4 }).chain((ringSize) =>
    prefix(2, ringSize).chain((written) => {
      const ring = written.inputs[0]!.kind === 'key' ? ringSize : 1;
      const parts = {
        prefix: fc.constant(written),
        signatures: fc.constant([]),
        rct: base(type, written),
      };
      return type === 0 ? fc.record(parts) : fc.record({ ...parts, prunable: prunable(type, written, ring) });
    }),
  );

const proof = (inputs: number) =>
  fc.record({
    referenceBlock: fc.integer({ min: 1, max: Number.MAX_SAFE_INTEGER }),
    layers: fc.integer({ min: 1, max: 12 }),
    proof: fc.integer({ min: 1, max: 900 }).chain((n) => bytes(480 * inputs + n)),
  });

/** Type 7, with outputs of both eras. */
export const fcmpTransaction: fc.Arbitrary<FcmpTransaction> = prefix(
  2,
  0,
  fc.oneof(carrotOutput, outputOfToday),
).chain((written) =>
  fc.record({
    pruned: fc.record({
      prefix: fc.constant(written),
      signatures: fc.constant([]),
      rct: base(7, written),
    }),
    part: fc
      .tuple(bulletproofPlus, proof(written.inputs.length), commitments(written.inputs.length))
      .map(([rangeProof, fields, pseudoOuts]) => ({ rangeProof, ...fields, pseudoOuts })),
  }),
);

export const transaction: fc.Arbitrary<Transaction> = fc.oneof(
  v1,
  ...([0, 1, 2, 3, 4, 5, 6] as const).map(v2),
);
