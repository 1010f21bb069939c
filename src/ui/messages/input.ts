/**
 * Messages for faults of typed words, addresses, keys and amounts. Made from a fault's data, never from an error's
 * message.
 */
import { count, decimalSign } from '../format/format.ts';
import { byReason, network, number, say, text, type Sentence, type Sentences } from './message.ts';

const NEW_INVOICE = 'Nothing was paid. Ask the shop for a new invoice.';

/** Most words that a wallet has. */
const WORDS = 25;
/** Word counts of BIP 39, which Monero does not use. */
const OF_OTHER_COINS = [12, 15, 18, 21, 24];

const BAD_INVOICE: Sentence = { what: 'This invoice is not valid.', then: NEW_INVOICE };

const badAddress = (reason: string): Sentence => {
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
      then: 'No wallet can receive with it. Ask for a new one.',
    },
  };
  return reasons[reason] ?? reasons['checksum']!;
};

/** `detail`: what is wrong with the address in the link. `part`: the part that is meant. */
const badLink = (reason: string, detail: string, part: string): Sentence => {
  if (reason === 'address' && detail === 'network')
    return {
      what: 'This link is for another network than your wallet.',
      then: 'Your wallet cannot pay there. Ask for the right address.',
    };
  if (reason === 'address') {
    const { what, then } = badAddress(detail);
    return { what: 'The address in this link is wrong.', why: what, then };
  }
  const reasons: Readonly<Record<string, Sentence>> = {
    scheme: {
      what: 'This is not a payment link.',
      then: 'One begins with monero: and an address. Copy it again.',
    },
    parameter: {
      what: 'A part of this link cannot be read.',
      then: 'It may have been cut off. Copy it again, or ask for the address and the amount.',
    },
    duplicate: {
      what: 'This link says the same thing twice.',
      then: 'Ask the payee what to pay, and enter it by hand.',
    },
    amount: {
      what: 'The amount in this link is not an amount of XMR.',
      then: 'Ask the payee for it, and enter it by hand.',
    },
    payment_id: {
      what: 'This link asks for a payment with a payment ID. Monero no longer has those.',
      then: 'Without it the payee cannot see that the money is from you. Ask for an address of 106 characters, with the ID in it.',
    },
    two_payment_ids: {
      what: 'This link asks for two payment IDs, and a payment can have only one.',
      then: 'Ask the payee for a new link.',
    },
    unequal_counts: {
      what: 'This link has more addresses than amounts, or more amounts than addresses.',
      then: 'It is not clear who gets how much. Ask for a new link.',
    },
    unsupported: {
      what: 'This link names its recipients in a way that Ostro does not read.',
      then: 'Ask for one link for each of them.',
    },
    currency: {
      what: 'The amount in this link is in another currency than XMR.',
      then: 'Do not pay that number in XMR. Ask for the amount in XMR.',
    },
    unclear: {
      what: `Ostro does not understand “${part}”, which stands beside the address.`,
      then: 'It may change what to pay. Ask the payee, and leave it out.',
    },
    too_long: {
      what: 'This link is too long for a payment link.',
      then: 'Ask for the address and the amount.',
    },
  };
  return (
    reasons[reason] ?? {
      what: 'This link is not a payment link Ostro can read.',
      then: 'Ask for the address and the amount.',
    }
  );
};

