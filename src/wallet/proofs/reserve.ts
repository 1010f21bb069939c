/**
 * Reserve proofs: for all unspent outputs, or for at least an amount in one account.
 * Upstream: `wallet2::get_reserve_proof`, `check_reserve_proof` (src/wallet/wallet2.cpp).
 */
import type { KeyImage } from '../../base/brands.ts';
import { toHex } from '../../base/hex.ts';
import { kernel } from '../../kernel/kernel.ts';
import type { BlockSource } from '../../ports/block-source.ts';
import type { Steps } from '../../base/steps.ts';
import type { Clock } from '../../ports/clock.ts';
import type { Random } from '../../ports/random.ts';
import type { SubaddressIndex } from '../../protocol/keys/subaddress.ts';
import type { TxRelay } from '../../ports/tx-relay.ts';
import type { Address } from '../../protocol/address/address.ts';
import {
  checkReserveEntry,
  checkSpendKey,
  proveReserveEntry,
  readReserveProof,
  reserveHash,
  writeReserveProof,
  type ReserveEntry,
  type SignedKey,
} from '../../protocol/proof/reserve-proof.ts';
import { generateSignature } from '../../protocol/ring/signature.ts';
import { addressOf } from '../account/addresses.ts';
import { fault } from '../faults.ts';
import type { WalletState } from '../state/state.ts';
import type { OwnedOutput } from '../state/records/outputs.ts';
import { inTurns, pauseOf, turnsOf, type NextTurn, type Pause } from '../turns.ts';
import { requireTxOfToday } from './carrot-undefined.ts';
import { addressSpendSecret, keyOfOutput, outputSecret } from './own-keys.ts';
import { lookUpTxs } from './tx-lookup.ts';

/** At least this amount in one account. */
export interface Reserve {
  readonly account: number;
  /** In piconero. */
  readonly amount: bigint;
}
export interface ReserveSeen {
  /** Piconero that the proof covers, spent outputs included. */
  readonly total: bigint;
  readonly spent: bigint;
}

export interface ReserveProver {
  readonly random: Random;
  readonly nextTurn: NextTurn;
  readonly pause: Pause;
  readonly state: WalletState;
}
export interface ReserveChecker {
  readonly blocks: BlockSource;
  readonly relay: TxRelay;
  readonly clock: Clock;
}

/**
 * Returns `ReserveProofV2…`; without `reserve` for everything. Outputs spent by a pending payment count as unspent;
 * frozen outputs, those of Carrot and those that a verifier could not check (`isProvable`) are left out. Fault cannot_prove:
 * full_wallet, zero_balance, too_little, zero_amount.
 */
export async function proveReserve(
  { random, nextTurn, pause, state }: ReserveProver,
  message: string,
  reserve?: Reserve,
): Promise<string> {
  const { account } = state;
  if (!account.spendSecret) throw fault('cannot_prove', { reason: 'full_wallet' });
  const source = { random: (n: number) => random.bytes(n) };
  const provable: Chosen[] = [];
  // Commits may change the list in between.
  for (const [i, output] of [...state.outputs].entries()) {
    await nextTurn(i, KEYS_IN_ONE_TURN);
    const own = unspent(output);
    if (own && isProvable(output)) provable.push(own);
  }
  const chosen = chooseOutputs(provable, reserve);
  await pause();
  const signed = reserveHash(
    message,
    account,
    chosen.map(({ keyImage }) => keyImage),
  );
  const hash = await inTurns(signed, pause);
  const entries: ReserveEntry[] = [];
  for (const { output, keyImage } of chosen) {
    await nextTurn(entries.length, ENTRIES_IN_ONE_TURN);
    const opened = keyOfOutput(account, output);
    const { txKey } = opened;
    const secret = outputSecret(account, output, opened);
    const own = {
      txid: output.txid,
      index: output.outputIndex,
      sharedSecret: kernel.mul(account.viewSecret, txKey),
      keyImage,
      key: output.key,
      secret,
      txKey,
    };
    entries.push(proveReserveEntry(source, hash, account.viewPublic, account.viewSecret, own));
    secret.fill(0);
  }
  const spendKeys: SignedKey[] = [];
  for (const index of await inTurns(receiversOf(chosen), pause)) {
    await nextTurn(spendKeys.length);
    const { spendPublic: key } = addressOf(account, index);
    const secret = addressSpendSecret(account, index);
    spendKeys.push({ key, signature: generateSignature(source, hash, key, secret) });
    secret.fill(0);
  }
  return inTurns(writeReserveProof({ entries, spendKeys }), pause);
}

/**
 * False for an output that no verifier can check: it was made with another key than the transaction's first one or the output's own,
 * or with a key that is no curve point and so has no shared secret.
 */
