/**
 * Turns a wallet into a signer of a multisig wallet: its message in each round of the key exchange, and its state
 * after it. The wallet's keys become the signer's base keys and are removed, so a wallet that has received money is
 * refused.
 * Upstream: `wallet2::get_multisig_first_kex_msg`, `make_multisig`, `exchange_multisig_keys`
 * (src/wallet/wallet2.cpp).
 */
import { haveSameKeys } from '../../protocol/keys/subaddress.ts';
import { publicKeyOf } from '../../protocol/keys/public-key.ts';
import { boosterMessage } from '../../protocol/multisig/booster.ts';
import {
  baseKeysOf,
  beginKex,
  continueKex,
  firstMessage,
  nextMessage,
  type BaseKeys,
  type KexAccount,
} from '../../protocol/multisig/kex-account.ts';
import { readKexMessage, type KexMessage } from '../../protocol/multisig/kex-message.ts';
import { MAX_SIGNERS, mainRounds } from '../../protocol/multisig/rounds.ts';
import { fault } from '../faults.ts';
import { forgetChain } from '../ledger/forget-chain.ts';
import { blocksLeftOut } from '../ledger/gaps.ts';
import { change, put, remove, type WalletState } from '../state/state.ts';
import type { AccountRecord } from '../state/records/account.ts';
import type { Change, Put, TableName } from '../state/tables.ts';
import { checkMultisigEnabled, multisigStatus } from './status.ts';

const CHAIN_BOUND: readonly TableName[] = [
  'payments',
  'outgoing',
  'txKeys',
  'payees',
  'toFreeze',
  'rings',
  'draws',
  'keyImages',
  'multisigOutputs',
  'unsentPayments',
  'accountTags',
  'requests',
  'keyedCalls',
  'watchedPayments',
  'lightServer',
  'namedOutputs',
  'namedTransactions',
];

interface MakingDeps {
  readonly state: WalletState;
  /** Stops scanning, commits, and continues with the new keys. */
  readonly commitWhileStopped: (work: (state: WalletState) => Change) => Promise<void>;
}

/** This signer's first message. Faults already_multisig, watch_only. */
export function prepareMultisig(state: WalletState): string {
  return firstMessage(baseOf(state.account));
}

/** Stores that the user has accepted multisig as experimental. */
export function enableMultisig(state: WalletState): Change {
  return change([put('settings', '', { ...state.settings, multisigEnabled: true })]);
}

/**
 * The first round. `messages`: one of each signer, with or without our own. Returns our message of the next round. On
 * a fault nothing has changed. Faults already_multisig, watch_only, wallet_used, blocks_left_out, bad_kex_message,
 * bad_kex_round, bad_group.
 */
export async function makeMultisig(
  { state, commitWhileStopped }: MakingDeps,
  messages: readonly string[],
  threshold: number,
  /** Only for a wallet that exists in memory alone. */
  { evenIfUsed = false }: { readonly evenIfUsed?: boolean } = {},
): Promise<string> {
  const base = baseOf(state.account);
  if (!evenIfUsed) requireUnused(state);
  const made = beginKex(base, threshold, readAll(messages));
  await commitWhileStopped((current) => {
    if (current.account.multisig) throw fault('already_multisig');
    if (!evenIfUsed) requireUnused(current);
    return become(current, made);
  });
  return nextMessage(made);
}

/**
 * One more round. Returns our message of the next round; after the last round, the last message again. `force`
 * accepts the smallest sufficient number of messages. On a fault nothing has changed. Faults not_multisig,
 * multisig_disabled, bad_kex_message, bad_kex_round.
 */
export async function exchangeMultisigKeys(
  { state, commitWhileStopped }: MakingDeps,
  messages: readonly string[],
  force: boolean,
): Promise<string> {
  const before = kexOf(state.account);
  checkMultisigEnabled(state);
  const made = continueKex(before, readAll(messages), force);
  await commitWhileStopped((current) => {
    // Meanwhile another call has finished the same round.
    if (kexOf(current.account).rounds !== before.rounds)
      throw fault('bad_kex_round', {
        reason: 'round',
        expected: before.rounds + 2,
        found: before.rounds + 1,
      });
    return become(current, made);
  });
  return nextMessage(made);
}