export const OF_TEXTS = {
  bad_resolver: say(
    'This is not the address of a resolver.',
    'It begins with https:// and answers DNS over HTTPS. Nothing was changed.',
  ),
  resolver_unreachable: say(
    'The resolver for names does not answer.',
    'Nothing was sent. Try again, or use the address itself.',
  ),
  resolver_bad_answer: say(
    'The resolver for names gave an answer that makes no sense.',
    'Nothing was sent. Choose another one in Settings, or use the address itself.',
  ),
  name_unproven: (d) => ({
    what: `Nothing proves that “${text(d, 'name')}” leads to its owner’s address.`,
    then: 'It may be false. Nothing was sent. Ask for the address itself.',
  }),
  name_without_address: (d) => ({
    what: `There is no Monero address under “${text(d, 'name')}”.`,
    then: 'Check the name, or ask for the address itself.',
  }),
  name_unclear: (d) => ({
    what: `Under “${text(d, 'name')}” there are several addresses, or a payment ID is asked for.`,
    then: 'It is not clear what to pay. Ask for the address itself.',
  }),
  unknown_word: (d) => {
    const guess = text(d, 'suggestion');
    return {
      what: `Word ${number(d, 'index') + 1}, “${text(d, 'word')}”, is not one of the words in use.`,
      then: guess ? `Did you mean “${guess}”?` : 'Compare it with your paper.',
    };
  },
  bad_word_count: (d) => ({
    what: number(d, 'count') === 1 ? 'This is one word.' : `These are ${count(number(d, 'count'))} words.`,
    then:
      number(d, 'count') > WORDS
        ? 'Wallets have 25 words, 16 or 13. Leave out what is not one of them.'
        : OF_OTHER_COINS.includes(number(d, 'count'))
          ? 'They may be those of another coin. Wallets of Monero have 25 words, 16 or 13.'
          : 'Wallets have 25 words, 16 or 13.',
  }),
  bad_word_checksum: say(
    'Every word is known, but together they do not fit.',
    'One is likely misplaced, or a look-alike: compare each with your paper, in order.',
  ),
  bad_polyseed: (d) => {
    const guess = text(d, 'suggestion');
    const reasons: Readonly<Record<string, Sentence>> = {
      checksum: {
        what: 'Every word is known, but together they do not fit.',
        then: guess
          ? `Word ${number(d, 'index') + 1}, “${text(d, 'word')}”, is likely wrong. Is it “${guess}” on your paper?`
          : 'One is likely misplaced, or a look-alike: compare each with your paper, in order.',
      },
      languages: {
        what: 'These 16 words exist in two languages.',
        then: 'Restore the wallet with the app that made the words.',
      },
      features: {
        what: 'These words were made by a newer kind of wallet.',
        then: 'Update Ostro, or restore the wallet with the app that made the words.',
      },
    };
    return reasons[text(d, 'reason')] ?? reasons['checksum']!;
  },
  impossible_words: (d) => ({
    what: `Words ${number(d, 'index') + 1} to ${number(d, 'index') + 3} never stand together.`,
    then: 'One of them is likely another word: compare them with your paper.',
  }),
  polyseed_password: say('These 16 words are encrypted.', 'Enter their password below.'),
  unreadable_keys: (d) => {
    const reasons: Readonly<Record<string, Sentence>> = {
      nothing: { what: 'There are no keys here yet.', then: 'Type, paste or scan them.' },
      length: { what: 'This is too long for words or keys.', then: 'Paste the words or keys alone.' },
      no_spend_key: {
        what: 'This link can only watch: it has no spend key and no words.',
        then: 'Look for the spend key or the words on your paper.',
      },
      key_length: {
        what: `A key has 64 characters; this one has ${number(d, 'length')}.`,
        then: 'Copy it again, or compare it with your paper.',
      },
      key_character: {
        what: `“${text(d, 'character')}” never occurs in a key.`,
        then: 'Keys have 0 to 9 and a to f. Compare it with your paper.',
      },
      many_keys: {
        what: 'These are more than two keys.',
        then: 'A wallet has one for spending and one for viewing: leave the others out.',
      },
      only_address: {
        what: 'This is an address, or part of one. It opens no wallet.',
        then: 'Look for the words or the spend key on your paper.',
      },
      payment: {
        what: 'This is a payment link. It opens no wallet.',
        then: 'Look for the words or the spend key on your paper.',
      },
      proof: {
        what: 'This is a proof. It opens no wallet.',
        then: 'Look for the words or the spend key on your paper.',
      },
      address: {
        what: 'The address beside the keys has a mistake in it.',
        then: 'Copy it again, or leave it out.',
      },
      passphrase: { what: 'Keys have no extra word.', then: 'Empty that field.' },
    };
    return (
      reasons[text(d, 'reason')] ?? {
        what: 'These are neither words nor keys.',
        then: 'A key has 64 characters, 0 to 9 and a to f. There are one or two of them.',
      }
    );
  },
  no_keys_given: say('The keys are no longer here.', 'Give them again. Nothing was sent.'),
  keys_not_read: say(
    'The chain is not read to its end yet.',
    'Wait until reading is done. Nothing was sent.',
  ),
  own_keys: say('These are the keys of this wallet.', 'Its money is here already.'),
  short_words_offset: say('Wallets of 13 words have no extra word.', 'Empty that field.'),
  language_needed: say(
    'These words are of the old list.',
    'Choose a language for the new words that replace them.',
  ),
  unknown_language: say(
    'These words are in a language Ostro does not know.',
    'Compare them with your paper.',
  ),
  bad_base58: say('This is not an address.', 'Some of its characters never occur in one. Copy it again.'),
  bad_address: (d) => badAddress(text(d, 'reason')),
  bad_secret_key: (d) => ({
    what:
      d['which'] === 'view'
        ? 'No wallet has this number as its viewing key.'
        : 'No wallet has this number as its key for spending.',
    then: 'One of the 64 characters is likely wrong. Copy it again.',
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
    then: 'Your wallet cannot pay there. Ask for the right address.',
  }),
  bad_payment_id: say('This payment ID is not complete.', 'It has 16 characters, 0 to 9 and a to f.'),
  bad_uri: (d) => badLink(text(d, 'reason'), text(d, 'detail'), text(d, 'text')),
  bad_invoice: byReason<'bad_invoice'>('type', {
    type: BAD_INVOICE,
    range: BAD_INVOICE,
    too_long: BAD_INVOICE,
    unknown: BAD_INVOICE,
    characters: {
      what: 'A text in this invoice has characters that could make it look like another text.',
      then: `${NEW_INVOICE} Be careful: this may be an attempt to deceive you.`,
    },
  }),
  bad_point: say('This key is not valid.', 'Copy it again.'),
  bad_scalar: say('This key is not valid.', 'Copy it again.'),
  bad_amount: say('This is not an amount.', 'Write it like 1.25.'),
  unclear_amount: (d) => {
    const [whole = '1', decimals = '000'] = text(d, 'text').split(/[.,]/);
    return {
      what: `It is not clear whether this is ${whole}${decimalSign()}${decimals} or ${whole}${decimals}.`,
      then: `Write it with “${decimalSign()}” before the decimals, or with digits alone.`,
    };
  },
  too_many_decimals: say(
    'This has more than 12 decimals.',
    'Monero has 12. Ostro never rounds; shorten it yourself.',
  ),
  amount_too_large: say('There is not that much Monero.', 'Check the amount.'),
} satisfies Partial<Sentences>;