const isProvable = ({ pkIndex, txPublicKey, additionalKeys, outputIndex }: OwnedOutput): boolean => {
  const additional = additionalKeys[outputIndex];
  return pkIndex === 0 && kernel.isOnCurve(txPublicKey) && (!additional || kernel.isOnCurve(additional));
};

/**
 * Undefined when the proof is wrong. `address` is a main address. Faults: unsound_proof, unknown_tx, carrot_undefined,
 * the node's.
 */
export async function checkReserve(
  { blocks, relay, clock }: ReserveChecker,
  address: Address,
  message: string,
  text: string,
): Promise<ReserveSeen | undefined> {
  const pause = pauseOf(clock);
  const { version, entries, spendKeys } = await inTurns(readReserveProof(text), pause);
  const receivers = new Set(spendKeys.map(({ key }) => toHex(key)));
  if (!receivers.has(toHex(address.spendPublic))) throw fault('unsound_proof', { reason: 'other_address' });
  const keyImages = entries.map(({ keyImage }) => keyImage);
  const hash = await inTurns(reserveHash(message, address, keyImages), pause);
  const known = await lookUpTxs(
    blocks,
    entries.map(({ txid }) => txid),
  );
  const states = await relay.keyImagesSpent(keyImages);
  const nextTurn = turnsOf(clock);
  let [total, spent] = [0n, 0n];
  for (const [i, entry] of entries.entries()) {
    await nextTurn(i, ENTRIES_IN_ONE_TURN);
    const txid = toHex(entry.txid);
    const found = known.get(txid);
    if (!found) throw fault('unknown_tx', { txid });
    requireTxOfToday(found.tx, 'reserve');
    if (found.inPool) throw fault('unsound_proof', { reason: 'unconfirmed' });
    const amount = checkReserveEntry({ version, hash, receivers }, entry, found.tx, address.viewPublic);
    if (amount === undefined) return undefined;
    total += amount;
    if (states[i] !== 0) spent += amount;
  }
  for (const [i, signed] of spendKeys.entries()) {
    await nextTurn(i);
    if (!checkSpendKey(signed, hash)) return undefined;
  }
  return { total, spent };
}

/** An entry takes about a millisecond, and reading a key a hundredth of it. */
const ENTRIES_IN_ONE_TURN = 4;
const KEYS_IN_ONE_TURN = 500;

interface Chosen {
  readonly output: OwnedOutput;
  readonly keyImage: KeyImage;
}

const unspent = (output: OwnedOutput): Chosen | undefined => {
  const { keyImage, frozen, spent, carrot } = output;
  // Upstream has not decided yet what proves an output of Carrot.
  return keyImage && !carrot && !frozen && !((spent?.height ?? 0) > 0) ? { output, keyImage } : undefined;
};

const chooseOutputs = (own: readonly Chosen[], reserve: Reserve | undefined): readonly Chosen[] => {
  if (sum(own) === 0n) throw fault('cannot_prove', { reason: 'zero_balance' });
  if (!reserve) return own;
  const { account, amount } = reserve;
  const there = own.filter(({ output }) => output.subaddress.major === account);
  if (sum(there) < amount) throw fault('cannot_prove', { reason: 'too_little' });
  if (amount === 0n) throw fault('cannot_prove', { reason: 'zero_amount' });
  return fewest(there, amount);
};

/** The smallest single output that is enough, otherwise as many of the largest ones as needed. */
const fewest = (own: readonly Chosen[], amount: bigint): readonly Chosen[] => {
  const sorted = own.toSorted((a, b) =>
    a.output.amount < b.output.amount ? 1 : a.output.amount > b.output.amount ? -1 : 0,
  );
  const single = sorted.findLast(({ output }) => output.amount >= amount);
  if (single) return [single];
  let total = 0n;
  const end = sorted.findIndex(({ output }) => (total += output.amount) >= amount);
  return sorted.slice(0, end + 1);
};

const sum = (own: readonly Chosen[]): bigint => own.reduce((total, { output }) => total + output.amount, 0n);

/** Outputs whose addresses are listed in one step. */
const LISTED = 5000;

/** The main address, then each other receiving address once. */
function* receiversOf(chosen: readonly Chosen[]): Steps<readonly SubaddressIndex[]> {
  const seen = new Map<string, SubaddressIndex>([['0:0', { major: 0, minor: 0 }]]);
  for (const [i, { output }] of chosen.entries()) {
    if (i % LISTED === LISTED - 1) yield;
    const { major, minor } = output.subaddress;
    const key = `${major}:${minor}`;
    if (!seen.has(key)) seen.set(key, output.subaddress);
  }
  return [...seen.values()];
}
