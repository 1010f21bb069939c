/**
 * Creates keys: random ones, or from words, or from given keys.
 * Upstream: `on_create_wallet`, `on_restore_deterministic_wallet`, `on_generate_from_keys` in
 * src/wallet/wallet_rpc_server.cpp.
 */
import { asSecretKey, type SecretKey } from '../../base/brands.ts';
import { fromHex } from '../../base/hex.ts';
import { isFault } from '../../base/fault.ts';
import { kernel } from '../../kernel/kernel.ts';
import type { Random } from '../../ports/random.ts';
import { formatAddress, parseAddress, type Address, type Network } from '../../protocol/address/address.ts';
import { accountFromKeys, accountFromSeed, type AccountKeys } from '../../protocol/keys/account.ts';
import { parseLanguage, type Language } from '../../protocol/mnemonic/languages.ts';
import { readMnemonic, writeMnemonic } from '../../protocol/mnemonic/mnemonic.ts';
import { readPolyseed, writePolyseed } from '../../protocol/mnemonic/polyseed/phrase.ts';
import {
  encryptOrDecrypt,
  isEncrypted,
  polyseedKey,
  polyseedTime,
  POLYSEED_WORDS,
} from '../../protocol/mnemonic/polyseed/seed.ts';
import { removeSeedOffset } from '../../protocol/mnemonic/seed-offset.ts';
import { splitWords } from '../../protocol/mnemonic/typed-words.ts';
import type { PolyseedRecord } from '../state/records/account.ts';
import { fault } from '../faults.ts';

export interface Words {
  readonly keys: AccountKeys & { readonly spendSecret: SecretKey };
  /** Language of the words that the wallet shows. */
  readonly language: Language;
  /** The words of the wallet's own key, without the passphrase. */
  readonly seed: string;
  /** The phrase was in an old form: the user should write down the new one. */
  readonly wasDeprecated: boolean;
  /** Content of the 16 words, if the keys follow from them without a passphrase. */
  readonly polyseed?: PolyseedRecord;
  /** Seconds: the 16 words contain this date, before which the wallet did not exist. */
  readonly since?: number;
}

/** A new random key, as words. */
export async function freshWords(random: Random, language: Language): Promise<Words> {
  return ofKey(kernel.scalarReduce(random.bytes(64)), language, false);
}

/**
 * The keys of a phrase of 25 or 16 words, with or without a passphrase (the offset of the seed, or the password of an
 * encrypted Polyseed). Words of the old English list need a `language` for the new phrase: fault language_needed.
 * Faults of readMnemonic and readPolyseed, unknown_language, polyseed_password.
 */
export async function wordsOf(phrase: string, offset: string, language: string): Promise<Words> {
  if (splitWords(phrase).length === POLYSEED_WORDS) return polyseedOf(phrase, offset);
  const read = await readMnemonic(phrase);
  const shown = read.language === 'EnglishOld' ? newLanguage(language) : read.language;
  const key = offset === '' ? read.key : removeSeedOffset(read.key, offset);
  return ofKey(key, shown, read.wasDeprecated);
}

/** As in wallet2, a passphrase decrypts an encrypted Polyseed, and is the seed offset of any other. */
const polyseedOf = async (phrase: string, passphrase: string): Promise<Words> => {
  const { seed: read, language } = await readPolyseed(phrase);
  const encrypted = isEncrypted(read);
  if (encrypted && passphrase === '') throw fault('polyseed_password');
  const seed = encrypted ? encryptOrDecrypt(read, passphrase) : read;
  const since = polyseedTime(seed);
  const key = polyseedKey(seed);
  // The keys depend on the passphrase too, so the wallet shows its 25 words instead of these 16.
  if (!encrypted && passphrase !== '')
    return { ...(await ofKey(removeSeedOffset(key, passphrase), 'English', false)), since };
  const polyseed = { secret: seed.secret, birthday: seed.birthday, language };
  return {
    keys: accountFromSeed(key),
    language: 'English',
    wasDeprecated: false,
    seed: await polyseedPhrase(polyseed),
    polyseed,
    since,
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

const ofKey = async (key: Uint8Array, language: Language, wasDeprecated: boolean): Promise<Words> => {
  const keys = accountFromSeed(key);
  return { keys, language, wasDeprecated, seed: await writeMnemonic(language, keys.spendSecret) };
};

/** The main address of an account. */
export function primaryAddress(network: Network, { spendPublic, viewPublic }: AccountKeys): string {
  return formatAddress({ network, kind: 'standard', spendPublic, viewPublic });
}

/**
 * Checks keys (hex) and the address that they belong to. Without a spend key the wallet is view-only. Faults: bad_key
 * (not a key), key_mismatch, bad_address (also for subaddresses).
 */
export function accountOf(given: {
  readonly address: string;
  readonly viewKey: string;
  readonly spendKey: string;
}): { readonly keys: AccountKeys; readonly address: Address } {
  const address = parseAddress(given.address);
  // The public keys of a subaddress are not the account's.
  if (address.kind === 'subaddress') throw fault('bad_address', { reason: 'prefix' });
  const viewSecret = keyOf(given.viewKey, 'view');
  const { spendPublic, viewPublic } = address;
  const spendSecret = given.spendKey === '' ? undefined : keyOf(given.spendKey, 'spend');
  const keys = accountFromKeys({ viewSecret, spendPublic, viewPublic, ...(spendSecret && { spendSecret }) });
  return { keys, address };
}

const keyOf = (text: string, which: 'spend' | 'view'): SecretKey => {
  try {
    return asSecretKey(fromHex(text, 32));
  } catch (error) {
    if (!isFault(error, 'bad_hex')) throw error;
    throw fault('bad_key', { which, why: `Failed to parse ${which} key secret key` });
  }
};
