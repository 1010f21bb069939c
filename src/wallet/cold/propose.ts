/**
 * Payments of a view-only wallet: prepared as usual, then written as an unsigned set for the signing device.
 * Upstream: `wallet2::dump_tx_to_str`, the construction data of `transfer_selected_rct` (src/wallet/wallet2.cpp).
 */
import { DEVICE_ATTRIBUTE, deviceWith, SIGNING_DEVICES, type DeviceId } from '../../base/signing-devices.ts';
import type { Random } from '../../ports/random.ts';
import { encode } from '../../protocol/archive/coder.ts';
import type { ConstructionData, ConstructionSource } from '../../protocol/archive/construction.ts';
import { sealEnvelope } from '../../protocol/archive/envelope.ts';
import type { ExportedOutputs } from '../../protocol/archive/outputs.ts';
import type { SubaddressIndex } from '../../protocol/keys/subaddress.ts';
import { unsignedSet } from '../../protocol/archive/sets.ts';
import { buildExtra, parseExtra, paymentIdField } from '../../protocol/tx/extra.ts';
import { prefixHash } from '../../protocol/tx/hash.ts';
import { equalBytes } from '../../base/bytes.ts';
import { toHex } from '../../base/hex.ts';
import { weightOf } from '../spend/build-tx.ts';
import { constructionOf } from '../spend/construction.ts';
import type { Proposal, ProposedSet } from '../spend/finish.ts';
import type { Prepared } from '../spend/prepared.ts';
import { unsentPaymentOf, type Keep } from '../spend/unsent-payment.ts';
import type { AccountRecord } from '../state/records/account.ts';
import type { Ledger, WalletState } from '../state/state.ts';
import { DEFAULT_LOOKAHEAD } from '../account/new-wallet.ts';
import { bindNew } from '../state/unsent.ts';
import { openings } from './own-output.ts';
import { outputsToExport, WHAT_IS_NEW } from './outputs.ts';

/**
 * The encrypted set and its proposals. With `keep` the payment is stored and its inputs bound before the set is
 * returned. Fault output_not_spendable: meanwhile another payment has bound one of the inputs.
 */
export async function proposeUnsigned(
  { random, ledger }: { readonly random: Random; readonly ledger: Ledger },
  prepared: readonly Prepared[],
  keep?: Keep,
): Promise<ProposedSet> {
  const set = writeUnsignedSet({ random, state: ledger.state }, prepared);
  const proposals = prepared.map(proposalOf);
  if (!keep || prepared.length === 0) return { set, proposals };
  return { set, proposals, id: await keepUnsigned(ledger, prepared, set, keep) };
}

/** The encrypted set for the signing device: the transactions, and the outputs that it may not know yet. */
const writeUnsignedSet = (
  { random, state }: { readonly random: Random; readonly state: WalletState },
  prepared: readonly Prepared[],
): Uint8Array =>
  sealEnvelope(
    { random: (n) => random.bytes(n) },
    'unsigned',
    state.account.viewSecret,
    encode(unsignedSet, {
      txs: prepared.map((each) => proposedConstruction(state, each)),
      outputs: outputsFor(state, prepared),
    }),
  );

/**
 * The outputs that the signing device may not know. One that forgets them refuses a list that continues an earlier one;
 * it signs without outputs, unless an address beyond the look-ahead needs them.
 */
const outputsFor = (state: WalletState, prepared: readonly Prepared[]): ExportedOutputs => {
  const { keepsOutputs } = SIGNING_DEVICES[deviceOf(state)];
  if (keepsOutputs) return outputsToExport(state, WHAT_IS_NEW);
  const isNear = ({ major, minor }: SubaddressIndex): boolean =>
    major < DEFAULT_LOOKAHEAD.major && minor < DEFAULT_LOOKAHEAD.minor;
  return prepared.every(({ inputs }) => inputs.every(({ output }) => isNear(output.subaddress)))
    ? { offset: 0, total: 0, outputs: [] }
    : outputsToExport(state, { ...WHAT_IS_NEW, all: true });
};

/**
 * Stores the payment and binds its inputs before the set is returned; returns the record's key. Fault
 * output_not_spendable: meanwhile another payment has bound one of its inputs.
 */
export async function keepUnsigned(
  ledger: Ledger,
  prepared: readonly Prepared[],
  set: Uint8Array,
  keep: Keep,
): Promise<string> {
  const id = toHex(prefixHash(prepared[0]!.settled.skeleton.prefix));
  await ledger.commit((state) => bindNew(state, id, unsentPaymentOf(state, prepared, keep, set)));
  return id;
}

const proposalOf = ({ inputs, settled }: Prepared): Proposal => {
  const { fee, payees } = settled;
  const { prefix } = settled.skeleton;
  return {
    id: prefixHash(prefix),
    fee,
    weight: weightOf(prefix, fee),
    amounts: payees.map(({ amount }) => amount),
    keyImages: inputs.flatMap(({ output }) => (output.keyImage ? [output.keyImage] : [])),
  };
};

const proposedConstruction = (state: WalletState, prepared: Prepared): ConstructionData => {
  const { payees, skeleton } = prepared.settled;
  const paymentId = payees.find(({ address }) => address.paymentId)?.address.paymentId;
  const construction = constructionOf(state, prepared, withClearId(skeleton.prefix.extra, paymentId));
  const { selected, sources } = construction;
  return {
    ...construction,
    selected: isUnreadable(deviceOf(state), selected) ? [] : selected,
    sources: sources.map((source) => withoutUnusedKeys(state.account, source)),
  };
};

/**
 * Keystone tries an additional key of a transaction wherever there are some, and cannot sign an output at the first address,
 * which the main key opens. So additional keys that are not needed for an output are left out.
 */
const withoutUnusedKeys = (account: AccountRecord, source: ConstructionSource): ConstructionSource => {
  if (source.additionalKeys.length === 0) return source;
  const { key } = source.ring[source.realIndex]!;
  const bare = { ...source, additionalKeys: [] };
  const isMain = openings(account, { ...bare, key }).some(({ spendPublic }) =>
    equalBytes(spendPublic, account.spendPublic),
  );
  return isMain ? bare : source;
};

/**
 * Keystone (firmware 3.0.0 and earlier) repeats each index in the signed set as one byte, so that nothing reads the set
 * when an index needs two. It does not use them, and this wallet finds what is spent without them. The reference needs them
 * from 0.18.5.2 on (`sanity_check_pending_tx`).
 */
const isUnreadable = (device: DeviceId, selected: readonly number[]): boolean =>
  device === 'keystone' && selected.some((index) => index > 127);

const deviceOf = ({ tables }: WalletState): DeviceId => deviceWith(tables.attributes.get(DEVICE_ATTRIBUTE));

/** The signing device draws other transaction keys, so it gets the payment id unencrypted. */
export function withClearId(extra: Uint8Array, id: Uint8Array = new Uint8Array(8)): Uint8Array {
  return buildExtra(
    parseExtra(extra).fields.map((field) =>
      field.kind === 'nonce' ? paymentIdField({ kind: 'encrypted', bytes: id }) : field,
    ),
  );
}
