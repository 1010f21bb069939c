/** Making wallets from words, keys or files. */
import type { Answers } from '../answer.ts';
import { Refused } from '../refused.ts';
import { furnish } from '../accounts.ts';
import { ADDRESSES, HEIGHT, PASSWORD, WORDS, WORDS_13, WORDS_16 } from '../values.ts';
import type { FakeWallet } from '../wallet.ts';
import { readFakeKeys } from './paper.ts';

const PHRASES = [
  { kind: 'classic', words: WORDS },
  { kind: 'polyseed', words: WORDS_16 },
  { kind: 'mymonero', words: WORDS_13 },
];
/** Where the date in `WORDS_16` lets scanning start. */
const POLYSEED_HEIGHT = 2_482_000;

export const NEW_WALLETS = {
  x_make_seed: ({ polyseed = false }) => ({ seed: polyseed ? WORDS_16 : WORDS, restore_height: HEIGHT - 14 }),
  get_languages: ({ polyseed = false }) =>
    polyseed
      ? {
          languages: ['English', 'Japanese', 'Korean', 'Spanish'],
          languages_local: ['English', '日本語', '한국어', 'español'],
        }
      : {
          languages: ['German', 'English', 'Spanish', 'Japanese'],
          languages_local: ['Deutsch', 'English', 'Español', '日本語'],
        },
  x_word_hint: ({ prefix = '', polyseed = false }) => {
    const list = polyseed ? WORDS_16 : `${WORDS} ${WORDS_13}`;
    const words = [...new Set(list.split(' '))].filter((word) => word.startsWith(prefix));
    return words.length > 0 ? { words: words.slice(0, 4) } : {};
  },
  x_check_seed: ({ seed = '', seed_offset: offset = '', beside = [] }) => {
    const typed = seed.trim().split(/\s+/);
    const own = PHRASES.find(({ words }) => words.split(' ').length === typed.length);
    if (!own) throw new Refused(-1, 'bad_word_count', { count: typed.length });
    const { words, kind } = own;
    const found = {
      kind,
      language: 'English',
      word_count: typed.length,
      address: ADDRESSES[0],
      was_deprecated: kind === 'mymonero',
    };
    if (kind === 'polyseed' && typed.toReversed().join(' ') === words) {
      if (offset === '') throw new Refused(-1, 'polyseed_password');
      return { ...found, restore_height: POLYSEED_HEIGHT };
    }
    if (kind === 'mymonero' && offset !== '') throw new Refused(-1, 'short_words_offset');
    const known = words.split(' ');
    const index = typed.findIndex((word) => !known.includes(word));
    const word = typed[index];
    if (word === undefined && beside.some((each) => known.includes(each)))
      throw new Refused(-1, 'bad_word_count', { count: typed.length + beside.length });
    if (word !== undefined)
      throw new Refused(-1, 'unknown_word', {
        index,
        word,
        ...(word.startsWith('sail') && { suggestion: 'sailor' }),
      });
    if (typed.join(' ') !== words)
      throw kind === 'polyseed'
        ? new Refused(-1, 'bad_polyseed', { reason: 'checksum' })
        : new Refused(-1, 'bad_word_checksum', { expected: '' });
    return { ...found, ...(kind === 'polyseed' && { restore_height: POLYSEED_HEIGHT }) };
  },
  x_height_at: ({ timestamp = 0 }, { now }) => ({
    height: Math.max(0, Math.floor(HEIGHT - (now / 1000 - timestamp) / 120)),
    tip: HEIGHT,
  }),
  restore_deterministic_wallet: ({ filename = '', seed = '' }, fake) => {
    makeNew(fake, filename);
    // No 25 words restore the keys of 13.
    const old = seed === WORDS_13;
    return { address: ADDRESSES[0], info: '', seed: old ? '' : seed, was_deprecated: old };
  },
  x_restore_keys: ({ filename = '', given_keys }, fake) => {
    readFakeKeys(given_keys);
    makeNew(fake, filename);
    return { address: ADDRESSES[0] };
  },
  generate_from_keys: ({ filename = '' }, fake) => {
    makeNew(fake, filename);
    return { address: ADDRESSES[0], info: '' };
  },
  x_import_file: ({ filename = '', password }, fake) => {
    if (password !== PASSWORD) throw new Refused(-1, 'wrong_password');
    add(fake, filename);
    return {};
  },
  x_import_keys_file: ({ filename = '', password }, fake) => {
    if (password !== PASSWORD) throw new Refused(-1, 'wrong_file_password');
    add(fake, filename);
    return { address: ADDRESSES[0], watch_only: false };
  },
} satisfies Partial<Answers>;

const add = (fake: FakeWallet, name: string): void => {
  const { now } = fake;
  fake.wallets.push({ name, created_at: now, used_at: now, open_elsewhere: false });
  furnish(fake, 'empty');
  fake.open(name);
};
const makeNew = (fake: FakeWallet, name: string): void => {
  if (fake.wallets.some((wallet) => wallet.name === name)) throw new Refused(-21, 'wallet_exists', { name });
  fake.entries = [];
  add(fake, name);
  fake.emit('status', { ...fake.status });
};
