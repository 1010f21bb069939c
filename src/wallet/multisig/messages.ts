/**
 * Changes that store messages of other signers until all have arrived, so that a reload loses none. Messages of another
 * round or group, our own and repeated ones are refused.
 */
import { publicKeyOf } from '../../protocol/keys/public-key.ts';
import type { PublicKey } from '../../base/brands.ts';
import { equalBytes } from '../../base/bytes.ts';
import { toHex } from '../../base/hex.ts';
import { baseKeysOf } from '../../protocol/multisig/kex-account.ts';
import { readSignerInfo } from '../../protocol/multisig/info.ts';
import { readKexMessage, type KexMessage } from '../../protocol/multisig/kex-message.ts';
import { isGroup, shareCount } from '../../protocol/multisig/rounds.ts';
import { fault, type SignerMessageProblem } from '../faults.ts';
import { change, put, remove, type WalletState } from '../state/state.ts';
import type { SignerRound } from '../state/records/multisig.ts';
import type { Change } from '../state/tables.ts';
import { enableMultisig, prepareMultisig, requireUnused } from './make-multisig.ts';
import { roundOf, type RoundKind } from './rounds.ts';
import { multisigStatus, ownSigner, readyMultisig } from './status.ts';

/**
 * Stores that this wallet will become one of `total` signers. The page stops showing its present address, since the group
 * gets another one. Faults already_multisig, watch_only, wallet_used, blocks_left_out, bad_group.
 */
export function beginMultisig(state: WalletState, threshold: number, total: number): Change {
  prepareMultisig(state); // for its faults
  requireUnused(state);
  if (!isGroup(threshold, total)) throw fault('bad_group', { threshold, signers: total });
  const others = roundOf(state, 'keys')?.others.slice(0, total - 1) ?? [];
  const { puts } = enableMultisig(state);
  return change([...puts, put('signerRounds', 'keys', { round: 1, threshold, total, others })]);
}

/** Ends the round that `beginMultisig` began; multisig stays enabled. Fault already_multisig: the first round is finished. */
export function cancelMultisig(state: WalletState): Change {
  if (state.account.multisig) throw fault('already_multisig');
  return change([], [remove('signerRounds', 'keys')]);
}

/** Stores another signer's message. Own faults: wrong_signer_message, bad_kex_round (other_address). */
export function storeMessage(state: WalletState, kind: RoundKind, message: Uint8Array): Change {
  const round = roundOf(state, kind);
  if (!round) throw refusal('none', 0);
  const signer = kind === 'keys' ? signerOfKeys(state, round, message) : signerOfCoins(state, message);
  const { others } = round;
  const before = others.find((each) => equalBytes(each.signer, signer));
  if (before && equalBytes(before.message, message)) throw refusal('known', round.round);
  // A signer's newer multisig info replaces its older one, because the nonces of the older one are invalid by then.
  if (before && kind === 'keys') throw refusal('second', round.round);
  const { active, total } = multisigStatus(state.account);
  if (!before && others.length >= (active ? total : round.total) - 1) throw refusal('full', round.round);
  // A new message begins the next exchange, so the mark that the infos were imported goes.
  const { taken: _taken, ...open } = round;
  const kept = others.filter((each) => each !== before);
  return change([put('signerRounds', kind, { ...open, others: [...kept, { signer, message }] })]);
}

/** Deletes the message of a signer (public key in hex), so that another one of the same round can be read. */
export function dropMessage(state: WalletState, kind: RoundKind, signer: string): Change {
  const round = roundOf(state, kind);
  if (!round) throw refusal('none', 0);
  const others = round.others.filter((each) => toHex(each.signer) !== signer);
  return change([put('signerRounds', kind, { ...round, others })]);
}

/** Marks the round: the others' infos were imported. Our own info stays readable for signers who have not read it yet. */
export function coinsTaken(state: WalletState): Change {
  const round = roundOf(state, 'coins');
  return change(round ? [put('signerRounds', 'coins', { ...round, others: [], taken: true })] : []);
}

const refusal = (problem: SignerMessageProblem, round: number, found = 0) =>
  fault('wrong_signer_message', { problem, round, found });

const signerOfKeys = ({ account }: WalletState, { round }: SignerRound, bytes: Uint8Array): PublicKey => {
  const message = readKexMessage(new TextDecoder().decode(bytes).trim());
  const { signer, round: found } = message;
  const { multisig, spendSecret, viewSecret } = account;
  const own = multisig
    ? ownSigner(multisig)
    : publicKeyOf(baseKeysOf({ spendSecret: spendSecret!, viewSecret }).signerSecret);
  if (equalBytes(signer, own)) throw refusal('own', round, found);
  if (multisig && !multisig.signers.some((each) => equalBytes(each, signer)))
    throw refusal('not_a_signer', round, found);
  if (found !== round) throw refusal(found < round ? 'earlier' : 'later', round, found);
  if (multisigStatus(account).mainDone) checkConfirmation(account, message);
  return signer;
};

/** The last messages contain the keys of the group's address; other keys are of another exchange. */
const checkConfirmation = (
  { spendPublic, viewPublic }: WalletState['account'],
  { secret, ...message }: KexMessage,
): void => {
  const named = secret ? [] : (message as { readonly keys: readonly Uint8Array[] }).keys.map(toHex);
  if ([...named].sort().join() !== [toHex(spendPublic), toHex(viewPublic)].sort().join())
    throw fault('bad_kex_round', { reason: 'other_address' });
};

const signerOfCoins = (state: WalletState, bytes: Uint8Array): PublicKey => {
  const { threshold, signers, ...multisig } = readyMultisig(state);
  const scope = { outputs: state.outputs.length, shares: shareCount(threshold, signers.length) };
  const { signer } = readSignerInfo(state.account, bytes, scope);
  if (equalBytes(signer, ownSigner({ threshold, signers, ...multisig }))) throw refusal('own', 0);
  if (!signers.some((each) => equalBytes(each, signer))) throw refusal('not_a_signer', 0);
  return signer;
};
