/**
 * Converts a prepared transaction to the reference's construction data, for other signers and for later use.
 * Upstream: the end of `wallet2::transfer_selected_rct` (src/wallet/wallet2.cpp).
 */
import { toHex } from '../../base/hex.ts';
import type { Address } from '../../protocol/address/address.ts';
import {
  NO_DESTINATION,
  RCT_CONFIG_NOW,
  type ConstructionData,
  type DestinationEntry,
  type ConstructionSource,
} from '../../protocol/archive/construction.ts';
import type { WalletState } from '../state/state.ts';
import type { TxInputPlan } from './build-tx.ts';
import type { Prepared } from './prepared.ts';

export function constructionOf(
  state: WalletState,
  { account: major, inputs, settled }: Prepared,
  extra: Uint8Array,
): ConstructionData {
  const { outputs, payees } = settled;
  const planned = outputs.find(({ change }) => change);
  const change = planned ? entryOf(planned.address, planned.amount) : NO_DESTINATION;
  const destinations = payees.map(({ address, amount, text }) => entryOf(address, amount, text));
  return {
    sources: inputs.map(sourceOf),
    change,
    outputs: [...destinations, ...(planned ? [change] : [])],
    selected: inputs.map(({ output }) => state.byKey.get(toHex(output.key))!),
    extra,
    unlockTime: 0n,
    flags: { rct: true, viewTags: true },
    rctConfig: RCT_CONFIG_NOW,
    destinations,
    account: major,
    minors: [...new Set(inputs.map(({ output }) => output.subaddress.minor))].sort((a, b) => a - b),
  };
}

export function entryOf(
  { kind, spendPublic, viewPublic }: Address,
  amount: bigint,
  original = '',
): DestinationEntry {
  return {
    original,
    amount,
    spendPublic,
    viewPublic,
    subaddress: kind === 'subaddress',
    integrated: kind === 'integrated',
  };
}

const sourceOf = ({ output, ring }: TxInputPlan): ConstructionSource => ({
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
