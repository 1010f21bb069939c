/** `ostro/mnemonics`: seed words and the keys that they stand for. */
import './readable-kernel.ts';
import { toHex } from '../base/hex.ts';
import { systemRandom } from '../store/platform.ts';
import { newWords, primaryAddress, wordsOf } from '../wallet/without-wallet.ts';
import { check, checkFields, NETWORK, optional, TEXT, YES_OR_NO } from './arguments.ts';
import { awaitOstroErrors } from './to-error.ts';
import type { Network } from './types.ts';

export { OstroError } from './error.ts';
export type { Network } from './types.ts';

/** Words with their keys. All of it is secret but the address. */
export interface SeedKeys {
  /** 25 words, or 16 with a date in them. Empty: no 25 words stand for these keys. */
  readonly words: string;
  /** Language of the words that were read. */
  readonly language: string;
  /** The secret spend key, in hex. */
  readonly spendKey: string;
  /** The secret view key, in hex. */
  readonly viewKey: string;
  /** The main address. */
  readonly address: string;
  /** Seconds since 1970 before which the wallet did not exist; known for 16 words only. */
  readonly since?: number;
}
/** Options of `newMnemonic`. */
export interface NewMnemonicOptions {
  /** Default: English. */
  readonly language?: string;
  /** Sixteen words with the date in them, instead of 25. */
  readonly polyseed?: boolean;
  /** Network of the address. Default: mainnet. */
  readonly network?: Network;
}
/** Options of `readMnemonic`. */
export interface ReadMnemonicOptions {
  /** The passphrase of the words. */
  readonly passphrase?: string;
  /** Network of the address. Default: mainnet. */
  readonly network?: Network;
}

/**
 * New random words. Throws OstroError `unknown_language`.
 * @example
 * const made = await newMnemonic({ polyseed: true });
 * // made.words.split(' ').length === 16
 */
export function newMnemonic(options: NewMnemonicOptions = {}): Promise<SeedKeys> {
  return awaitOstroErrors(async () => {
    checkFields('options', options, {
      language: optional(TEXT),
      polyseed: optional(YES_OR_NO),
      network: optional(NETWORK),
    });
    const { language = 'English', polyseed = false, network = 'mainnet' } = options;
    const made = await newWords(systemRandom, { language, polyseed, now: Math.floor(Date.now() / 1000) });
    return keysOf(made, network);
  });
}
/**
 * Reads 25 words (24 without the checksum), 16 or 13, in any language. Throws OstroError, such as `unknown_word` or `bad_word_checksum`.
 * @example
 * const keys = await readMnemonic(words);
 * // keys.language === 'English'
 * // keys.address === address
 */
export function readMnemonic(words: string, options: ReadMnemonicOptions = {}): Promise<SeedKeys> {
  return awaitOstroErrors(async () => {
    check('words', words, TEXT);
    checkFields('options', options, { passphrase: optional(TEXT), network: optional(NETWORK) });
    const { passphrase = '', network = 'mainnet' } = options;
    return keysOf(await wordsOf(words, passphrase, 'English'), network);
  });
}

const keysOf = (words: Awaited<ReturnType<typeof newWords>>, network: Network): SeedKeys => {
  const { keys, seed, typedIn, since } = words;
  return {
    words: seed,
    language: typedIn,
    spendKey: toHex(keys.spendSecret),
    viewKey: toHex(keys.viewSecret),
    address: primaryAddress(network, keys),
    ...(since !== undefined && { since }),
  };
};
