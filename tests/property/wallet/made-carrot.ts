/** Made-up blocks of both eras: those of made-blocks.ts, and blocks of versions 17 and 18 with outputs of Carrot. */
import fc from 'fast-check';
import { asKeyImage, asPublicKey } from '../../../src/base/brands.ts';
import type { RctType, Transaction, TxOutput } from '../../../src/protocol/tx/types.ts';
import { addressOf } from '../../../src/wallet/account/addresses.ts';
import { seededRandom } from '../../support/seeded-random.ts';
import { carrotCoinbase, carrotTx } from '../../unit/wallet/carrot-money.ts';
import { testAccount } from '../../unit/wallet/test-ledger.ts';
import { account, block, bytes32, extra, input, rctOf, transaction, type MadeBlock } from './made-blocks.ts';

const record = testAccount(account);
const owner = {
  account: record,
  address: (major: number, minor: number) => addressOf(record, { major, minor }),
};

const bytes = (length: number) => fc.uint8Array({ minLength: length, maxLength: length });
const amount = fc.bigInt({ min: 1n, max: 2n ** 60n });
const place = fc.record({ major: fc.nat(4), minor: fc.nat(4) });
const draw = fc.string({ minLength: 1 });

/** To two or more addresses of ours; the first input names the context. */
const own = fc
  .record({
    spends: fc.array(bytes32.map(asKeyImage), { minLength: 1, maxLength: 3 }),
    to: fc.array(fc.record({ place, amount }), { minLength: 1, maxLength: 3 }),
    change: amount,
    draw,
  })
  .map(({ spends, to, change, draw: seed }): Transaction => {
    const paid = to.map(({ place: { major, minor }, amount: each }) => ({
      address: owner.address(major, minor),
      amount: each,
    }));
    return carrotTx({ from: owner, spends, to: paid, change }, seededRandom(seed));
  });

const carrotOutput: fc.Arbitrary<TxOutput> = fc.record({
  amount,
  key: bytes32.map(asPublicKey),
  carrot: fc.record({ viewTag: bytes(3), sealedAnchor: bytes(16) }),
});
const outputOfToday: fc.Arbitrary<TxOutput> = fc.record({
  amount,
  key: bytes32.map(asPublicKey),
  viewTag: fc.nat(255),
});

/** Of others or of nobody: any extra, any type, inputs of any kind, and sometimes outputs of both eras. */
const foreign = fc
  .record({
    version: fc.constantFrom(1, 2),
    unlockTime: fc.constant(0n),
    inputs: fc.array(input, { maxLength: 3 }),
    outputs: fc.oneof(
      { weight: 4, arbitrary: fc.array(carrotOutput, { maxLength: 5 }) },
      { weight: 1, arbitrary: fc.array(fc.oneof(carrotOutput, outputOfToday), { maxLength: 5 }) },
    ),
    extra,
    type: fc.nat(7),
    bytes: bytes32,
  })
  .map(({ type, bytes: any, ...prefix }): Transaction => {
    const { version, inputs, outputs } = prefix;
    const bare = version === 1 || inputs.length === 0;
    return {
      prefix,
      signatures: [],
      ...(!bare && { rct: rctOf(type as RctType, inputs.length, outputs.length, any) }),
    };
  });

/** One of ours among outputs of the other era, which pays nobody. */
const mixed = fc.record({ tx: own, more: outputOfToday, first: fc.boolean() }).map(({ tx, more, first }) => {
  const { prefix, rct } = tx;
  const outputs = first ? [more, ...prefix.outputs] : [...prefix.outputs, more];
  const { ecdh, commitments } = rct!;
  return {
    ...tx,
    prefix: { ...prefix, outputs },
    rct: { ...rct!, ecdh: [...ecdh, ecdh[0]!], commitments: [...commitments, commitments[0]!] },
  };
});

/** The same output bound to other inputs: nobody finds it. */
const rebound = fc.record({ tx: own, image: bytes32.map(asKeyImage) }).map(({ tx, image }): Transaction => {
  const [, ...others] = tx.prefix.inputs;
  const first = { kind: 'key' as const, amount: 0n, keyOffsets: [], keyImage: image };
  return { ...tx, prefix: { ...tx.prefix, inputs: [first, ...others] } };
});

const minerOf = ({ kind, draw: seed, outputs, own: paid, extra: fields }: Mined) => {
  if (kind === 'today') return undefined;
  return (height: number): Transaction => {
    const paidTo = [{ address: owner.address(0, 0), amount: paid }];
    const tx = carrotCoinbase(height, paidTo, seededRandom(seed));
    if (kind === 'ours') return tx;
    return { ...tx, prefix: { ...tx.prefix, outputs, ...(fields && { extra: fields }) } };
  };
};
interface Mined {
  readonly kind: 'ours' | 'foreign' | 'today';
  readonly draw: string;
  readonly own: bigint;
  readonly outputs: readonly TxOutput[];
  readonly extra: Uint8Array | null;
}
const mined: fc.Arbitrary<Mined> = fc.record({
  kind: fc.constantFrom('ours' as const, 'foreign' as const, 'today' as const),
  draw,
  own: amount,
  outputs: fc.array(carrotOutput, { maxLength: 3 }),
  extra: fc.option(extra),
});

const later: fc.Arbitrary<MadeBlock> = fc
  .record({
    made: block,
    majorVersion: fc.constantFrom(17, 18),
    tree: fc.record({ layers: fc.nat(255), root: bytes32 }),
    mined,
    txs: fc.array(
      fc.oneof(
        { weight: 3, arbitrary: own },
        { weight: 3, arbitrary: foreign },
        { weight: 1, arbitrary: mixed },
        { weight: 1, arbitrary: rebound },
        { weight: 2, arbitrary: transaction },
      ),
      { maxLength: 4 },
    ),
  })
  .map(({ made, mined: coinbase, ...rest }) => {
    const minerAt = minerOf(coinbase);
    return { ...made, ...rest, ...(minerAt && { minerAt }) };
  });

export const anyBlock: fc.Arbitrary<MadeBlock> = fc.oneof(
  { weight: 3, arbitrary: later },
  { weight: 1, arbitrary: block },
);
