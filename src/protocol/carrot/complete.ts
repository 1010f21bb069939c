/**
 * Adds what a set of proposed outputs still needs: the change, an output for the sender, a second output; and the random
 * values of proposals.
 * Upstream: `get_additional_payment_proposal` in src/carrot_core/output_set_finalization.cpp of monero-project/monero,
 * pull request 9559 at c7b6ee459.
 */
import { asPublicKey, type PublicKey } from '../../base/brands.ts';
import { kernel } from '../../kernel/kernel.ts';
import { isZero, randomScalar, type RandomBytes } from '../ring/scalar.ts';
import { NO_PAYMENT_ID, type CarrotDestination } from './address.ts';
import { ANCHOR_BYTES } from '../tx/prefix.ts';
import { fault } from './faults.ts';
import type { PaymentProposal, SelfSend } from './make-enote.ts';
import type { Proposals } from './output-set.ts';

/** The change of a transaction: how much is left, in piconero, and the sender's address for it. */
export interface CarrotChange {
  readonly amount: bigint;
  readonly spendPublic: PublicKey;
  readonly isSubaddress: boolean;
}

export function payTo(destination: CarrotDestination, amount: bigint, random: RandomBytes): PaymentProposal {
  return { destination, amount, anchor: randomAnchor(random) };
}

/**
 * Adds at most one output and the secrets of ephemeral keys that are not shared, so that `makeOutputSet` takes the
 * result. Fault `bad_output_set` with reason `too_few` for no output at all.
 */
export function completeProposals(
  proposals: Proposals,
  change: CarrotChange,
  random: RandomBytes,
): Proposals {
  const { payments, selfSends } = withMissing(proposals, change, random);
  return { payments, selfSends: withSecrets(payments.length, selfSends, random) };
}

const withMissing = (
  { payments, selfSends }: Proposals,
  change: CarrotChange,
  random: RandomBytes,
): Proposals => {
  const count = payments.length + selfSends.length;
  if (count === 0) throw fault('bad_output_set', { reason: 'too_few' });
  if (count >= 2 && selfSends.length >= 1 && change.amount === 0n) return { payments, selfSends };
  if (count === 1 && selfSends.length === 1 && change.amount === 0n)
    return { payments: [toNobody(random)], selfSends };
  // If the enotes of a set of two self-sends had one type, they would have one one-time key.
  const type = count === 1 && selfSends[0]?.type === 'change' ? 'payment' : 'change';
  return { payments, selfSends: [...selfSends, { ...change, type }] };
};

/** An output of nothing to keys that nobody has the secrets of: a transaction has two outputs at least. */
const toNobody = (random: RandomBytes): PaymentProposal => {
  const randomKey = (): PublicKey => asPublicKey(kernel.mulBase(randomScalar(random)));
  const destination = {
    spendPublic: randomKey(),
    viewPublic: randomKey(),
    isSubaddress: false,
    paymentId: NO_PAYMENT_ID,
  };
  return payTo(destination, 0n, random);
};

const withSecrets = (
  payments: number,
  selfSends: readonly SelfSend[],
  random: RandomBytes,
): readonly SelfSend[] => {
  const count = payments + selfSends.length;
  if (count === 2 && payments === 1) return selfSends;
  if (count > 2) return selfSends.map((selfSend) => withSecret(selfSend, random));
  const [first, ...others] = selfSends;
  return others.some(({ ephemeralSecret }) => ephemeralSecret)
    ? selfSends
    : [withSecret(first!, random), ...others];
};

const withSecret = (selfSend: SelfSend, random: RandomBytes): SelfSend =>
  selfSend.ephemeralSecret ? selfSend : { ...selfSend, ephemeralSecret: randomScalar(random) };

const randomAnchor = (random: RandomBytes): Uint8Array => {
  const anchor = random(ANCHOR_BYTES);
  if (anchor.length !== ANCHOR_BYTES || isZero(anchor)) throw new Error('the source of randomness is broken');
  return anchor;
};
