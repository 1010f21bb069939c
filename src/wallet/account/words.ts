/**
 * Keys from words: new ones, and those of 25, 16 (Polyseed) or 13 words (MyMonero, read only).
 * Upstream: `on_create_wallet`, `on_restore_deterministic_wallet` in src/wallet/wallet_rpc_server.cpp.
 */
import type { SecretKey } from '../../base/brands.ts';
import { isFault } from '../../base/fault.ts';
import { onDemand } from '../../base/on-demand.ts';
import { kernel } from '../../kernel/kernel.ts';
import type { Random } from '../../ports/random.ts';
import {
  accountFromEntropy,
  accountFromSeed,
  isDeterministic,
  type AccountKeys,
} from '../../protocol/keys/account.ts';
import { parseLanguage, type Language, type ReadableLanguage } from '../../protocol/mnemonic/languages.ts';
import { readMnemonic, readShortMnemonic, writeMnemonic } from '../../protocol/mnemonic/mnemonic.ts';
import { SHORT_WORDS } from '../../protocol/mnemonic/phrase.ts';
import { readPolyseed, writePolyseed } from '../../protocol/mnemonic/polyseed/phrase.ts';
import {
  encryptOrDecrypt,
  isEncrypted,
  makePolyseed,
  polyseedKey,
  polyseedTime,
  POLYSEED_WORDS,
  SECRET_BYTES,
} from '../../protocol/mnemonic/polyseed/seed.ts';
import { parsePolyseedLanguage, type PolyseedLanguage } from '../../protocol/mnemonic/polyseed/word-lists.ts';
import { wordsOfPhrase } from '../../protocol/mnemonic/spaced-words.ts';
import type { PolyseedRecord } from '../state/records/account.ts';
import { fault } from '../faults.ts';

/** Few words have a passphrase, or other words beside them. */
const listedWords = onDemand(() => import('../../protocol/mnemonic/listed-words.ts'));
const seedOffset = onDemand(() => import('../../protocol/mnemonic/seed-offset.ts'));

/** classic: 25 words, or 24 without the checksum. */
export type WordsKind = 'classic' | 'polyseed' | 'mymonero';

export interface Words {
  readonly kind: WordsKind;
  readonly keys: AccountKeys & { readonly spendSecret: SecretKey };
  /** Language of the words that were read. */
  readonly typedIn: ReadableLanguage | PolyseedLanguage;
  /** Language of the 25 words that the wallet shows; empty when no 25 words restore its keys. */
  readonly language: Language | '';
  /** The words of the key, without the passphrase; empty when there are none. */
  readonly seed: string;
  /** The phrase was in an old form: the user should write down the new one. */
  readonly wasDeprecated: boolean;
  /** Content of the 16 words, if the keys follow from them without a passphrase. */
  readonly polyseed?: PolyseedRecord;
  /** Seconds: the 16 words contain this date, before which the wallet did not exist. */
  readonly since?: number;
}

/** `count`: number of words that were typed. */
export type TypedWords = Words & { readonly count: number };

/**
 * A new random key: as 25 words, or as 16 words with the date `now` (seconds) in them. Fault unknown_language; each kind
 * has its own languages.
 */
export async function newWords(
  random: Random,
  {
    language,
    polyseed,
    now,
  }: { readonly language: string; readonly polyseed: boolean; readonly now: number },
): Promise<Words> {
  if (polyseed) return newPolyseed(random, parsePolyseedLanguage(language), now);
  const parsed = parseLanguage(language);
  return ofKey(kernel.scalarReduce(random.bytes(64)), parsed);
}

const newPolyseed = async (random: Random, language: PolyseedLanguage, now: number): Promise<Words> => {
  for (;;) {
    const { secret, birthday } = makePolyseed(random.bytes(SECRET_BYTES), now);
    try {
      return await polyseedOf(await polyseedPhrase({ secret, birthday, language }), '');
    } catch (error) {
      // The words of this seed exist in two languages: take another seed.
      if (!isFault(error, 'bad_polyseed')) throw error;
    }
  }
};

