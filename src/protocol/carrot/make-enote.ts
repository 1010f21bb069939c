/**
 * Makes one enote: for an address, for oneself with the view key (special) or with s_vb (internal), or of a coinbase.
 * Upstream: src/carrot_core/payment_proposal.cpp of monero-project/monero, pull request 9559 at c7b6ee459.
 */
import type { KeyImage, PublicKey, Scalar, SecretKey, X25519Key } from '../../base/brands.ts';
import { commit, type Opening } from '../rct/amount.ts';
import { isZero } from '../ring/scalar.ts';
import { checkDestination, isKey, NO_PAYMENT_ID, type CarrotDestination } from './address.ts';
import { ANCHOR_BYTES } from '../tx/prefix.ts';
import {
  checkCoinbaseEnote,
  coinbaseContext,
  inputContext,
  type CoinbaseEnote,
  type Enote,
  type EnoteType,
} from './enote.ts';
import { ephemeralKey, ephemeralSecret, sharedWithReceiver, sharedWithSender } from './ephemeral.ts';
import { fault } from './faults.ts';
import { sealAmount, sealAnchor, sealPaymentId, specialAnchor } from './sealed.ts';
import {
  coinbaseExtensionOf,
  contextSecret,
  extensionOf,
  maskOf,
  oneTimeKeyOf,
  viewTagOf,
} from './secrets.ts';

/** For an address of anybody. */
export interface PaymentProposal {
  readonly destination: CarrotDestination;
  /** Piconero. */
  readonly amount: bigint;
  /** 16 random bytes, not zero, never used again: everything in the enote comes from them. */
  readonly anchor: Uint8Array;
}

/** For an address of the sender's own account. */
export interface SelfSend {
  readonly spendPublic: PublicKey;
  readonly isSubaddress: boolean;
  /** Piconero. */
  readonly amount: bigint;
  readonly type: EnoteType;
  /** d_e, random, where the enote does not share the ephemeral key of another one. */
  readonly ephemeralSecret?: Scalar;
  /** 16 bytes for the sender to read later: only with s_vb. */
  readonly message?: Uint8Array;
}

/** The secrets with which an account sends to itself; `viewBalance` is used where there is one. */
export interface Sender {
  readonly viewSecret: SecretKey;
  /** s_vb, 32 bytes. */
  readonly viewBalance?: Uint8Array;
}

export interface MadeEnote {
  readonly enote: Enote;
  readonly opening: Opening;
  /** 8 bytes: the payment id of the destination, or zeros, encrypted. */
  readonly sealedPaymentId: Uint8Array;
}

/** Faults `bad_destination`; `bad_output_set` with reason `anchor`. */
export function makePayment(payment: PaymentProposal, firstKeyImage: KeyImage): MadeEnote {
  const { destination, amount, anchor } = payment;
  checkAnchor(anchor);
  checkDestination(destination);
  const context = inputContext(firstKeyImage);
  const secret = ephemeralSecret(anchor, context, destination);
  const key = ephemeralKey(secret, destination);
  const shared = sharedWithReceiver(secret, destination);
  const { spendPublic, paymentId } = destination;
  const made = makeEnote(
    { shared, context, key, spendPublic, amount, type: 'payment', paymentId },
    () => anchor,
  );
  secret.fill(0);
  shared.fill(0);
  return made;
}

/** D_e of a payment: the other enote of a set of two shares it. */
export function paymentEphemeralKey(
  { destination, anchor }: PaymentProposal,
  firstKeyImage: KeyImage,
): X25519Key {
  const secret = ephemeralSecret(anchor, inputContext(firstKeyImage), destination);
  const key = ephemeralKey(secret, destination);
  secret.fill(0);
  return key;
}

/**
 * With s_vb, if the sender has it, else with k_v and the special anchor. `key`: D_e, which for a set of two is the
 * other enote's. Faults `bad_destination`, and `bad_output_set` with reason `message`.
 */
