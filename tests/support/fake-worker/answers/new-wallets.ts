/** Making wallets from words, keys or files. */
import type { Answers } from '../answer.ts';
import { Refused } from '../refused.ts';
import { furnish } from '../accounts.ts';
import { ADDRESSES, HEIGHT, PASSWORD, WORDS } from '../values.ts';
import type { FakeWallet } from '../wallet.ts';

export const NEW_WALLETS = {
  x_make_seed: () => ({ seed: WORDS, restore_height: HEIGHT - 14 }),
  get_languages: () => ({
    languages: ['German', 'English', 'Spanish', 'Japanese'],
    languages_local: ['Deutsch', 'English', 'Español', '日本語'],
  }),
  x_word_hint: ({ prefix = '' }) => {
    const words = [...new Set(WORDS.split(' '))].filter((word) => word.startsWith(prefix));
    return words.length > 0 ? { words: words.slice(0, 4) } : {};
  },
  x_check_seed: ({ seed = '' }) => {
    const words = seed.trim().split(/\s+/);
    const known = new Set(WORDS.split(' '));
    if (words.length !== 25) throw new Refused(-1, 'bad_word_count', { count: words.length });
    const index = words.findIndex((word) => !known.has(word));
    const word = words[index];
    if (word !== undefined)
      throw new Refused(-1, 'unknown_word', {
        index,
        word,
        ...(word.startsWith('sail') && { suggestion: 'sailor' }),
      });
    if (words.join(' ') !== WORDS) throw new Refused(-1, 'bad_word_checksum', { expected: '' });
    return { language: 'English', address: ADDRESSES[0], was_deprecated: false };
  },
  x_height_at: ({ timestamp = 0 }, { now }) => ({
    height: Math.max(0, Math.floor(HEIGHT - (now / 1000 - timestamp) / 120)),
  }),
  restore_deterministic_wallet: ({ filename = '' }, fake) => {
    makeNew(fake, filename);
    return { address: ADDRESSES[0], info: '', seed: WORDS, was_deprecated: false };
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
