/** Transactions with outputs of Carrot as they are on the wire, for the people of test-money.ts. */
import { asPublicKey, type KeyImage, type X25519Key } from '../../../src/base/brands.ts';
import type { SubaddressIndex } from '../../../src/protocol/keys/subaddress.ts';
import type { Address } from '../../../src/protocol/address/address.ts';
import { destinationOf } from '../../../src/protocol/carrot/address.ts';
import { completeProposals, payTo } from '../../../src/protocol/carrot/complete.ts';
import type { EnoteType } from '../../../src/protocol/carrot/enote.ts';
import { makeCoinbaseOutputs, makeOutputSet } from '../../../src/protocol/carrot/output-set.ts';
import { carrotOutput, prunedCarrotTx } from '../../../src/protocol/carrot/pruned-tx.ts';
import type { RandomBytes } from '../../../src/protocol/ring/scalar.ts';
import { buildExtra } from '../../../src/protocol/tx/extra.ts';
import type { Transaction } from '../../../src/protocol/tx/types.ts';
import type { Person } from './test-money.ts';

export interface CarrotPayment {
  readonly from: Pick<Person, 'account' | 'address'>;
  /** At least one. The first is named in the outputs' context. */
  readonly spends: readonly KeyImage[];
  readonly to?: readonly { readonly address: Address; readonly amount: bigint }[];
  readonly toSelf?: readonly (SubaddressIndex & { readonly amount: bigint; readonly type: EnoteType })[];
  readonly change: bigint;
  /** Address of the sender for the change. */
  readonly changeTo?: SubaddressIndex;
  readonly fee?: bigint;
}

/** Pruned, as a node sends it in a block. */
export function carrotTx(payment: CarrotPayment, random: RandomBytes): Transaction {
  const { from, spends, to = [], toSelf = [], change, fee = 7n } = payment;
  const own = ({ major, minor }: SubaddressIndex) => ({
    spendPublic: from.address(major, minor).spendPublic,
    isSubaddress: major + minor > 0,
  });
  const proposals = completeProposals(
    {
      payments: to.map(({ address, amount }) => payTo(destinationOf(address), amount, random)),
      selfSends: toSelf.map(({ amount, type, ...index }) => ({ ...own(index), amount, type })),
    },
    { ...own(payment.changeTo ?? { major: 0, minor: 0 }), amount: change },
    random,
  );
  const { viewSecret } = from.account;
  const sealed = { firstKeyImage: spends[0]!, sealedPaymentId: random(8) };
  const set = makeOutputSet(proposals, { viewSecret }, sealed);
  return prunedCarrotTx(spends, set, fee);
}

/** A coinbase that pays main addresses; each output has an ephemeral key in tag 04. */
export function carrotCoinbase(
  height: number,
  to: readonly { readonly address: Address; readonly amount: bigint }[],
  random: RandomBytes,
): Transaction {
  const enotes = makeCoinbaseOutputs(
    to.map(({ address, amount }) => payTo(destinationOf(address), amount, random)),
    height,
  );
  return {
    prefix: {
      version: 2,
      unlockTime: BigInt(height + 60),
      inputs: [{ kind: 'gen', height }],
      outputs: enotes.map((enote) => carrotOutput(enote, enote.amount)),
      extra: buildExtra([
        { kind: 'additionalKeys', keys: enotes.map(({ ephemeralKey }) => asExtraKey(ephemeralKey)) },
      ]),
    },
    signatures: [],
    rct: { type: 0, fee: 0n, pseudoOuts: [], ecdh: [], commitments: [] },
  };
}

const asExtraKey = (key: X25519Key) => asPublicKey(new Uint8Array(key));
