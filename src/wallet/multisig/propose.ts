/**
 * Proposes a payment as a set for the other signers: builds the transactions, and signs them for every group of
 * signers that can complete them.
 * Upstream: the multisig half of `wallet2::transfer_selected_rct`, `make_multisig_tx_set`, `save_multisig_tx`
 * (src/wallet/wallet2.cpp).
 */
import { publicKeyOf } from '../../protocol/keys/public-key.ts';
import type { Scalar } from '../../base/brands.ts';
import { concat } from '../../base/bytes.ts';
import { toHex } from '../../base/hex.ts';
import type { Random } from '../../ports/random.ts';
import type { ConstructionData } from '../../protocol/archive/construction.ts';
import { plannedPending } from '../../protocol/archive/sets.ts';
import type { Attempt, MultisigPending } from '../../protocol/multisig/tx-set.ts';
import { withClearId } from '../cold/propose.ts';
import { fault } from '../faults.ts';
import { randomScalar, weightOf } from '../spend/build-tx.ts';
import { constructionOf, entryOf } from '../spend/construction.ts';
import type { Proposal, ProposedSet } from '../spend/finish.ts';
import type { PlannedOutput } from '../spend/outputs.ts';
import type { Prepared } from '../spend/prepared.ts';
import { unsentPaymentOf, type Keep } from '../spend/unsent-payment.ts';
import type { Ledger, WalletState } from '../state/state.ts';
import { bindNew } from '../state/unsent.ts';
import type { MultisigRecord } from '../state/records/account.ts';
import { finished, flawOf } from './finish.ts';
import { firstSigner, type FirstSigner } from './first-sign.ts';
import { buildDeterministicTx, withChangeMarked, type DeterministicTx } from './deterministic-tx.ts';
import { groupsOf, type Group } from './groups.ts';
import { drawNonces, withoutNonces, type Taken } from './nonces.ts';
import { ownSigner, readyMultisig } from './status.ts';
import { idOfSet, sealTxSet } from './tx-set.ts';

/**
 * Puts all transactions into one set. Our own nonces for these outputs are deleted before the set is returned: the
 * others sign this proposal, and we will sign none of theirs with these nonces. With `keep` the same commit stores
 * the payment and binds its inputs. Own faults: multisig_import_needed, built_wrong; with `keep`
 * output_not_spendable.
 */
export async function proposeMultisig(
  { ledger, random }: { readonly ledger: Ledger; readonly random: Random },
  prepared: readonly Prepared[],
  keep?: Keep,
): Promise<ProposedSet> {
  const multisig = readyMultisig(ledger.state);
  const built = prepared.map((each) => propose(random, ledger.state, multisig, each));
  const signers = [ownSigner(multisig)];
  const txs = built.map(({ pending }) => pending);
  const set = sealTxSet(random, ledger.state.account, { txs, signers });
  const [first] = txs;
  const spent = prepared.flatMap(({ inputs }) => inputs.map(({ output }) => output));
  const id = keep && first && idOfSet(txs);
  await ledger.commit((state) => {
    const { puts, deletes } =
      id === undefined
        ? { puts: [], deletes: [] }
        : bindNew(state, id, unsentPaymentOf(state, prepared, keep!, set, signers));
    return { puts: [...withoutNonces(state, spent), ...puts], deletes };
  });
  return { set, proposals: built.map(({ proposal }) => proposal), ...(id !== undefined && { id }) };
}

const propose = (
  random: Random,
  state: WalletState,
  multisig: MultisigRecord,
  prepared: Prepared,
): { readonly pending: MultisigPending; readonly proposal: Proposal } => {
  const { settled, inputs } = prepared;
  const entropy = randomScalar(random);
  const change = settled.outputs.find((output) => output.change)?.address;
  const planned = change ? withChangeMarked(settled.outputs, change) : settled.outputs;
  const built = buildDeterministicTx(state.account, planned, inputs, settled.fee, entropy);
  const outputs = built.inputs.map(({ output }) => output);
  const groups = groupsOf(state, multisig, outputs);
  using signer = firstSigner(random, state.account, multisig, built);
  const attempts = attemptAll(random, multisig, built, groups, signer);
  const tx = multisig.threshold === 1 ? finished(built.inputs, signer.tx, attempts[0]!) : signer.tx;
  const flaw = multisig.threshold === 1 && flawOf(built.inputs, tx);
  if (flaw) throw fault('built_wrong', { what: flaw });
  const construction = planOf(state, prepared, built, planned);
  const { secrets: keys } = built;
  return {
    pending: {
      ...plannedPending(tx, settled.fee, construction),
      txKey: keys.key,
      additionalKeys: keys.additional,
      multisig: attempts,
      multisigEntropy: entropy,
    },
    proposal: {
      fee: settled.fee,
      weight: weightOf(built.prefix, settled.fee),
      amounts: settled.payees.map(({ amount }) => amount),
      keys,
      keyImages: outputs.map(({ keyImage }) => keyImage!),
    },
  };
};

const attemptAll = (
  random: Random,
  multisig: MultisigRecord,
  { inputs }: DeterministicTx,
  groups: readonly Group[],
  signer: FirstSigner,
): Attempt[] => {
  const signingKeys = multisig.keys.map(publicKeyOf);
  const taken: Taken = new Set();
  return groups.map(({ ignore, infosOf }) => {
    const usedNonces: Scalar[] = [];
    const parts = inputs.map(({ output }, i) => {
      const { own, sums } = drawNonces(random, output, infosOf(output), taken, usedNonces);
      const signed = signer.sign(i, own, sums);
      for (const nonce of own) nonce.fill(0);
      return { ...sums, ...signed };
    });
    return {
      sigs: undefined,
      ignore,
      usedNonces,
      signingKeys,
      msout: undefined,
      L: parts.map(({ L }) => L),
      R: parts.map(({ R }) => R),
      c0: parts.map(({ c0 }) => c0),
      s: parts.map(({ s }) => s),
    };
  });
};

/** The plan from which others rebuild the transaction: outputs in their order, a key image for each input. */
const planOf = (
  state: WalletState,
  prepared: Prepared,
  { prefix, inputs }: DeterministicTx,
  planned: readonly PlannedOutput[],
): ConstructionData => {
  const { payees } = prepared.settled;
  const id = payees.find(({ address }) => address.paymentId)?.address.paymentId;
  const data = constructionOf(state, prepared, withClearId(prefix.extra, id));
  return {
    ...data,
    sources: data.sources.map((source, i) => ({
      ...source,
      multisig: concat(new Uint8Array(96), prepared.inputs[i]!.output.keyImage!),
    })),
    outputs: planned.map(({ address, amount }) =>
      entryOf(address, amount, payees.find((payee) => payee.address === address)?.text),
    ),
    selected: inputs.map(({ output }) => state.byKey.get(toHex(output.key))!),
  };
};
