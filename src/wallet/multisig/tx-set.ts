/**
 * Opens and checks sets of other signers. Everybody who has the view key can make a set, so this file recomputes
 * everything that can be computed.
 * Upstream: `wallet2::parse_multisig_tx_from_str`, `save_multisig_tx` (src/wallet/wallet2.cpp).
 */
import { asKeyImage, type KeyImage } from '../../base/brands.ts';
import { equalBytes } from '../../base/bytes.ts';
import { isFault } from '../../base/fault.ts';
import { toHex } from '../../base/hex.ts';
import type { Random } from '../../ports/random.ts';
import { decode, encode } from '../../protocol/archive/coder.ts';
import { expectRealSources } from '../../protocol/archive/construction.ts';
import type { ConstructionSource } from '../../protocol/archive/construction.ts';
import { openEnvelope, sealEnvelope } from '../../protocol/archive/envelope.ts';
import { multisigTxSet, type MultisigPending, type MultisigTxSet } from '../../protocol/multisig/tx-set.ts';
import { isBalanced } from '../../protocol/rct/balance.ts';
import { verifyBulletproofsPlus } from '../../protocol/rct/bpp-verify.ts';
import { prefixHash } from '../../protocol/tx/hash.ts';
import { writePrefix } from '../../protocol/tx/prefix.ts';
import { writeRctBase } from '../../protocol/tx/rct-base.ts';
import { RULE_TEXTS } from '../../protocol/tx/rules.ts';
import { addressOf } from '../account/addresses.ts';
import { summed, type Described } from '../cold/describe.ts';
import { examineAll, examinerOf, type Examined, type ExaminedTx, type Examiner } from '../cold/examine.ts';
import { fault } from '../faults.ts';
import type { WalletState } from '../state/state.ts';
import type { AccountRecord } from '../state/records/account.ts';
import type { OwnedOutput } from '../state/records/outputs.ts';
import { buildDeterministicTx, type DeterministicTx } from './deterministic-tx.ts';

export interface SetReader {
  readonly state: WalletState;
  readonly indexOf: Examiner['indexOf'];
}

export function sealTxSet(random: Random, { viewSecret }: AccountRecord, set: MultisigTxSet): Uint8Array {
  return sealEnvelope(
    { random: (n) => random.bytes(n) },
    'multisigUnsigned',
    viewSecret,
    encode(multisigTxSet, set),
  );
}

/** Id of a set, in hex: the same for all signers and signatures, since only completion changes the transactions. */
export function idOfSet(txs: readonly Pick<MultisigPending, 'tx'>[]): string {
  return toHex(prefixHash(txs[0]!.tx.prefix));
}

const unreadable = (why: string) => fault('bad_multisig_set', { why });

/** Fault bad_multisig_set: the set is of another wallet, damaged, or inconsistent. */
export function openTxSet({ account, outputs }: WalletState, bytes: Uint8Array): MultisigTxSet {
  const set = decoded(account, bytes);
  const spending = set.txs.reduce((sum, { selected }) => sum + selected.length, 0);
  if (spending > outputs.length) throw unreadable('more inputs than there are outputs');
  for (const { tx, selected, construction } of set.txs) {
    const inputs = tx.prefix.inputs.length;
    if (inputs === 0) throw unreadable('a transaction without inputs');
    const counts = [selected, construction.selected, construction.sources];
    if (counts.some(({ length }) => length !== inputs)) throw unreadable('numbers of inputs differ');
    if ([...selected, ...construction.selected].some((outputIndex) => outputIndex >= outputs.length))
      throw unreadable('an output that is not known here');
  }
  return set;
}

const decoded = ({ viewSecret }: AccountRecord, bytes: Uint8Array): MultisigTxSet => {
  try {
    const set = decode(multisigTxSet, openEnvelope('multisigUnsigned', viewSecret, bytes));
    for (const { construction } of set.txs) expectRealSources(construction);
    return set;
  } catch (error) {
    throw isFault(error) ? unreadable(error.code) : error;
  }
};

/** Examines each transaction, and all of them together. Fault bad_unsigned_set {why}. */
export async function examineSet(
  { state, indexOf }: SetReader,
  { txs }: MultisigTxSet,
): Promise<ExaminedTx[]> {
  try {
    return await examineAll(
      { ...examinerOf(state, indexOf), keyImageOf },
      { txs: txs.map(({ construction }) => construction), outputs: { outputs: [] } },
    );
  } catch (error) {
    throw isFault(error, 'nonzero_unlock_time') ? refuse(RULE_TEXTS.unlock_time) : error;
  }
}

const keyImageOf = ({ multisig }: ConstructionSource): KeyImage => asKeyImage(multisig.slice(96));

const refuse = (why: string) => fault('bad_unsigned_set', { why });

