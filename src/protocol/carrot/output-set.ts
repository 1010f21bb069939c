/**
 * The outputs of a transaction. Each has at least one for the sender, so that every transaction of an account is found
 * by its outputs; a set of two shares one ephemeral key, a larger one has a key for each output; one-time keys ascend.
 * Upstream: src/carrot_core/output_set_finalization.cpp of monero-project/monero, pull request 9559 at c7b6ee459.
 */
import type { KeyImage, X25519Key } from '../../base/brands.ts';
import { compareBytes, equalBytes } from '../../base/bytes.ts';
import { toHex } from '../../base/hex.ts';
import { PAYMENT_ID_BYTES } from '../keys/payment-id.ts';
import { isZero } from '../ring/scalar.ts';
import { MIN_OUTPUTS } from './constants.ts';
import type { CoinbaseEnote } from './enote.ts';
import { ephemeralKey } from './ephemeral.ts';
import { fault, type OutputSetProblem } from './faults.ts';
import {
  makeCoinbaseEnote,
  makePayment,
  makeSelfSend,
  paymentEphemeralKey,
  type MadeEnote,
  type PaymentProposal,
  type SelfSend,
  type Sender,
} from './make-enote.ts';

export interface Proposals {
  readonly payments: readonly PaymentProposal[];
  readonly selfSends: readonly SelfSend[];
}

/** An output, and the proposal that it was made from. */
export type Output = Pick<MadeEnote, 'enote' | 'opening'> & {
  readonly from: { readonly list: keyof Proposals; readonly at: number };
};

export interface OutputSet {
  /** In the order of the transaction. */
  readonly outputs: readonly Output[];
  /** 8 bytes. */
  readonly sealedPaymentId: Uint8Array;
  /** One key that both outputs share, or one for each. */
  readonly ephemeralKeys: readonly X25519Key[];
}

/**
 * Makes all outputs of a transaction. `sealedPaymentId`: 8 random bytes, which are shown if no payment goes to an
 * integrated address. Faults `bad_output_set`, `bad_destination`.
 */
export function makeOutputSet(
  proposals: Proposals,
  sender: Sender,
  tx: { readonly firstKeyImage: KeyImage; readonly sealedPaymentId?: Uint8Array },
): OutputSet {
  checkProposals(proposals);
  const payments = proposals.payments.map((payment) => makePayment(payment, tx.firstKeyImage));
  const keys = selfSendKeys(proposals, tx.firstKeyImage);
  const selfSends = proposals.selfSends.map((selfSend, i) =>
    makeSelfSend(sender, selfSend, keys[i]!, tx.firstKeyImage),
  );
  const outputs = [
    ...payments.map((made, at): Output => ({ ...output(made), from: { list: 'payments', at } })),
    ...selfSends.map((made, at): Output => ({ ...output(made), from: { list: 'selfSends', at } })),
  ].sort((a, b) => compareBytes(a.enote.oneTimeKey, b.enote.oneTimeKey));
  checkKeys(outputs.map(({ enote }) => enote));
  const integrated = proposals.payments.findIndex(({ destination }) => !isZero(destination.paymentId));
  return {
    outputs,
    sealedPaymentId: payments[integrated]?.sealedPaymentId ?? shownInstead(tx.sealedPaymentId),
    ephemeralKeys: sharedOrSeparate(outputs.map(({ enote }) => enote.ephemeralKey)),
  };
}

const output = ({ enote, opening }: MadeEnote) => ({ enote, opening });

const bad = (reason: OutputSetProblem) => fault('bad_output_set', { reason });

const checkProposals = ({ payments, selfSends }: Proposals): void => {
  if (payments.length + selfSends.length < MIN_OUTPUTS) throw bad('too_few');
  if (selfSends.length === 0) throw bad('no_self_send');
  if (payments.filter(({ destination }) => !isZero(destination.paymentId)).length > 1)
    throw bad('two_payment_ids');
  if (!areDistinct(payments.map(({ anchor }) => anchor))) throw bad('anchor');
};

const shownInstead = (sealed: Uint8Array | undefined): Uint8Array => {
  if (sealed?.length !== PAYMENT_ID_BYTES) throw bad('no_payment_id');
  return sealed;
};

/** D_e of each self-send. */
const selfSendKeys = ({ payments, selfSends }: Proposals, firstKeyImage: KeyImage): readonly X25519Key[] => {
  if (payments.length + selfSends.length > 2) return selfSends.map(ownKey);
  const [first, second] = selfSends;
  if (second === undefined) {
    if (first!.ephemeralSecret !== undefined) throw bad('ephemeral_secret');
    return [paymentEphemeralKey(payments[0]!, firstKeyImage)];
  }
  const key = keyOfPair(first!, second);
  return [key, key];
};

const ownKey = (selfSend: SelfSend): X25519Key => {
  const { ephemeralSecret } = selfSend;
  if (ephemeralSecret === undefined || isZero(ephemeralSecret)) throw bad('ephemeral_secret');
  return ephemeralKey(ephemeralSecret, selfSend);
};

/** Two self-sends share the key for the address of the payment, so that it can be proven. One has the secret. */
const keyOfPair = (first: SelfSend, second: SelfSend): X25519Key => {
  if (first.type === second.type) throw bad('types');
  const [a, b] = [first.ephemeralSecret, second.ephemeralSecret];
  if (a && b && !equalBytes(a, b)) throw bad('ephemeral_secret');
  const { spendPublic, isSubaddress } = first.type === 'payment' ? first : second;
  return ownKey({ ...first, spendPublic, isSubaddress, ...((a ?? b) && { ephemeralSecret: (a ?? b)! }) });
};

const sharedOrSeparate = (keys: readonly X25519Key[]): readonly X25519Key[] => {
  if (keys.length === 2) return keys.slice(0, 1);
  if (!areDistinct(keys)) throw bad('ephemeral_secret');
  return keys;
};

/**
 * The outputs of the coinbase in the block at `height`, in their order, each with a key of its own. Faults
 * `bad_output_set`, `bad_destination`.
 */
export function makeCoinbaseOutputs(
  payments: readonly PaymentProposal[],
  height: number,
): readonly CoinbaseEnote[] {
  if (!areDistinct(payments.map(({ anchor }) => anchor))) throw bad('anchor');
  const enotes = payments
    .map((payment) => makeCoinbaseEnote(payment, height))
    .sort((a, b) => compareBytes(a.oneTimeKey, b.oneTimeKey));
  checkKeys(enotes);
  return enotes;
}

const checkKeys = (enotes: readonly Pick<CoinbaseEnote, 'oneTimeKey'>[]): void => {
  if (!areDistinct(enotes.map(({ oneTimeKey }) => oneTimeKey))) throw bad('twice');
};
const areDistinct = (list: readonly Uint8Array[]): boolean => new Set(list.map(toHex)).size === list.length;
