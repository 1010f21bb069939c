/**
 * Keys as a person has them on paper: 25, 16 or 13 words, keys in hex, or a link with either.
 * Upstream: docs/URI_SCHEME.md (wallet definition scheme). Programs write its name with `_` or `-`, and older ones
 * `mnemonic_seed` and `restore_height`.
 */
import { addressIn, keyIn, readTypedText, type Since } from '../../base/typed-text.ts';
import { asSecretKey, type SecretKey } from '../../base/brands.ts';
import { isFault } from '../../base/fault.ts';
import { fromHex } from '../../base/hex.ts';
import { equalBytes } from '../../base/bytes.ts';
import { kernel } from '../../kernel/kernel.ts';
import { parseAddress, type Network } from '../../protocol/address/address.ts';
import { percentDecode } from '../../protocol/address/percent.ts';
import { accountFromKeys, viewSecretFromSpend, type AccountKeys } from '../../protocol/keys/account.ts';
import { fault } from '../faults.ts';
import { requireWhole, wordsOf, type Words, type WordsKind } from './words.ts';

/** With the height or the day at which the wallet was made, as the text states it. */
export interface GivenKeys extends Since {
  /** keys: in hex. */
  readonly kind: WordsKind | 'keys';
  readonly keys: AccountKeys & { readonly spendSecret: SecretKey };
  /** Set when the keys came as words. */
  readonly words?: Words;
  /** The network of the address in the text; absent without one. */
  readonly network?: Network;
}

/** A link with an address, two keys and 25 words is shorter. */
const MAX_CHARS = 2000;
const LINK = /^(?:monero_wallet|monero-wallet):(?:\/\/)?([^?]*)\??(.*)$/is;
const KEY_CHARS = 64;

/**
 * Reads keys that can spend. `passphrase`: the seed offset, or the password of encrypted 16 words. Own faults:
 * unreadable_keys, bad_secret_key, key_mismatch (the keys or the address do not belong together), bad_address,
 * bad_base58.
 */
export async function readGivenKeys(text: string, passphrase: string): Promise<GivenKeys> {
  if (text.length > MAX_CHARS) throw fault('unreadable_keys', { reason: 'length' });
  const read = readTypedText(text);
  switch (read.kind) {
    case 'nothing':
      throw fault('unreadable_keys', { reason: 'nothing' });
    case 'wallet': {
      const link = LINK.exec(read.link)!;
      return readLink(link[1]!, link[2]!, passphrase);
    }
    case 'keys':
      return { ...readKeys(read, passphrase), ...sinceOf(read) };
    case 'words':
      return { ...(await fromWords(read.words.join(' '), passphrase, read.beside)), ...sinceOf(read) };
    case 'address':
      throw fault('unreadable_keys', { reason: 'only_address' });
    case 'payment':
    case 'proof':
      throw fault('unreadable_keys', { reason: read.kind });
    case 'unknown':
    case 'too_long':
      throw fault('unreadable_keys', { reason: 'hex' });
  }
}

const sinceOf = ({ height, day }: Since): Since => ({
  ...(height !== undefined && { height }),
  ...(day !== undefined && { day }),
});

const fromWords = async (
  phrase: string,
  passphrase: string,
  beside: readonly string[] = [],
): Promise<GivenKeys> => {
  const words = await wordsOf(phrase, passphrase, 'English');
  await requireWhole(phrase, words, beside);
  return { kind: words.kind, keys: words.keys, words };
};

const readLink = async (path: string, query: string, passphrase: string): Promise<GivenKeys> => {
  const fields = new Map<string, string>();
  for (const field of query.split('&')) {
    const at = field.indexOf('=');
    // A form writes spaces as `+`.
    if (at > 0)
      fields.set(field.slice(0, at).toLowerCase(), percentDecode(field.slice(at + 1).replaceAll('+', ' ')));
  }
  const seed = fields.get('seed') ?? fields.get('mnemonic_seed') ?? '';
  const spendKey = fields.get('spend_key') ?? '';
  const address = addressIn(percentDecode(path) || (fields.get('address') ?? ''));
  const keys = [spendKey, fields.get('view_key') ?? ''].filter((part) => part !== '').map(keyIn);
  if (seed === '' && spendKey === '') throw fault('unreadable_keys', { reason: 'no_spend_key' });
  const given =
    spendKey === ''
      ? await fromWords(seed, passphrase)
      : readKeys({ keys, address: address || undefined }, '');
  const checked = address === '' ? given : { ...given, network: networkOf(address, given.keys) };
  const height = fields.get('height') ?? fields.get('restore_height') ?? '';
  return /^\d{1,9}$/.test(height) ? { ...checked, height: Number(height) } : checked;
};

interface HexKeys {
  readonly keys: readonly string[];
  readonly address?: string | undefined;
}
/** One or two keys in hex and perhaps the address. */
const readKeys = ({ keys: texts, address }: HexKeys, passphrase: string): GivenKeys => {
  const [spend, view, ...more] = texts.map(readKey);
  if (!spend || more.length > 0) throw fault('unreadable_keys', { reason: 'many_keys' });
  if (passphrase !== '') throw fault('unreadable_keys', { reason: 'passphrase' });
  const keys = view === undefined ? aloneOf(spend) : ordered(spend, view, address);
  return { kind: 'keys', keys, ...(address !== undefined && { network: networkOf(address, keys) }) };
};

const readKey = (text: string): SecretKey => {
  const [wrong] = /[^0-9a-f]/.exec(text) ?? [];
  if (wrong !== undefined) throw fault('unreadable_keys', { reason: 'key_character', character: wrong });
  if (text.length !== KEY_CHARS)
    throw fault('unreadable_keys', { reason: 'key_length', length: text.length });
  return asSecretKey(fromHex(text, 32));
};

/** The two keys come in either order. The address, or the rule that derives the view key, shows which is which. */
const ordered = (first: SecretKey, second: SecretKey, address: string | undefined): GivenKeys['keys'] => {
  const swapped =
    address === undefined
      ? equalBytes(viewOf(second), first)
      : equalBytes(accountOf(second, first).spendPublic, readAddress(address).spendPublic);
  return swapped ? accountOf(second, first) : accountOf(first, second);
};

const viewOf = (spendSecret: SecretKey): SecretKey => viewSecretFromSpend(spendSecret);

/**
 * A spend key alone is reduced mod l. Upstream: --generate-from-spend-key in src/simplewallet/simplewallet.cpp,
 * `account_base::generate`; beside a view key it must be reduced already.
 */
const aloneOf = (given: SecretKey): GivenKeys['keys'] => {
  const spend = asSecretKey(kernel.scalarReduce(given));
  given.fill(0);
  return accountOf(spend, viewOf(spend));
};

const accountOf = (spendSecret: SecretKey, viewSecret: SecretKey): GivenKeys['keys'] => ({
  ...accountFromKeys({ spendSecret, viewSecret }),
  spendSecret,
});

/** Faults bad_address, bad_base58; key_mismatch when the address is another wallet's. */
const networkOf = (text: string, { spendPublic, viewPublic }: AccountKeys): Network => {
  const address = readAddress(text);
  if (!equalBytes(address.spendPublic, spendPublic)) throw fault('key_mismatch', { which: 'spend' });
  if (!equalBytes(address.viewPublic, viewPublic)) throw fault('key_mismatch', { which: 'view' });
  return address.network;
};

const readAddress = (text: string): ReturnType<typeof parseAddress> => {
  try {
    return parseAddress(text);
  } catch (error) {
    if (!isFault(error)) throw error;
    throw fault('unreadable_keys', { reason: 'address' });
  }
};