export function makeSelfSend(
  sender: Sender,
  selfSend: Omit<SelfSend, 'ephemeralSecret'>,
  key: X25519Key,
  firstKeyImage: KeyImage,
): MadeEnote {
  const { spendPublic, amount, type, message } = selfSend;
  if (!isKey(spendPublic)) throw fault('bad_destination', { reason: 'point' });
  const context = inputContext(firstKeyImage);
  const parts = { context, key, spendPublic, amount, type, paymentId: NO_PAYMENT_ID };
  if (sender.viewBalance !== undefined) {
    if (message !== undefined && message.length !== ANCHOR_BYTES) throw badMessage();
    return makeEnote({ ...parts, shared: sender.viewBalance }, () => message ?? new Uint8Array(ANCHOR_BYTES));
  }
  if (message !== undefined) throw badMessage();
  const shared = sharedWithSender(sender.viewSecret, key);
  const made = makeEnote({ ...parts, shared }, (oneTimeKey) =>
    specialAnchor(sender.viewSecret, { key, context, oneTimeKey }),
  );
  shared.fill(0);
  return made;
}
const badMessage = () => fault('bad_output_set', { reason: 'message' });

/**
 * An output of the coinbase in the block at `height`, for a main address without payment id. Faults `bad_destination`;
 * `bad_output_set` with reason `anchor`; `bad_enote` for an amount of more than 64 bits.
 */
export function makeCoinbaseEnote(
  { destination, amount, anchor }: PaymentProposal,
  height: number,
): CoinbaseEnote {
  checkAnchor(anchor);
  checkDestination(destination);
  if (destination.isSubaddress) throw fault('bad_destination', { reason: 'subaddress' });
  if (!isZero(destination.paymentId)) throw fault('bad_destination', { reason: 'payment_id' });
  const context = coinbaseContext(height);
  const d = ephemeralSecret(anchor, context, destination);
  const key = ephemeralKey(d, destination);
  const shared = sharedWithReceiver(d, destination);
  const secret = contextSecret(shared, key, context);
  const extension = coinbaseExtensionOf(secret, amount, destination.spendPublic);
  const oneTimeKey = oneTimeKeyOf(destination.spendPublic, extension);
  const enote = {
    oneTimeKey,
    amount,
    sealedAnchor: sealAnchor(anchor, { secret, oneTimeKey }),
    viewTag: viewTagOf(shared, context, oneTimeKey),
    ephemeralKey: key,
  };
  d.fill(0);
  shared.fill(0);
  secret.wipe();
  checkCoinbaseEnote(enote);
  return enote;
}

interface Parts {
  /** s_sr. */
  readonly shared: Uint8Array;
  readonly context: Uint8Array;
  readonly key: X25519Key;
  readonly spendPublic: PublicKey;
  readonly amount: bigint;
  readonly type: EnoteType;
  readonly paymentId: Uint8Array;
}

const makeEnote = (parts: Parts, anchorFor: (oneTimeKey: PublicKey) => Uint8Array): MadeEnote => {
  const { shared, context, key, spendPublic, amount, type, paymentId } = parts;
  const secret = contextSecret(shared, key, context);
  const mask = maskOf(secret, { amount, type, spendPublic });
  const commitment = commit({ amount, mask });
  const oneTimeKey = oneTimeKeyOf(spendPublic, extensionOf(secret, commitment));
  const pad = { secret, oneTimeKey };
  const enote = {
    oneTimeKey,
    commitment,
    sealedAmount: sealAmount(amount, pad),
    sealedAnchor: sealAnchor(anchorFor(oneTimeKey), pad),
    viewTag: viewTagOf(shared, context, oneTimeKey),
    ephemeralKey: key,
  };
  const sealedPaymentId = sealPaymentId(paymentId, pad);
  secret.wipe();
  return { enote, opening: { amount, mask }, sealedPaymentId };
};

const checkAnchor = (anchor: Uint8Array): void => {
  if (anchor.length !== ANCHOR_BYTES || isZero(anchor)) throw fault('bad_output_set', { reason: 'anchor' });
};
