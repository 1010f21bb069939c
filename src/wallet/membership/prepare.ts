/**
 * Prepares payments and sweeps that prove membership: inputs of both eras, exact amounts, and proposals of the outputs. The
 * node learns nothing: paths are in the wallet's own tree. A payee at an own address gets an output that the sender finds
 * with the view key.
 * Upstream: src/carrot_impl/tx_builder_outputs.cpp, `make_carrot_transaction_proposals_wallet2_transfer` in
 * src/wallet/tx_builder.cpp of seraphis-migration/monero at 710f1fc9f.
 */
import { sumAmounts } from '../../base/amount.ts';
import { toHex } from '../../base/hex.ts';
import type { SubaddressIndex } from '../../protocol/keys/subaddress.ts';
import { WITHOUT_RINGS } from '../../protocol/block/known-rules.ts';
import { destinationOf } from '../../protocol/carrot/address.ts';
import { completeProposals, payTo } from '../../protocol/carrot/complete.ts';
import type { PaymentProposal, SelfSend } from '../../protocol/carrot/make-enote.ts';
import type { Proposals } from '../../protocol/carrot/output-set.ts';
import { treeNamedBy } from '../../protocol/fcmp/unlock.ts';
import { MAX_TX_OUTPUTS } from '../../protocol/tx/rules.ts';
import { addressOf } from '../account/addresses.ts';
import type { Core } from '../areas/core.ts';
import { fault } from '../faults.ts';
import { feeRate, type FeeRate, type Priority } from '../spend/fees.ts';
import { signerOf } from '../spend/finish.ts';
import {
  planPayment,
  planSweep,
  type PaymentRequest,
  type PlannedTx,
  type SweepRequest,
} from '../spend/plan.ts';
import type { ProvablePayment } from '../spend/prepared.ts';
import type { IsReserved } from '../spend/reservations.ts';
import { divide } from '../spend/settle.ts';
import type { AccountRecord } from '../state/records/account.ts';
import type { WalletState } from '../state/state.ts';
import { keysInTree } from '../tree/own-path.ts';
import { withCosts } from './costs.ts';

export type ProvableDeps = Pick<Core, 'state' | 'spending' | 'random' | 'indexOf' | 'now'>;
type Request = (PaymentRequest | SweepRequest) & { readonly priority: Priority };

/**
 * Own faults: carrot_undefined for a wallet whose payments others sign; sending_needs_update for one without a tree, which it
 * cannot get yet; too_many_destinations; built_wrong (a bug).
 */
export async function prepareProvable(
  { state, spending, random, indexOf, now }: ProvableDeps,
  requested: Request,
): Promise<ProvablePayment[]> {
  requireProving(state);
  const rate = withCosts(await feeRate(spending.answers, requested.priority));
  const inTree = keysInTree(state, treeNamedBy(state.height - 1));
  const isReserved: IsReserved = (output) =>
    requested.isReserved?.(output) === true || !inTree.has(toHex(output.key));
  const plans = plan(state, random, { ...requested, isReserved }, rate, now());
  return Promise.all(
    plans.map(async (planned): Promise<ProvablePayment> => {
      const { major } = planned.inputs[0]!.subaddress;
      const outputs = Math.max(2, planned.payees.length + 1);
      const fee = rate.costs!.fee(rate.perByte, planned.inputs.length, outputs);
      const divided = divide(planned, sumAmounts(planned.inputs), fee);
      if (divided === undefined) throw fault('built_wrong', { what: 'the inputs do not cover the fee' });
      const drawn = (n: number): Uint8Array => random.bytes(n);
      const proposals = await proposalsOf(state.account, { ...divided, major }, indexOf, drawn);
      const inputs = planned.inputs.map((output) => ({ output }));
      return { account: major, inputs, settled: { ...divided, fee }, rate, proposals };
    }),
  );
}

const requireProving = ({ account, tables }: WalletState): void => {
  const signer = signerOf(account);
  if (signer !== 'here')
    throw fault('carrot_undefined', { reason: signer === 'signers' ? 'multisig' : 'outputs' });
  const { tip, stopped } = tables.treeState.get('') ?? {};
  if (!tip || stopped) throw fault('sending_needs_update', { version: WITHOUT_RINGS });
};

const plan = (
  state: WalletState,
  random: Core['random'],
  requested: Request,
  rate: FeeRate,
  now: number,
): PlannedTx[] => {
  if (!('outputs' in requested)) return planPayment(state, random, requested, rate, now);
  // One output is always for the sender.
  const max = MAX_TX_OUTPUTS - 1;
  if (requested.outputs > max) throw fault('too_many_destinations', { n: requested.outputs, max });
  return planSweep(state, random, requested, rate, now);
};

interface Divided {
  readonly payees: PlannedTx['payees'];
  readonly change: bigint;
  readonly major: number;
}

/** There is always an output for the change, also for none, so that the fee does not depend on it. */
const proposalsOf = async (
  account: AccountRecord,
  { payees, change, major }: Divided,
  indexOf: Core['indexOf'],
  random: (n: number) => Uint8Array,
): Promise<Proposals> => {
  const own = (index: SubaddressIndex): Pick<SelfSend, 'spendPublic' | 'isSubaddress'> => ({
    spendPublic: addressOf(account, index).spendPublic,
    isSubaddress: index.major + index.minor > 0,
  });
  const payments: PaymentProposal[] = [];
  const selfSends: SelfSend[] = [];
  for (const { address, amount } of payees) {
    const index = await indexOf(address);
    if (index) selfSends.push({ ...own(index), amount, type: 'payment' });
    else payments.push(payTo(destinationOf(address), amount, random));
  }
  const changeTo = { ...own({ major, minor: 0 }), amount: change };
  const proposals = { payments, selfSends: [...selfSends, { ...changeTo, type: 'change' as const }] };
  return completeProposals(proposals, { ...changeTo, amount: 0n }, random);
};
