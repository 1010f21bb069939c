/**
 * Signs transactions that the view-only wallet proposed. The transaction keys stay on the signing device, because
 * they prove payments and the view-only wallet may be compromised.
 * Upstream: `wallet2::sign_tx`, `sign_tx_dump_to_str` (src/wallet/wallet2.cpp).
 */
import { ONE } from '../../protocol/ring/constants.ts';
import { asKeyImage, asSecretKey, type KeyImage, type PublicKey } from '../../base/brands.ts';
import { toHex } from '../../base/hex.ts';
import { isFault } from '../../base/fault.ts';
import type { CryptoWorkers } from '../../ports/crypto-workers.ts';
import type { Random } from '../../ports/random.ts';
import { encode } from '../../protocol/archive/coder.ts';
import type { ConstructionData } from '../../protocol/archive/construction.ts';
import { sealEnvelope } from '../../protocol/archive/envelope.ts';
import { plannedPending, signedSet, type PendingRecord } from '../../protocol/archive/sets.ts';
import { additionalPublicKeys, parseExtra, txPublicKeys } from '../../protocol/tx/extra.ts';
import { spendKeyOf } from '../account/spend-key.ts';
import { shuffled } from '../decoys/gamma.ts';
import { fault } from '../faults.ts';
import { buildTx, freshSecrets, skeletonOf, type BuiltTx } from '../spend/build-tx.ts';
import { buildOutputs, type TxSecrets } from '../spend/outputs.ts';
import { change, put, type Ledger, type WalletState } from '../state/state.ts';
import type { AccountRecord } from '../state/records/account.ts';
import type { Change } from '../state/tables.ts';
import type { NextTurn } from '../turns.ts';
import { examineAll, examinerOf, readUnsignedSet, type Examined, type Examiner } from './examine.ts';
import { keyImageAt } from './own-output.ts';
import { keyImagesOf, reduceOutputs } from './outputs.ts';

export interface SignDeps {
  readonly ledger: Ledger;
  readonly random: Random;
  readonly cryptoWorkers: CryptoWorkers;
  readonly indexOf: Examiner['indexOf'];
  readonly nextTurn: NextTurn;
}
export interface SignedTransfers {
  /** The encrypted set, for the view-only wallet. */
  readonly set: Uint8Array;
  readonly txs: readonly SignedTx[];
}
export interface SignedTx extends BuiltTx {
  readonly secrets: TxSecrets;
}

/** In the set, instead of a transaction key. */
const HIDDEN_KEY = asSecretKey(ONE);
const NO_KEY_IMAGE = asKeyImage(new Uint8Array(32));

/**
 * Signs all transactions of a set. Commits outputs from the set and the keys of the new transactions before it
 * returns. On a fault none is signed. Own faults: watch_only, multisig_has_no_spend_key, bad_unsigned_set,
 * old_format, nonzero_unlock_time, cannot_sign.
 */
export async function signTransfers(deps: SignDeps, bytes: Uint8Array): Promise<SignedTransfers> {
  const { ledger, random } = deps;
  const { account } = ledger.state;
  spendKeyOf(account);
  const set = readUnsignedSet(account, bytes);
  const imported =
    set.outputs.outputs.length > 0 ? await keyImagesOf(ledger.state, set.outputs, deps.nextTurn) : undefined;
  const importedBy = (state: WalletState): Change =>
    imported ? reduceOutputs(state, set.outputs, imported) : change([]);
  // Check this first, so that nothing is signed if the outputs cannot be imported.
  importedBy(ledger.state);
  const examinedTxs = await examineAll(examinerOf(ledger.state, deps.indexOf), set);
  const built: ((typeof examinedTxs)[number] & { readonly tx: SignedTx })[] = [];
  for (const each of examinedTxs) built.push({ ...each, tx: await build(deps, each.examined) });
  const ownOutputs = built.flatMap(({ examined, tx }) => ownOutputsOf(account, examined, tx));
  await keep(
    deps,
    importedBy,
    built.map(({ tx }) => tx),
  );
  const content = encode(signedSet, {
    txs: built.map(({ data, examined, tx }) => recordOf(data, examined, tx)),
    keyImages: ledger.state.outputs.map(({ keyImage }) => keyImage ?? NO_KEY_IMAGE),
    ownOutputs,
  });
  return {
    set: sealEnvelope({ random: (n) => random.bytes(n) }, 'signed', account.viewSecret, content),
    txs: built.map(({ tx }) => tx),
  };
}

const build = async (deps: SignDeps, { inputs, outputs, fee }: Examined): Promise<SignedTx> => {
  const { random, ledger } = deps;
  const { account } = ledger.state;
  const planned = shuffled(random, outputs);
  try {
    const secrets = freshSecrets(random, planned);
    const built = buildOutputs(planned, secrets, account.viewSecret);
    return { ...(await buildTx(deps, account, inputs, skeletonOf(inputs, built, fee))), secrets };
  } catch (error) {
    if (!isFault(error)) throw error;
    throw fault('cannot_sign', { why: error.code });
  }
};

const keep = (
  { ledger }: SignDeps,
  importedBy: (state: WalletState) => Change,
  txs: readonly SignedTx[],
): Promise<void> =>
  ledger.commit((state) => {
    const { puts, deletes } = importedBy(state);
    const keys = txs.map(({ txid, secrets }) => put('txKeys', toHex(txid), secrets));
    return { puts: [...puts, ...keys], deletes };
  });

/** Outputs that return to us, with their key images: the view-only wallet will find the outputs on the chain. */
const ownOutputsOf = (
  account: AccountRecord,
  { own }: Examined,
  { tx }: BuiltTx,
): (readonly [PublicKey, KeyImage])[] => {
  const extra = parseExtra(tx.prefix.extra);
  const [txPublicKey] = txPublicKeys(extra);
  const additionalKeys = additionalPublicKeys(extra);
  return tx.prefix.outputs.flatMap(({ key }, outputIndex) => {
    const described = { key, outputIndex, txPublicKey: txPublicKey!, additionalKeys };
    for (const index of own) {
      const keyImage = keyImageAt(account, described, index);
      if (keyImage) return [[key, keyImage] as const];
    }
    return [];
  });
};

const recordOf = (data: ConstructionData, { fee }: Examined, { tx }: BuiltTx): PendingRecord => ({
  ...plannedPending(tx, fee, data),
  txKey: HIDDEN_KEY,
  additionalKeys: [],
  multisig: [],
  multisigEntropy: new Uint8Array(32),
});