/**
 * The keys of a phrase of 25, 16 or 13 words, with or without a passphrase (the offset of the seed, or the password
 * of an encrypted Polyseed). Words of the old English list need a `language` for the new phrase: fault
 * language_needed. Other own faults: unknown_language, polyseed_password, short_words_offset.
 */
export async function wordsOf(phrase: string, offset: string, language: string): Promise<TypedWords> {
  const typed = await wordsOfPhrase(phrase);
  const count = typed.length;
  if (count === POLYSEED_WORDS) return { ...(await polyseedOf(phrase, offset)), count };
  if (count === SHORT_WORDS) return { ...(await shortWordsOf(phrase, offset)), count };
  const read = await readMnemonic(phrase);
  const shown = read.language === 'EnglishOld' ? newLanguage(language) : read.language;
  const key = offset === '' ? read.key : await withoutOffset(read.key, offset);
  return { ...(await ofKey(key, shown)), count, typedIn: read.language, wasDeprecated: read.wasDeprecated };
}

/** Fault bad_word_count: one of the words `beside` a phrase, which was read as `typedIn`, may belong to it. */
export async function requireWhole(
  phrase: string,
  { count, typedIn }: TypedWords,
  beside: readonly string[],
): Promise<void> {
  if (beside.length === 0) return;
  const { listedWord } = await listedWords();
  const words = await wordsOfPhrase(phrase);
  if ((await listedWord(beside, { words, language: typedIn })) !== undefined)
    throw fault('bad_word_count', { count: count + beside.length });
}

const withoutOffset = async (key: Uint8Array, passphrase: string) =>
  (await seedOffset()).removeSeedOffset(key, passphrase);

/** A passphrase decrypts an encrypted Polyseed, and is the seed offset of any other, as in wallet2. */
const polyseedOf = async (phrase: string, passphrase: string): Promise<Words> => {
  const { seed: read, language: typedIn } = await readPolyseed(phrase);
  const encrypted = isEncrypted(read);
  if (encrypted && passphrase === '') throw fault('polyseed_password');
  const seed = encrypted ? encryptOrDecrypt(read, passphrase) : read;
  const since = polyseedTime(seed);
  const key = polyseedKey(seed);
  const kind = 'polyseed';
  // The keys depend on the passphrase too, so the wallet shows its 25 words instead of these 16.
  if (!encrypted && passphrase !== '')
    return { ...(await ofKey(await withoutOffset(key, passphrase), 'English')), kind, typedIn, since };
  const polyseed = { secret: seed.secret, birthday: seed.birthday, language: typedIn };
  return {
    kind,
    keys: accountFromSeed(key),
    typedIn,
    language: 'English',
    wasDeprecated: false,
    seed: await polyseedPhrase(polyseed),
    polyseed,
    since,
  };
};

/** MyMonero's: 25 words spell these keys only if the view key happens to follow from the spend key. */
const shortWordsOf = async (phrase: string, passphrase: string): Promise<Words> => {
  const { entropy, language: typedIn } = await readShortMnemonic(phrase);
  if (passphrase !== '') throw fault('short_words_offset');
  const keys = accountFromEntropy(entropy);
  const language = typedIn === 'EnglishOld' ? 'English' : typedIn;
  const spelled = isDeterministic(keys);
  return {
    kind: 'mymonero',
    keys,
    typedIn,
    language: spelled ? language : '',
    wasDeprecated: true,
    seed: spelled ? await writeMnemonic(language, keys.spendSecret) : '',
  };
};

/** The 16 words of a wallet that was made from 16 words. */
export function polyseedPhrase({ secret, birthday, language }: PolyseedRecord): Promise<string> {
  return writePolyseed({ secret, birthday, features: 0 }, language);
}

const newLanguage = (language: string): Language => {
  if (language === '') throw fault('language_needed');
  return parseLanguage(language);
};

const ofKey = async (key: Uint8Array, language: Language): Promise<Words> => {
  const keys = accountFromSeed(key);
  // The words that were given, also when they spell a number that is not reduced.
  const seed = await writeMnemonic(language, key);
  return { kind: 'classic', keys, typedIn: language, language, wasDeprecated: false, seed };
};
