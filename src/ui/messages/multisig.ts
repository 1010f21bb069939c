/** Messages for faults of multisig. */
import { counted } from '../format/format.ts';
import { byReason, CHANGED, number, say, text, type Sentence, type Sentences } from './message.ts';

/** Each names the round of the message, and what to do now. */
const OF_MESSAGES: Readonly<Record<string, (round: number, found: number) => Sentence>> = {
  own: () => ({
    what: 'That is your own message. The others need it; you need theirs.',
    then: `${CHANGED} Read what another signer shows.`,
  }),
  known: () => ({
    what: 'You have this message already.',
    then: `${CHANGED} Read the one of another signer.`,
  }),
  second: () => ({
    what: 'You have another message of this signer in this round.',
    then: `${CHANGED} If the first one was wrong, remove it and read this one again.`,
  }),
  earlier: (round, found) => ({
    what: `This message belongs to round ${found}. This wallet is in round ${round}.`,
    then: `${CHANGED} Ask this signer to go on to round ${round}, and read the message shown there.`,
  }),
  later: (round, found) => ({
    what: `This message belongs to round ${found}. This wallet is still in round ${round}.`,
    then: `${CHANGED} Read the messages of round ${round} first and go on; then read this one again.`,
  }),
  not_a_signer: () => ({
    what: 'This message is from somebody who is not a signer of this wallet.',
    then: `${CHANGED} It may belong to another group: ask the signers of this one for theirs.`,
  }),
  full: (round) => ({
    what: `The messages of all signers of round ${round} are here already.`,
    then: `${CHANGED} If one of them is wrong, remove it and read this one again.`,
  }),
  none: () => ({
    what: 'This is not needed now.',
    then: `${CHANGED} Look at the next step, and read what it asks for.`,
  }),
};

const NO_MESSAGE: Sentence = {
  what: 'This is not a message for creating a shared wallet.',
  then: `${CHANGED} Copy the whole message, from its first letter to its last.`,
};
const MISSING: Sentence = {
  what: 'Messages of some signers are missing.',
  then: `${CHANGED} Take one message of every signer.`,
};
const NO_SEED: Sentence = {
  what: 'This is not the seed of a shared wallet.',
  then: `${CHANGED} It is one long line of the letters a to f and digits: copy all of it.`,
};
const UNSOUND_MESSAGE: Sentence = {
  what: 'The content of this message is not valid.',
  then: `${CHANGED} Do not use it. Ask its sender for it again; if that is refused too, begin again with others.`,
};
const FALSE_INFO: Sentence = {
  what: 'The multisig info of this signer is false.',
  then: `${CHANGED} Ask the signer to create it again. If that is refused too, this signer may want to harm you.`,
};

