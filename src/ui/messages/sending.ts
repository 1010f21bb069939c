/** Messages for payments that could not be built or sent. Made from a fault's data, never from an error's message. */
import type { FaultData } from '../../client/client.ts';
import { amountText, count, xmr } from '../format/format.ts';
import {
  amount,
  byReason,
  NOTHING_SENT,
  number,
  OUR_MISTAKE,
  say,
  text,
  type Sentence,
  type Sentences,
} from './message.ts';

const KEPT_ASIDE = 'Nothing was changed. Its money stays aside until it is known what became of it.';

const TO_SWEEP: Readonly<Record<string, Sentence>> & {
  readonly [Among in FaultData<'nothing_to_sweep'>['among']]: Sentence;
} = {
  account: {
    what: 'There is nothing to send.',
    then: 'All of the money of this account is locked or already spent.',
  },
  addresses: {
    what: 'There is nothing to send from these addresses.',
    then: 'Their money is locked or already spent. Choose other addresses.',
  },
  dust: {
    what: 'There is nothing to send.',
    then: 'Each of these coins is worth less than the fee to spend it.',
  },
  below: { what: 'No coin is smaller than this amount.', then: 'Nothing was sent. Enter a larger limit.' },
};

const ONLY_ONE = 'You can send again: both payments spend the same money, so only one can count.';
/** Why a node refused a payment, by the flags of its answer. The first that it gives is taken. */
const REJECTED: readonly (readonly [readonly string[], Sentence])[] = [
  [
    ['double_spend'],
    {
      what: 'This money was already spent, perhaps by another device with the same words.',
      then: 'Do not send again. The history shows the other payment when its block is read.',
    },
  ],
  [['fee_too_low'], { what: 'The fee is too low for this node.', then: `${ONLY_ONE} Choose a higher fee.` }],
  [
    ['too_big', 'tx_extra_too_big'],
    {
      what: 'This payment is too large for the node.',
      then: `${ONLY_ONE} Send a smaller amount, or pay fewer recipients.`,
    },
  ],
  [
    ['invalid_input', 'sanity_check_failed'],
    {
      what: 'The node does not accept the coins and decoys of this payment.',
      then: `${ONLY_ONE} Choose another node first.`,
    },
  ],
  [
    ['low_mixin', 'invalid_output', 'overspend', 'nonzero_unlock_time', 'too_few_outputs'],
    {
      what: 'By the rules of this node, the payment is not valid.',
      then: `${ONLY_ONE} Update Ostro first, or choose another node.`,
    },
  ],
];
const rejected = (flags: readonly unknown[]): Sentence =>
  REJECTED.find(([known]) => known.some((flag) => flags.includes(flag)))?.[1] ?? {
    what: 'The node refused this payment.',
    then: `${ONLY_ONE} If it is refused again, choose another node.`,
  };

