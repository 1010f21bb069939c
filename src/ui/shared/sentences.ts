/**
 * What went wrong, in plain sentences, by fault code: what does not work, what that means for the money, what to do.
 * Never phrased from an error's message. tests/unit/ui/sentences.test.ts holds this table against every room's list.
 */
import { amountText, count, xmr } from './format.ts';

export interface Sentence {
  /** What does not work, in one line. */
  readonly what: string;
  /** Why, where that helps. */
  readonly why?: string;
  /** What this means for the money, and what to do. */
  readonly then: string;
}
export type FaultData = Readonly<Record<string, unknown>>;
type Make = (data: FaultData) => Sentence;

const text = (data: FaultData, key: string): string => {
  const value = data[key];
  return typeof value === 'string' || typeof value === 'number' ? String(value) : '';
};
const number = (data: FaultData, key: string): number => Number(data[key] ?? 0);
/** Amounts may arrive as number when they are small; JSON has but one kind. */
const amount = (data: FaultData, key: string): bigint => {
  const value = data[key];
  return typeof value === 'bigint' ? value : typeof value === 'number' ? BigInt(Math.trunc(value)) : 0n;
};
const host = (data: FaultData): string => text(data, 'address').replace(/^https?:\/\//, '') || 'The node';
const network = (name: string): string =>
  name === 'mainnet' || name === 'main' ? 'the main network' : `the test network ${name}`.trimEnd();

const NOTHING_SENT = 'Nothing was sent; your money is where it was.';
const MONEY_SAFE = 'Your money is safe: it is on the chain, not on this node.';
const TRY_OTHER_NODE = 'Take another node under Settings, or try again.';
const CHANGED = 'Nothing was changed.';
const OURS = 'This is a mistake of ours, not yours.';

const say =
  (what: string, then: string): Make =>
  () => ({ what, then });

export const FAULTS: Readonly<Record<string, Make>> = {
  // the node
  node_unreachable: (d) => ({
    what: `${host(d)} does not answer.`,
    then: `${MONEY_SAFE} Look whether you are online; then take another node under Settings.`,
  }),
  node_refuses_browsers: (d) => ({
    what: `${host(d)} turns browsers away.`,
    why: 'It is running, but it does not let web pages read from it.',
    then: MONEY_SAFE,
  }),
  node_tls: (d) => ({
    what: `The browser does not accept the certificate of ${host(d)}.`,
    then: `${MONEY_SAFE} If the node is yours, open its address in a tab of its own to see what is wrong.`,
  }),
  node_mixed_content: (d) => ({
    what: `This page came over https and may not reach ${host(d)} over plain http.`,
    then: `${MONEY_SAFE} Use an https address of the node, or run Ostro from your own computer.`,
  }),
  node_wrong_network: (d) => ({
    what: `${host(d)} is on ${network(text(d, 'actual'))}; this wallet is on ${network(text(d, 'expected'))}.`,
    then: `${MONEY_SAFE} Choose a node of ${network(text(d, 'expected'))}.`,
  }),
  node_not_synchronised: (d) => ({
    what: `${host(d)} is still reading the chain itself: block ${count(number(d, 'height'))} of ${count(number(d, 'target'))}.`,
    then: `${MONEY_SAFE} Wait until it has caught up, or take another node.`,
  }),
  node_timeout: (d) => ({
    what: `${host(d)} did not answer within ${count(number(d, 'seconds'))} seconds.`,
    then: `${MONEY_SAFE} ${TRY_OTHER_NODE}`,
  }),
  node_login: (d) => ({
    what: d['tried'] === true ? `${host(d)} refuses this login.` : `${host(d)} wants a login.`,
    then: `${MONEY_SAFE} Enter the user name and password of the node under Settings.`,
  }),
  node_busy: (d) => ({ what: `${host(d)} is busy.`, then: `${MONEY_SAFE} Ostro asks again by itself.` }),
  node_http: (d) => ({
    what: `${host(d)} answered with error ${text(d, 'status')}.`,
    then: `${MONEY_SAFE} Something else may be running at this address. Check it, or take another node.`,
  }),
  node_bad_answer: (d) => ({
    what: `${host(d)} gave an answer that breaks the rules.`,
    then: `${MONEY_SAFE} Nothing of it was used. It is broken or not honest: take another node.`,
  }),
  node_error: (d) => ({
    what: `${host(d)} could not do what it was asked.`,
    then: `${MONEY_SAFE} ${TRY_OTHER_NODE}`,
  }),
  bad_node_address: (d) => ({
    what: `“${text(d, 'address')}” is not an address of a node.`,
    then: 'It looks like https://node.example:18089. Only http and https work.',
  }),
  cancelled: say('This was stopped before it was done.', 'Nothing was changed and nothing was sent.'),
  no_node: say(
    'No node is chosen.',
    'Your money is safe. Choose a node under Settings to see what is new and to send.',
  ),
  node_unsupported: (d) => ({
    what: `${host(d)} runs a program that is too old.`,
    then: `${MONEY_SAFE} Take another node.`,
  }),

  // handing a payment over
  tx_rejected: say(
    'The node refused this payment.',
    `${NOTHING_SENT} Try again; if it is refused again, take another node.`,
  ),
  relay_unknown: say(
    'The node took the payment but did not say whether it went out.',
    'Do not send it again. Ostro keeps this money aside and finds out by itself.',
  ),

  // wallets on this device
  wallet_exists: (d) => ({
    what: `There is already a wallet named “${text(d, 'name')}” here.`,
    then: 'Choose another name.',
  }),
  wallet_not_found: (d) => ({
    what: `The wallet “${text(d, 'name')}” is not on this device any more.`,
    then: 'The browser may have removed its data. Your money is on the chain: restore the wallet with its 25 words.',
  }),
  bad_wallet_name: say('This name does not work.', 'Leave out / \\ and :, and spaces at its ends.'),
  wrong_password: say(
    'This is not the password of this wallet.',
    'Small and capital letters count. Try again.',
  ),
  wrong_old_password: say(
    'This is not the password of this wallet.',
    'Small and capital letters count. Try again.',
  ),
  wallet_open_elsewhere: (d) => ({
    what: `“${text(d, 'name')}” is open in another tab or window.`,
    then: 'Go on there, or use it here: the other one then lets go.',
  }),
  storage_full: say(
    'There is no space left on this device for Ostro.',
    'Nothing was lost and nothing was written by halves. Free some space, then try again.',
  ),
  storage_unavailable: say(
    'This browser does not let Ostro keep anything.',
    'Private windows and blocked site data do that. Open Ostro in a normal window, or allow site data for it.',
  ),
  file_damaged: say(
    'What is stored of this wallet is damaged.',
    'Your money is on the chain: restore the wallet with its 25 words under another name.',
  ),
  file_too_new: say(
    'This wallet was last used with a newer version of Ostro.',
    'Reload the page to get that version. Nothing was changed.',
  ),

  // words, addresses, keys
  unknown_word: (d) => {
    const guess = text(d, 'suggestion');
    return {
      what: `Word ${number(d, 'index') + 1}, “${text(d, 'word')}”, is not one of the words in use.`,
      then: guess ? `Did you mean “${guess}”?` : 'Compare it with your paper.',
    };
  },
  bad_word_count: (d) => ({
    what: number(d, 'count') === 1 ? 'This is one word.' : `These are ${count(number(d, 'count'))} words.`,
    then: 'A wallet has 25.',
  }),
  bad_word_checksum: say(
    'Every word is known, but together they do not fit.',
    'One is likely in the wrong place, or a look-alike: compare each with your paper, in order.',
  ),
  impossible_words: (d) => ({
    what: `Words ${number(d, 'index') + 1} to ${number(d, 'index') + 3} never stand together.`,
    then: 'One of them is likely another word: compare them with your paper.',
  }),
  language_needed: say(
    'These words are of the old list.',
    'Choose a language for the new words that replace them.',
  ),
  unknown_language: say(
    'These words are in a language Ostro does not know.',
    'Compare them with your paper.',
  ),
  bad_base58: say('This is not an address.', 'Some of its characters never occur in one. Copy it again.'),
  bad_address: (d) => {
    const reasons: Readonly<Record<string, Sentence>> = {
      characters: {
        what: 'This is not an address.',
        then: 'Some of its characters never occur in one. Copy it again.',
      },
      length: {
        what: 'This address is not complete.',
        then: 'Most addresses have 95 characters. Copy it again.',
      },
      checksum: {
        what: 'This address has a mistake in it.',
        then: 'At least one character is wrong or missing. Copy it again.',
      },
      prefix: {
        what: 'This is not an address of Monero.',
        then: 'It may belong to another coin. Ask again for one.',
      },
      point: {
        what: 'This address has a mistake in it.',
        then: 'Nobody could receive with it. Ask for a new one.',
      },
    };
    return reasons[text(d, 'reason')] ?? reasons['checksum']!;
  },
  bad_secret_key: (d) => ({
    what: d['which'] === 'view' ? 'This is not a viewing key.' : 'This is not a key for spending.',
    then: 'A key has 64 characters, 0 to 9 and a to f. Copy it again.',
  }),
  key_mismatch: (d) => ({
    what:
      d['which'] === 'view'
        ? 'This viewing key belongs to another address.'
        : 'This key belongs to another address.',
    then: 'Copy both from the same wallet.',
  }),
  bad_key: (d) => ({
    what: d['which'] === 'address' ? 'This address cannot be watched.' : 'This key does not work here.',
    then: 'Use the first address of the wallet (it starts with 4) and its viewing key.',
  }),
  wrong_network: (d) => ({
    what: `This address is on ${network(text(d, 'actual'))}; this wallet is on ${network(text(d, 'expected'))}.`,
    then: 'Money cannot go from one to the other. Ask for the right address.',
  }),
  bad_payment_id: say('This payment ID is not complete.', 'It has 16 characters, 0 to 9 and a to f.'),
  bad_uri: say('This link is not a payment link Ostro can read.', 'Copy the address and the amount by hand.'),
  bad_point: say('This key is not valid.', 'Copy it again.'),
  bad_scalar: say('This key is not valid.', 'Copy it again.'),

  // amounts
  bad_amount: say('This is not an amount.', 'Write it like 1.25.'),
  too_many_decimals: say(
    'This has more than 12 decimals.',
    'Monero has 12. Ostro never rounds; shorten it yourself.',
  ),
  amount_too_large: say('There is not that much Monero.', 'Check the amount.'),

  // formats: what a node or another program sent does not read
  truncated: say(
    'What was received ends too early.',
    'Nothing of it was used. Try again, or take another node.',
  ),
  trailing_bytes: say(
    'What was received has something left over.',
    'Nothing of it was used. Take another node.',
  ),
  bad_varint: say('What was received does not read.', 'Nothing of it was used. Take another node.'),
  list_too_long: say('What was received is too long.', 'Nothing of it was used. Take another node.'),
  bad_format: say('What was received does not read.', 'Nothing of it was used. Take another node.'),
  commitment_mismatch: say('An amount does not fit its seal.', 'It was not counted. Take another node.'),
  bad_hex: say('This key is not valid.', 'It is made of 0 to 9 and a to f. Copy it again.'),
  unsound_proof: say('This proof does not hold.', 'It shows nothing. Ask for a new one.'),
  cannot_prove: say('This cannot be proved from here.', CHANGED),
  bad_proof: say('A proof does not fit.', 'It was not accepted.'),

  // the wallet
  no_wallet: say('No wallet is open.', 'Open it with its password.'),
  account_index: say('This account does not exist.', 'Choose another one.'),
  address_index: say('This address does not exist yet.', 'Make a new address instead.'),
  not_own_address: say('This address belongs to another wallet.', 'Use one of your own.'),
  bad_count: say('That many at once does not work.', CHANGED),
  watch_only: say(
    'This wallet can watch, not spend.',
    'Your money is safe. To send, restore the wallet with its 25 words.',
  ),
  not_deterministic: say('This wallet has no words.', 'It was made from keys. Keep its keys instead.'),
  attribute_not_found: say('This setting was never made.', CHANGED),
  unknown_tag: say('This tag does not exist.', CHANGED),
  book_index: say('This entry does not exist.', CHANGED),
  bad_txid: say('This is not a transfer ID.', 'It has 64 characters, 0 to 9 and a to f.'),
  unknown_tx: say(
    'This transfer is not known to the wallet.',
    'If it is new, it appears when reading is done.',
  ),
  no_tx_key: say(
    'The payment key of this transfer is not stored here.',
    'Only the device that sent it has the key. The payment itself is not touched by this.',
  ),
  unknown_key_image: say('This coin is not known to the wallet.', CHANGED),
  reorg_too_deep: (d) => ({
    what: `The last ${count(number(d, 'depth'))} blocks of the chain are suddenly different.`,
    then: 'That is rare, and may mean that the node is not honest. Your wallet was not changed. Take another node.',
  }),
  chain_mismatch: say(
    'This node serves another chain than the one your wallet knows.',
    'Your wallet was not changed. Take another node.',
  ),
  busy_refreshing: say(
    'Ostro is reading the chain right now.',
    `${NOTHING_SENT} Try again when reading is done.`,
  ),

  // sending
  no_destination: say('There is no address to send to.', NOTHING_SENT),
  zero_amount: say('The amount is zero.', 'Enter how much to send.'),
  not_enough_money: (d) => ({
    what: `You have ${xmr(amount(d, 'available'))}; this needs ${xmr(amount(d, 'needed'))} with the fee.`,
    then: 'Nothing was sent. Send less, or choose All.',
  }),
  not_enough_unlocked_money: (d) => ({
    what: `You can spend ${xmr(amount(d, 'unlocked'))} right now; this needs ${xmr(amount(d, 'needed'))} with the fee.`,
    then: 'Nothing was sent. The rest is yours but still locked: wait, or send less.',
  }),
  tx_not_possible: (d) => ({
    what: `The fee of ${xmr(amount(d, 'fee'))} does not fit: you can spend ${xmr(amount(d, 'available'))}.`,
    then: 'Nothing was sent. Send less, choose a slower fee, or choose All.',
  }),
  tx_too_large: (d) => ({
    what: `This needs ${count(number(d, 'transactions'))} transfers, because your money lies in many small coins.`,
    then: 'Nothing was sent. Send a smaller part first, or send All to yourself to join the coins.',
  }),
  too_many_destinations: (d) => ({
    what: `One transfer can pay ${count(number(d, 'max'))} addresses at most; these are ${count(number(d, 'n'))}.`,
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
    `${NOTHING_SENT} Take another node.`,
  ),
  fee_suspicious: (d) => ({
    what: `The node asks for a fee of ${xmr(amount(d, 'fee'))}. By the network’s rules it is ${amountText(amount(d, 'highest'))} at most.`,
    then: `${NOTHING_SENT} Take another node.`,
  }),
  output_not_spendable: (d) => ({
    what:
      d['reason'] === 'spent'
        ? 'This coin is already spent.'
        : d['reason'] === 'frozen'
          ? 'You set this coin aside.'
          : 'This coin cannot be spent yet.',
    then: NOTHING_SENT,
  }),
  nothing_to_sweep: say('There is nothing to send.', 'All of your money is locked or already spent.'),
  fee_too_high_for_destination: (d) => ({
    what: `The fee of ${xmr(amount(d, 'fee'))} is more than the ${xmr(amount(d, 'amount'))} it is taken from.`,
    then: `${NOTHING_SENT} Send more.`,
  }),
  bad_tx_metadata: say('The prepared payment does not read any more.', `${NOTHING_SENT} Prepare it again.`),
  sent_partly: (d) => ({
    what: `${count(number(d, 'sent'))} of ${count(number(d, 'of'))} transfers were sent, the rest was not.`,
    then: 'What left stands in your history. Send the rest with All again.',
  }),
  built_wrong: say('The payment did not pass Ostro’s own check.', `${NOTHING_SENT} ${OURS} Try again.`),
};

const UNKNOWN: Sentence = {
  what: 'Something went wrong that Ostro did not expect.',
  then: `${OURS} Your money is on the chain and not touched by this.`,
};

/** A refused call in plain words; `code` is what stands under Details. */
export interface Explained extends Sentence {
  readonly code: string;
  readonly fault: string;
  readonly data: FaultData;
}
interface Refusal {
  readonly message?: unknown;
  readonly code?: unknown;
  readonly fault?: unknown;
  readonly data?: unknown;
}

export const sentenceFor = (fault: string, data: FaultData = {}): Sentence =>
  FAULTS[fault]?.(data) ?? UNKNOWN;

/** Whatever a call rejected with, as sentences. */
export const explain = (error: unknown): Explained => {
  const { fault, code, data, message } = (
    typeof error === 'object' && error !== null ? error : {}
  ) as Refusal;
  const known = (typeof data === 'object' && data !== null ? data : {}) as FaultData;
  // base/ throws faults whose `code` is the fault; the client's refusals carry it in `fault`.
  const name = typeof fault === 'string' ? fault : typeof code === 'string' ? code : '';
  const details = name !== '' ? name : typeof message === 'string' ? message : String(error);
  return { ...sentenceFor(name, known), fault: name, data: known, code: details };
};
/** One line of it, for fields. */
export const oneLine = ({ what, why = '', then }: Sentence): string =>
  [what, why, then].filter((part) => part !== '').join(' ');