/**
 * Rebuilds the transaction from its plan: it must equal the one in the set and spend the stated outputs. Does not
 * check proofs and signatures. Fault bad_unsigned_set {why}.
 */
export function rebuild(state: WalletState, pending: MultisigPending, examined: Examined): DeterministicTx {
  const { tx, fee, construction, txKey, additionalKeys, multisigEntropy } = pending;
  const { changeAddress } = examined;
  const accountAddress = addressOf(state.account, { major: construction.account, minor: 0 });
  if (changeAddress && !equalBytes(changeAddress.spendPublic, accountAddress.spendPublic))
    throw refuse('change does not go to the account that pays');
  const rebuilt = rebuildDeterministicTx(state, pending, examined, multisigEntropy);
  const keys = [rebuilt.secrets.key, ...rebuilt.secrets.additional];
  if (!sameList([txKey, ...additionalKeys], keys)) throw refuse('its keys are not those of its plan');
  if (fee !== examined.fee) throw refuse('its fee is not what it says');
  if (!tx.rct || !tx.prunable || tx.signatures.length > 0) throw refuse('it is of an old kind');
  if (!equalBytes(writePrefix(tx.prefix), writePrefix(rebuilt.prefix)))
    throw refuse('it is not the transaction of its plan');
  if (!equalBytes(writeRctBase(tx.rct), writeRctBase(rebuilt.base)))
    throw refuse('it is not the transaction of its plan');
  for (const [i, { output }] of rebuilt.inputs.entries()) expectOwn(state, pending, i, output);
  return rebuilt;
}

/**
 * Describes a set to the user who is asked to sign it; changes nothing. Faults watch_only, bad_multisig_set,
 * bad_unsigned_set {why}. Upstream: `on_describe_transfer` (src/wallet/wallet_rpc_server.cpp).
 */
export async function describeMultisig(reader: SetReader, bytes: Uint8Array): Promise<Described> {
  const { multisig, spendSecret } = reader.state.account;
  if (!multisig) throw spendSecret ? fault('bad_multisig_set', { why: 'not_multisig' }) : fault('watch_only');
  const set = openTxSet(reader.state, bytes);
  const txs = await examineSet(reader, set);
  for (const [i, { examined }] of txs.entries()) rebuild(reader.state, set.txs[i]!, examined);
  return summed(txs);
}

const rebuildDeterministicTx = (
  { account }: WalletState,
  { construction: { account: major } }: MultisigPending,
  { inputs, outputs, fee }: Examined,
  entropy: Uint8Array,
): DeterministicTx => {
  if (entropy.every((byte) => byte === 0)) throw refuse('it was made by an old version');
  if (inputs.some(({ output }) => output.subaddress.major !== major))
    throw refuse('it spends from another account');
  try {
    return buildDeterministicTx(account, outputs, inputs, fee, entropy);
  } catch (error) {
    throw isFault(error) ? refuse(error.code) : error;
  }
};

/** Checks that the output is ours and has the stated address and amount. */
const expectOwn = (
  { outputs, byKey }: WalletState,
  { selected, construction }: MultisigPending,
  input: number,
  stated: OwnedOutput,
): void => {
  const outputIndex = byKey.get(toHex(stated.key));
  const known = outputIndex === undefined ? undefined : outputs[outputIndex];
  if (!known || selected[input] !== outputIndex || construction.selected[input] !== outputIndex)
    throw refuse('it spends an output that is not known here');
  if (stated.globalIndex !== known.globalIndex || stated.amount !== known.amount)
    throw refuse('it spends an output that is another here');
  if (known.keyImage && !equalBytes(known.keyImage, stated.keyImage!))
    throw refuse('a key image is not the one that is known');
};

const sameList = (a: readonly Uint8Array[], b: readonly Uint8Array[]): boolean =>
  a.length === b.length && a.every((each, i) => equalBytes(each, b[i]!));

/** Checks the proposer's proofs: amounts add up, and none is negative. Fault bad_unsigned_set. */
export function checkProofs({ tx }: MultisigPending, { inputs, base }: DeterministicTx): void {
  const { bulletproofsPlus, clsags, pseudoOuts } = tx.prunable!;
  const [proof] = bulletproofsPlus;
  const { length } = inputs;
  if (!proof || clsags.length !== length || pseudoOuts.length !== length) throw refuse('it has no proofs');
  try {
    if (!isBalanced(pseudoOuts, base.commitments, base.fee)) throw refuse('its amounts do not add up');
  } catch (error) {
    throw isFault(error, 'bad_point') ? refuse('its amounts do not add up') : error;
  }
  if (!verifyBulletproofsPlus([{ proof, commitments: base.commitments }]))
    throw refuse('its range proof does not hold');
}