export const OF_SENDING = {
  tx_rejected: (d) => rejected(Array.isArray(d.flags) ? d.flags : []),
  may_pay_twice: say(
    'A payment that a node refused may still go out. This one could not spend the same money.',
    `${NOTHING_SENT} Pay from the coins of the refused payment first, or send them to yourself.`,
  ),
  relay_unknown: say(
    'The node received the payment but did not confirm that it was sent.',
    'Do not send it again. Ostro keeps this money aside and finds out by itself.',
  ),
  not_waiting: say(
    'This payment does not wait any more.',
    'Nothing was changed. The history shows what became of it.',
  ),
  cannot_give_up: byReason<'cannot_give_up'>('in_pool', {
    in_pool: { what: 'The node has this payment, so a block can still take it.', then: KEPT_ASIDE },
    unread_blocks: {
      what: 'This payment may be in a block that is not read here.',
      then: KEPT_ASIDE,
    },
    sending: { what: 'This payment is being sent at this moment.', then: KEPT_ASIDE },
  }),
  no_destination: say('There is no address to send to.', NOTHING_SENT),
  zero_amount: say('The amount is zero.', 'Enter how much to send.'),
  not_enough_money: (d) => ({
    what: `You have ${xmr(amount(d, 'available'))}; this needs ${xmr(amount(d, 'needed'))} with the fee.`,
    then: 'Nothing was sent. Send less, or choose “Send all”.',
  }),
  not_enough_unlocked_money: (d) => ({
    what: `You can spend ${xmr(amount(d, 'unlocked'))} right now; this needs ${xmr(amount(d, 'needed'))} with the fee.`,
    then: 'Nothing was sent. The rest is yours but still locked: wait, or send less.',
  }),
  chosen_too_little: (d) => ({
    what: `The coins that you chose hold ${xmr(amount(d, 'available'))}; this needs ${xmr(amount(d, 'needed'))} with the fee.`,
    then: 'Nothing was sent. Choose more coins, or send less.',
  }),
  coins_not_read: say(
    'Some of your coins may be spent in blocks that are not read yet.',
    'Nothing was sent. Wait until reading is done, or send less.',
  ),
  tx_not_possible: (d) => ({
    what: `The fee of ${xmr(amount(d, 'fee'))} does not fit: you can spend ${xmr(amount(d, 'available'))}.`,
    then: 'Nothing was sent. Send less, choose a slower fee, or choose “Send all”.',
  }),
  too_few_outputs: (d) => ({
    what: `This payment needs ${count(number(d, 'transactions'))} transactions, and your money lies in too few coins for them.`,
    then: `Nothing was sent. Pay the first ${count(number(d, 'payable'))} recipients now, and the others after about 20 minutes.`,
  }),
  tx_too_large: (d) => ({
    what: `This needs ${count(number(d, 'transactions'))} transfers, because your money lies in many small coins.`,
    then: 'Nothing was sent. Send a smaller part first, or send All to yourself to join the coins.',
  }),
  too_many_destinations: (d) => ({
    what: `A payment like this can have ${count(number(d, 'max'))} recipients at most; this one has ${count(number(d, 'n'))}.`,
    then: NOTHING_SENT,
  }),
  two_payment_ids: say(
    'Two of the addresses carry a payment ID.',
    `${NOTHING_SENT} Pay them one after the other.`,
  ),
  payment_id_and_subaddress: say(
    'A payment ID does not go with this address.',
    `${NOTHING_SENT} Leave the payment ID out, or ask for another address.`,
  ),
  nonzero_unlock_time: say('Monero no longer allows money to be sent locked.', NOTHING_SENT),
  not_enough_outputs: say(
    'The chain is too young to hide this payment among others.',
    `${NOTHING_SENT} Wait for more blocks. This only happens on new test networks.`,
  ),
  decoys_suspicious: say(
    'The node gave answers that could weaken your privacy.',
    `${NOTHING_SENT} Choose another node.`,
  ),
  fee_suspicious: (d) => ({
    what: `The node asks for a fee of ${xmr(amount(d, 'fee'))}. By the network’s rules it is ${amountText(amount(d, 'highest'))} at most.`,
    then: `${NOTHING_SENT} Choose another node.`,
  }),
  output_not_spendable: byReason<'output_not_spendable'>('unknown', {
    spent: { what: 'This coin is already spent.', then: NOTHING_SENT },
    locked: { what: 'This coin is still locked.', then: `${NOTHING_SENT} Wait for more blocks.` },
    frozen: { what: 'This coin is frozen.', then: `${NOTHING_SENT} To use it, unfreeze it in “Coins”.` },
    unknown: {
      what: 'This wallet cannot spend this coin.',
      then: `${NOTHING_SENT} It is of another wallet or from before 2017. Or its key image is not known here.`,
    },
    later: {
      what: 'This coin was received under Monero’s new rules, for which this Ostro cannot pay yet.',
      then: `${NOTHING_SENT} A coming version of Ostro can spend it.`,
    },
    bound: {
      what: 'Another payment that waits for its signature uses this coin.',
      then: `${NOTHING_SENT} Finish or discard that payment first.`,
    },
    ring: {
      what: 'The decoys that were chosen for this coin are too old by now to send it alone.',
      then: `${NOTHING_SENT} Send it together with newer coins.`,
    },
  }),
  nothing_to_sweep: (d) => TO_SWEEP[text(d, 'among')] ?? TO_SWEEP.account,
  fee_too_high_for_destination: (d) => ({
    what: `The fee of ${xmr(amount(d, 'fee'))} is more than the ${xmr(amount(d, 'amount'))} it is taken from.`,
    then: `${NOTHING_SENT} Send more.`,
  }),
  bad_tx_metadata: say('The prepared payment cannot be read any more.', `${NOTHING_SENT} Prepare it again.`),
  prepared_not_found: say(
    'The prepared payment has expired or was sent already.',
    `${NOTHING_SENT} Prepare it again.`,
  ),
  sent_partly: (d) => ({
    what:
      text(d, 'unknown') === ''
        ? `${count(number(d, 'sent'))} of ${count(number(d, 'of'))} transactions were sent, the rest was not.`
        : `${count(number(d, 'sent'))} of ${count(number(d, 'of'))} transactions were sent. It is not known whether one more was.`,
    then:
      text(d, 'unknown') === ''
        ? 'Your history shows what was sent. Send only the rest again.'
        : 'Do not send that one again: Ostro keeps its money aside and finds out by itself. Send only the rest again.',
  }),
  idempotency_key_reused: say(
    'The key of this call belongs to an earlier call with other values.',
    `${NOTHING_SENT} Take a new key for each payment.`,
  ),
  no_idempotency: say('This method takes no key against double calls.', 'Call it without one.'),
  built_wrong: say(
    'The payment did not pass Ostro’s own check.',
    `${NOTHING_SENT} ${OUR_MISTAKE} Try again.`,
  ),
} satisfies Partial<Sentences>;