export const OF_SIGNERS = {
  wrong_signer_message: (d) =>
    (OF_MESSAGES[text(d, 'problem')] ?? OF_MESSAGES['none']!)(number(d, 'round'), number(d, 'found')),
  unknown_payment: say(
    'This payment does not wait here any more.',
    `${CHANGED} It was sent or discarded; look into the history.`,
  ),
  already_sent: say(
    'This payment was sent already.',
    `${CHANGED} The history shows it, or another payment that used the same coins.`,
  ),
  multisig_disabled: say(
    'Sharing a wallet among signers is an experiment, and it is switched off here.',
    `${CHANGED} Switch it on if you know what it may cost.`,
  ),
  already_multisig: say('This wallet is shared among signers already.', `${CHANGED} Use a new wallet.`),
  wallet_used: say(
    'This wallet has been used. Sharing it among signers would lose the keys to its money.',
    `${CHANGED} Make a new wallet and share that one.`,
  ),
  too_few_signers: (d) => ({
    what: `That is from ${counted(number(d, 'have'), ['# signer', '# signers'])}, and it takes ${number(d, 'needed')}.`,
    then: `${CHANGED} Ask more signers for theirs.`,
  }),
  multisig_complete: say(
    'All signers of this wallet have finished its set-up.',
    `${CHANGED} No further message is needed.`,
  ),
  booster_too_early: say(
    'This message cannot be made before the first round of the set-up is finished.',
    `${CHANGED} Read the first messages of all signers, then try again.`,
  ),
  multisig_has_no_spend_key: say(
    'No signer of this wallet can do that alone.',
    `${CHANGED} A shared wallet has no single spend key.`,
  ),
  not_multisig: say('This wallet has one signer only.', `${CHANGED} Open the shared wallet.`),
  bad_kex_message: byReason<'bad_kex_message'>('magic', {
    short: NO_MESSAGE,
    magic: NO_MESSAGE,
    size: NO_MESSAGE,
    encoding: NO_MESSAGE,
    old: {
      what: 'The program of this signer is too old, and its messages are not safe.',
      then: `${CHANGED} The signer has to update it and begin again.`,
    },
    round: UNSOUND_MESSAGE,
    key: UNSOUND_MESSAGE,
    signer: UNSOUND_MESSAGE,
    signature: {
      what: 'This message was changed on its way, or copied in part.',
      then: `${CHANGED} Ask its sender for it again.`,
    },
  }),
  bad_kex_round: byReason<'bad_kex_round'>('round', {
    round: {
      what: 'These messages are of another round than the one your wallet is in.',
      then: `${CHANGED} Take the newest message of every signer, or wait until all have one.`,
    },
    none: MISSING,
    complete: { what: 'This wallet is finished already.', then: `${CHANGED} Nothing is left to exchange.` },
    twice: {
      what: 'Two of these messages are from the same signer.',
      then: `${CHANGED} Take one message of every signer.`,
    },
    signers: MISSING,
    not_a_signer: {
      what: 'One of these messages is from somebody who is not a signer of this wallet.',
      then: `${CHANGED} Ask the signers for their messages again.`,
    },
    keys: {
      what: 'One of these messages has more or fewer keys than it should.',
      then: `${CHANGED} A signer used a wrong number of signatures: agree on it, and begin again with new wallets.`,
    },
    own_keys: {
      what: 'What this wallet has stored of its set-up is damaged.',
      then: `${CHANGED} Begin again, all with new wallets.`,
    },
    other_address: {
      what: 'The signers have different addresses: not all had the same messages.',
      then: `${CHANGED} Do not use this wallet. Begin again, all with new wallets.`,
    },
  }),
  bad_multisig_seed: byReason<'bad_multisig_seed'>('hex', {
    hex: NO_SEED,
    size: NO_SEED,
    keys: {
      what: 'The keys in this seed do not belong together.',
      then: `${CHANGED} One of its letters is wrong: compare it with where you kept it.`,
    },
  }),
  multisig_seed_offset: say(
    'A shared wallet has no passphrase beside its seed.',
    `${CHANGED} Leave it empty.`,
  ),
  finalize_removed: say(
    'This way to create a shared wallet was removed.',
    `${CHANGED} Exchange keys round by round.`,
  ),
  bad_multisig_info: byReason<'bad_multisig_info'>('shape', {
    shape: {
      what: 'The multisig info of this signer cannot be read.',
      then: `${CHANGED} Copy all of it, or ask the signer to create it again.`,
    },
    signer: FALSE_INFO,
    point: FALSE_INFO,
    not_a_signer: {
      what: 'This is from somebody who is not a signer of this wallet.',
      then: `${CHANGED} It may belong to another shared wallet: ask the signers of this one for theirs.`,
    },
    count: {
      what: 'This multisig info was made before some of these coins arrived, or after others.',
      then: `${CHANGED} Let both wallets read the chain to its end, then exchange multisig info again.`,
    },
    parts: FALSE_INFO,
  }),
  bad_group: (d) => ({
    what: `A shared wallet of ${number(d, 'signers')} signers and ${number(d, 'threshold')} signatures is not possible.`,
    then: `${CHANGED} There are 2 to 16 signers, and at least one of them signs.`,
  }),
  multisig_unfinished: say(
    'The signers of this wallet have not finished making it.',
    `${CHANGED} Go on with the messages of the next round.`,
  ),
  multisig_import_needed: say(
    'Too few of the other signers have shared the data that is needed to spend these coins.',
    'No money left your wallet. Exchange multisig info among all signers, then pay again.',
  ),
  multisig_export_needed: say(
    'This payment uses older multisig info of yours, which works only once.',
    'Nothing was signed. Exchange multisig info again; then its maker creates the payment again.',
  ),
  bad_multisig_set: say(
    'This is not a payment of this wallet that waits for signatures.',
    `${CHANGED} It may be cut short, damaged or of another wallet: ask for it again.`,
  ),
  cannot_sign_multisig: say(
    'This payment is not what it says, or is not for you to sign.',
    'Nothing was signed. Ask its sender to begin again.',
  ),
  cannot_submit_multisig: say(
    'This payment cannot be sent: it failed a check.',
    'No money left your wallet. Ask the signers to begin again.',
  ),
  threshold_not_reached: say(
    'Not enough signers have signed this payment.',
    'No money left your wallet. Give it to the next signer.',
  ),
} satisfies Partial<Sentences>;
