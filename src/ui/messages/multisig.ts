/** Messages for faults of multisig. */
import { counted } from '../format/format.ts';
import { byReason, CHANGED, number, say, text, type Sentence, type Sentences } from './message.ts';

/** Each names the round of the message, and what to do now. */
const OF_MESSAGES: Readonly<Record<string, (round: number, found: number) => Sentence>> = {
  own: () => ({
    what: 'This is your own message.',
    then: `${CHANGED} Read what another signer shows.`,
  }),
  known: () => ({
    what: 'You have this message already.',
    then: `${CHANGED} Read what another signer shows.`,
  }),
  second: () => ({
    what: 'You have another message of this signer.',
    then: `${CHANGED} If one is wrong, remove it, then read this one.`,
  }),
  earlier: (round, found) => ({
    what: `This message belongs to round ${found}. This wallet is in round ${round}.`,
    then: `${CHANGED} Ask this signer for the message of round ${round}.`,
  }),
  later: (round, found) => ({
    what: `This message belongs to round ${found}. This wallet is still in round ${round}.`,
    then: `${CHANGED} Finish round ${round} first, then read this one again.`,
  }),
  not_a_signer: () => ({
    what: 'This message is from no signer of this wallet.',
    then: `${CHANGED} Ask the signers of this wallet for theirs.`,
  }),
  full: (round) => ({
    what: `All messages of round ${round} are here already.`,
    then: `${CHANGED} If one is wrong, remove it, then read this one.`,
  }),
  none: () => ({
    what: 'This is not needed now.',
    then: `${CHANGED} Read what the next step asks for.`,
  }),
};

const NO_MESSAGE: Sentence = {
  what: 'This is not a message for creating a shared wallet.',
  then: `${CHANGED} Copy the whole message.`,
};
const MISSING: Sentence = {
  what: 'Messages of some signers are missing.',
  then: `${CHANGED} Take one message of every signer.`,
};
const NO_SEED: Sentence = {
  what: 'This is not the seed of a shared wallet.',
  then: `${CHANGED} Copy all of it: one long line of 0 to 9 and a to f.`,
};
const UNSOUND_MESSAGE: Sentence = {
  what: 'The content of this message is not valid.',
  then: `${CHANGED} Ask its sender for a new one. If that fails too, begin again with others.`,
};
const FALSE_INFO: Sentence = {
  what: 'The multisig info of this signer is false.',
  then: `${CHANGED} Ask for a new one. If that is false too, this signer may want to harm you.`,
};

export const OF_SIGNERS = {
  wrong_signer_message: (d) =>
    (OF_MESSAGES[text(d, 'problem')] ?? OF_MESSAGES['none']!)(number(d, 'round'), number(d, 'found')),
  unknown_payment: say(
    'This payment does not wait here any more.',
    `${CHANGED} The history shows what became of it.`,
  ),
  already_sent: say('This payment was sent already.', `${CHANGED} The history shows what became of it.`),
  multisig_disabled: say(
    'Sharing among signers is an experiment, and switched off here.',
    `${CHANGED} Switch it on if you know what it may cost.`,
  ),
  already_multisig: say('This wallet is shared among signers already.', `${CHANGED} Use a new wallet.`),
  wallet_used: say(
    'This wallet has been used: sharing it would lose the keys to its money.',
    `${CHANGED} Use a new wallet.`,
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
    'The first round must be finished before this message.',
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
      what: 'This signer’s program is too old for safe messages.',
      then: `${CHANGED} The signer has to update it and begin again.`,
    },
    round: UNSOUND_MESSAGE,
    key: UNSOUND_MESSAGE,
    signer: UNSOUND_MESSAGE,
    signature: {
      what: 'This message is incomplete or was changed.',
      then: `${CHANGED} Ask its sender for it again.`,
    },
  }),
  bad_kex_round: byReason<'bad_kex_round'>('round', {
    round: {
      what: 'These messages are of another round than your wallet.',
      then: `${CHANGED} Take every signer’s newest message, once all have one.`,
    },
    none: MISSING,
    complete: { what: 'This wallet is finished already.', then: `${CHANGED} Nothing is left to exchange.` },
    twice: {
      what: 'Two of these messages are from the same signer.',
      then: `${CHANGED} Take one message of every signer.`,
    },
    signers: MISSING,
    not_a_signer: {
      what: 'One message is from no signer of this wallet.',
      then: `${CHANGED} Ask the signers of this wallet for theirs.`,
    },
    keys: {
      what: 'One of these messages has a wrong number of keys.',
      then: `${CHANGED} Agree on the number of signatures, and begin again with new wallets.`,
    },
    own_keys: {
      what: 'The stored set-up of this wallet is damaged.',
      then: `${CHANGED} Begin again, all with new wallets.`,
    },
    other_address: {
      what: 'The signers have different addresses: their messages differed.',
      then: `${CHANGED} Do not use this wallet. Begin again, all with new wallets.`,
    },
  }),
  bad_multisig_seed: byReason<'bad_multisig_seed'>('hex', {
    hex: NO_SEED,
    size: NO_SEED,
    keys: {
      what: 'The keys in this seed do not belong together.',
      then: `${CHANGED} Compare it, letter by letter, with where you kept it.`,
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
      then: `${CHANGED} Copy all of it, or ask for a new one.`,
    },
    signer: FALSE_INFO,
    point: FALSE_INFO,
    not_a_signer: {
      what: 'This is from no signer of this wallet.',
      then: `${CHANGED} Ask the signers of this wallet for theirs.`,
    },
    count: {
      what: 'This multisig info does not fit the coins of this wallet.',
      then: `${CHANGED} Let both wallets finish reading, then exchange multisig info again.`,
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
    'Too few signers have shared multisig info for these coins.',
    'No money left your wallet. Exchange multisig info, then pay again.',
  ),
  multisig_export_needed: say(
    'This payment uses older multisig info of yours, which works only once.',
    'Nothing was signed. Exchange multisig info again, then ask for a new payment.',
  ),
  bad_multisig_set: say(
    'This is not a payment of this wallet that waits for signatures.',
    `${CHANGED} It may be damaged or of another wallet: ask for it again.`,
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
