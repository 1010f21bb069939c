/**
 * Payments of a wallet without its spend key: prepared as always, then written down for the half that has it.
 * Upstream: `wallet2::dump_tx_to_str`, the construction data of `transfer_selected_rct` (src/wallet/wallet2.cpp).
 */
import { toHex } from '../../base/hex.ts';
import type { Random } from '../../ports/random.ts';
import type { Address } from '../../protocol/address/address.ts';
import { encode } from '../../protocol/archive/coder.ts';
import {
  NO_DESTINATION,
  RCT_CONFIG_NOW,
  type ConstructionData,
  type DestinationEntry,
  type Source,
} from '../../protocol/archive/construction.ts';
import { sealEnvelope } from '../../protocol/archive/envelope.ts';
import { unsignedSet } from '../../protocol/archive/sets.ts';
import { buildExtra, parseExtra, paymentIdField } from '../../protocol/tx/extra.ts';
import { prefixHash } from '../../protocol/tx/hash.ts';
import { skeleton, weightOf, type TxInputPlan } from '../spend/build-tx.ts';
import type { Prepared } from '../spend/spend.ts';
import type { WalletState } from '../state/state.ts';
import { outputsToExport, WHAT_IS_NEW } from './outputs.ts';

/** What can be said of a transaction that is not signed yet. */
export interface Proposal {
  /** Not the id that it will have: the signer picks keys of its own. It only tells proposals apart. */
  readonly id: Uint8Array;
  readonly fee: bigint;
  readonly weight: number;
  readonly amounts: readonly bigint[];
  readonly change: bigint;
  readonly keyImages: readonly Uint8Array[];
  readonly inputs: readonly bigint[];
}

export const proposalOf = ({ account }: WalletState, { inputs, settled }: Prepared): Proposal => {
  const { outputs, secrets, fee, change, payees } = settled;
  const { prefix, base } = skeleton(outputs, inputs, fee, secrets, account.viewSecret);
  return {
    id: prefixHash(prefix),
    fee,
    weight: weightOf(prefix, base),
    amounts: payees.map(({ amount }) => amount),
    change,
    keyImages: inputs.flatMap(({ output }) => (output.keyImage ? [output.keyImage] : [])),
    inputs: inputs.map(({ output }) => output.amount),
  };
};

/** The set for the signer, sealed: the transactions, and the outputs that it may not know yet. */
export const writeUnsignedSet = (
  { random, state }: { readonly random: Random; readonly state: WalletState },
  prepared: readonly Prepared[],
): Uint8Array =>
  sealEnvelope(
    { random: (n) => random.bytes(n) },
    'unsigned',
    state.account.viewSecret,
    encode(unsignedSet, {
      txs: prepared.map((each) => constructionOf(state, each)),
      outputs: outputsToExport(state, WHAT_IS_NEW),
    }),
  );

export const constructionOf = (
  state: WalletState,
  { account: major, inputs, settled }: Prepared,
): ConstructionData => {
  const { outputs, secrets, fee, payees } = settled;
  const planned = outputs.find(({ change }) => change);
  const change = planned ? entryOf(planned.address, planned.amount) : NO_DESTINATION;
  const destinations = payees.map(({ address, amount, text }) => entryOf(address, amount, text));
  const { prefix } = skeleton(outputs, inputs, fee, secrets, state.account.viewSecret);
  return {
    sources: inputs.map(sourceOf),
    change,
    outputs: [...destinations, ...(planned ? [change] : [])],
    selected: inputs.map(({ output }) => state.byKey.get(toHex(output.key))!),
    extra: withClearId(prefix.extra, payees.find(({ address }) => address.paymentId)?.address.paymentId),
    unlockTime: 0n,
    flags: { rct: true, viewTags: true },
    rctConfig: RCT_CONFIG_NOW,
    destinations,
    account: major,
    minors: [...new Set(inputs.map(({ output }) => output.subaddress.minor))].sort((a, b) => a - b),
  };
};

const entryOf = (
  { kind, spendPublic, viewPublic }: Address,
  amount: bigint,
  original = '',
): DestinationEntry => ({
  original,
  amount,
  spendPublic,
  viewPublic,
  subaddress: kind === 'subaddress',
  integrated: kind === 'integrated',
});

const sourceOf = ({ output, ring }: TxInputPlan): Source => ({
  ring: ring.members,
  realIndex: ring.realIndex,
  txPublicKey: output.txPublicKey,
  additionalKeys: output.additionalKeys,
  outputIndex: output.outputIndex,
  amount: output.amount,
  rct: output.rct,
  mask: output.mask,
  multisig: new Uint8Array(128),
});

/** The signer has another transaction key: the payment id travels to it unmasked. */
const withClearId = (extra: Uint8Array, id: Uint8Array = new Uint8Array(8)): Uint8Array =>
  buildExtra(
    parseExtra(extra).fields.map((field) =>
      field.kind === 'nonce' ? paymentIdField({ kind: 'encrypted', bytes: id }) : field,
    ),
  );