/**
 * Our message of the round after the one in progress, from messages of at least one other signer; nothing is stored.
 * Faults multisig_complete, too_few_signers, watch_only, bad_kex_message, bad_kex_round, bad_group: also when the wallet has another
 * threshold or number of signers. booster_too_early: in a wallet whose group is not fixed yet, only groups with one
 * round after this one are accepted. In other groups this message would hold what are the secret keys of a group of
 * N-1 of N with the same signers.
 */
export function boosterOf(
  { account }: Pick<WalletState, 'account'>,
  messages: readonly string[],
  group: { readonly threshold: number; readonly signers: number },
): string {
  const { threshold, signers } = group;
  if (multisigStatus(account).ready) throw fault('multisig_complete');
  if (messages.length === 0) throw fault('too_few_signers', { have: 1, needed: 2 });
  const read = readAll(messages);
  if (account.multisig) {
    const kex = kexOf(account);
    if (kex.threshold !== threshold || kex.signers.length !== signers) throw fault('bad_group', group);
    return boosterMessage({ ...kex, signers }, read);
  }
  if (mainRounds(threshold, signers) > 2) throw fault('booster_too_early');
  const { signerSecret } = baseOf(account);
  const derivations = [publicKeyOf(signerSecret)];
  return boosterMessage({ threshold, signers, signerSecret, rounds: 0, derivations }, read);
}

/** Our message of the current round. Fault not_multisig. */
export function currentMessage(state: WalletState): string {
  return nextMessage(kexOf(state.account));
}

const readAll = (messages: readonly string[]): KexMessage[] => {
  // Repeated messages are ignored, but not without limit.
  if (messages.length > 4 * MAX_SIGNERS)
    throw fault('list_too_long', { n: messages.length, max: 4 * MAX_SIGNERS });
  return messages.map((message) => readKexMessage(message.trim()));
};

const baseOf = ({ multisig, spendSecret, viewSecret }: AccountRecord): BaseKeys => {
  if (multisig) throw fault('already_multisig');
  if (!spendSecret) throw fault('watch_only');
  return baseKeysOf({ spendSecret, viewSecret });
};

const kexOf = ({ multisig, viewSecret, spendPublic }: AccountRecord): KexAccount => {
  if (!multisig) throw fault('not_multisig');
  return { ...multisig, viewSecret, spendPublic };
};

/** True if the wallet received or sent money, by the blocks that it scanned or by a light-wallet server's word. */
export function isUsed({ outputs, tables }: WalletState): boolean {
  const { payments, outgoing, namedOutputs } = tables;
  return outputs.length > 0 || payments.size > 0 || outgoing.size > 0 || namedOutputs.size > 0;
}

/** Faults wallet_used; blocks_left_out: money may be in blocks that were left out to read newer ones first. */
export function requireUnused(state: WalletState): void {
  if (isUsed(state)) throw fault('wallet_used');
  const blocks = blocksLeftOut(state);
  if (blocks > 0) throw fault('blocks_left_out', { blocks });
}

/** The change to the new keys. If the address changes, all scanned data belongs to the old one and is deleted. */
const become = (state: WalletState, made: KexAccount): Change => {
  const { viewSecret, spendPublic, threshold, signers, signerSecret, keys, rounds, derivations } = made;
  const { spendSecret: _gone, polyseed: _words, ...rest } = state.account;
  const account: AccountRecord = {
    ...rest,
    spendPublic,
    viewSecret,
    viewPublic: publicKeyOf(viewSecret),
    multisig: { threshold, signers, signerSecret, keys, rounds, derivations },
  };
  const puts: Put[] = [put('account', '', account)];
  // Messages of the finished round are deleted.
  const read = remove('signerRounds', 'keys');
  if (haveSameKeys(account, state.account)) return change(puts, [read]);
  const forgotten = forgetChain(state, true);
  const all = (table: TableName) => [...state.tables[table].keys()].map((key) => remove(table, key));
  return {
    ...forgotten,
    puts: [...puts, put('labels', '0', [primaryLabel(state)])],
    deletes: [
      read,
      ...forgotten.deletes,
      ...CHAIN_BOUND.flatMap(all),
      ...all('labels').filter(({ key }) => key !== '0'),
    ],
  };
};

const primaryLabel = ({ tables }: WalletState): string => tables.labels.get('0')?.[0] ?? '';
