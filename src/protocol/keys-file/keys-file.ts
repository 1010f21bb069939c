/**
 * `.keys` files: iv, then a string encrypted with ChaCha20 and the password's key. It contains JSON with the keys.
 * The oldest files (2014) contain only the keys; some of that time use ChaCha8.
 * Upstream: `wallet2::get_keys_file_data`, `load_keys_buf`. Vectors: monero/data/wallet_*.keys.
 */
import { publicKeyOf } from '../keys/public-key.ts';
import { asSecretKey, type PublicKey, type SecretKey } from '../../base/brands.ts';
import { withoutArmour } from '../../base/armour.ts';
import { equalBytes } from '../../base/bytes.ts';
import { isFault } from '../../base/fault.ts';
import { chacha20, chacha8 } from '../../kernel/hash/chacha20.ts';
import { kernel } from '../../kernel/kernel.ts';
import type { Network } from '../address/address.ts';
import { blob, decode, encode, fixed, struct } from '../archive/coder.ts';
import { fault } from '../faults.ts';
import type { AccountKeys } from '../keys/account.ts';
import { languageFacts, parseLanguage } from '../mnemonic/languages.ts';
import { isEncrypted, polyseedKey } from '../mnemonic/polyseed/seed.ts';
import { readStoredPolyseed, writeStoredPolyseed } from '../mnemonic/polyseed/stored.ts';
import {
  parsePolyseedLanguage,
  polyseedLanguageName,
  type PolyseedLanguage,
} from '../mnemonic/polyseed/word-lists.ts';
import type { RandomBytes } from '../ring/scalar.ts';
import { readAccountData, writeAccountData, type AccountData } from './account-data.ts';
import { backgroundKeyOf, fileKeyOf, maskSecrets } from './cipher.ts';
import { readLatin1Json, writeLatin1Json, type Latin1Object } from './latin1-json.ts';
import { settingsFields } from './settings.ts';

export interface KeysFile {
  /** In a multisig wallet `spendSecret` is this signer's own key and does not match `spendPublic`. */
  readonly keys: AccountKeys;
  /** Undefined when the file does not contain it. */
  readonly network: Network | undefined;
  /** English name; empty when the wallet was not made from a seed phrase. */
  readonly seedLanguage: string;
  readonly refreshHeight: number;
  /** In seconds; 2014 in restored wallets. */
  readonly createdAt: number;
  readonly lookahead: { readonly major: number; readonly minor: number };
  readonly multisigEnabled: boolean;
  readonly multisig?: MultisigPart;
  /** Present if the wallet has 16 words. */
  readonly polyseed?: KeysFilePolyseed;
}
/** A Polyseed without its password, from which the keys of the file follow. */
export interface KeysFilePolyseed {
  readonly secret: Uint8Array;
  readonly birthday: number;
  readonly language: PolyseedLanguage;
}
/** Multisig fields of the file, undecoded; src/wallet/account/signer-file.ts decodes them. */
export interface MultisigPart {
  readonly threshold: number;
  readonly rounds: number;
  /** Archives of the signers' keys and of an unfinished key exchange. */
  readonly signers: Uint8Array;
  readonly derivations: Uint8Array;
  readonly keys: readonly SecretKey[];
}

/** Largest file; that of the largest multisig wallet has some hundred kilobytes. */
const MAX_FILE_BYTES = 4 << 20;
const LOOKAHEAD = { major: 50, minor: 200 };
/** Largest look-ahead: computing more addresses would take minutes. */
const MAX_LOOKAHEAD = 200_000;
const NETWORKS: readonly Network[] = ['mainnet', 'testnet', 'stagenet'];
const NO_KEY = asSecretKey(new Uint8Array(32));

const sealed = struct({ iv: fixed(8), content: blob(MAX_FILE_BYTES) });

/**
 * Faults wrong_file_password; bad_keys_file: `shape` (not such a file, or damaged), `keys` (secret and public keys do
 * not match: damaged), `device` (the keys are in a hardware wallet), `lookahead`.
 */
export function readKeysFile(bytes: Uint8Array, password: string): KeysFile {
  if (bytes.length > MAX_FILE_BYTES) throw bad('shape');
  const { iv, content } = orBad('shape', () => decode(sealed, withoutArmour(bytes)));
  const fileKey = fileKeyOf(password);
  for (const { key, plain } of attempts(fileKey, iv, content)) {
    const json = readLatin1Json(plain);
    if (json) return ofJson(json, key);
    const legacy = orUndefined(() => readAccountData(plain));
    if (legacy) return ofAccount(legacy, new Map(), false);
  }
  throw fault('wrong_file_password');
}

/** Yields what the current cipher, that of 2014, and the key of background sync files decrypt. */
function* attempts(fileKey: Uint8Array, iv: Uint8Array, content: Uint8Array) {
  yield { key: fileKey, plain: chacha20(fileKey, iv, content) };
  yield { key: fileKey, plain: chacha8(fileKey, iv, content) };
  const key = backgroundKeyOf(fileKey);
  yield { key, plain: chacha20(key, iv, content) };
}

const ofJson = (json: Latin1Object, fileKey: Uint8Array): KeysFile => {
  const keyData = json.get('key_data');
  if (!(keyData instanceof Uint8Array)) throw bad('shape');
  if (number(json, 'key_on_device', 0) !== 0) throw bad('device');
  const data = orBad('shape', () => readAccountData(keyData));
  const watchOnly = number(json, 'watch_only', 0) !== 0;
  if (number(json, 'encrypted_secret_keys', 0) === 0) return ofAccount(data, json, watchOnly);
  const { spendSecret, viewSecret, multisigKeys, polyseed } = data;
  const [spend, view, ...rest] = maskSecrets(fileKey, data.iv, [
    spendSecret,
    viewSecret,
    ...multisigKeys,
    ...(polyseed ? [polyseed] : []),
  ]);
  const plain = { ...data, spendSecret: spend!, viewSecret: view!, multisigKeys: rest };
  return ofAccount(polyseed ? { ...plain, polyseed: rest.pop()! } : plain, json, watchOnly);
};

const ofAccount = (data: AccountData, json: Latin1Object, watchOnly: boolean): KeysFile => {
  const { spendPublic, viewPublic, viewSecret } = data;
  const multisig = number(json, 'multisig', 0) === 0 ? undefined : multisigOf(data, json);
  const spendSecret = watchOnly || equalBytes(data.spendSecret, NO_KEY) ? undefined : data.spendSecret;
  if (!belongs(viewSecret, viewPublic) || !kernel.isOnCurve(spendPublic)) throw bad('keys');
  if (spendSecret && !multisig && !belongs(spendSecret, spendPublic)) throw bad('keys');
  const lookahead = {
    major: number(json, 'subaddress_lookahead_major', LOOKAHEAD.major),
    minor: number(json, 'subaddress_lookahead_minor', LOOKAHEAD.minor),
  };
  if (lookahead.major * lookahead.minor > MAX_LOOKAHEAD) throw bad('lookahead');
  return {
    keys: { spendPublic, viewPublic, viewSecret, ...(spendSecret && { spendSecret }) },
    network: json.has('nettype') ? networkOf(number(json, 'nettype', 0)) : undefined,
    seedLanguage: languageOf(json),
    refreshHeight: number(json, 'refresh_height', 0),
    createdAt: Number(data.createdAt),
    lookahead: { major: Math.max(1, lookahead.major), minor: Math.max(1, lookahead.minor) },
    multisigEnabled: number(json, 'enable_multisig', 0) !== 0,
    ...(multisig && { multisig }),
    ...polyseedOf(data, json, spendSecret),
  };
};

/**
 * Nothing if the keys do not follow from the Polyseed, as when a passphrase was added: 25 words restore these. The same
 * for a seed that cannot be read, since the keys are what counts.
 */
const polyseedOf = (
  data: AccountData,
  json: Latin1Object,
  spendSecret: SecretKey | undefined,
): { readonly polyseed?: KeysFilePolyseed } => {
  const seed = data.polyseed && readStoredPolyseed(data.polyseed);
  if (!seed || !spendSecret || isEncrypted(seed)) return {};
  if (!equalBytes(kernel.scalarReduce(polyseedKey(seed)), spendSecret)) return {};
  const language = parsedOr(json, parsePolyseedLanguage, 'English');
  return { polyseed: { secret: seed.secret, birthday: seed.birthday, language } };
};

const multisigOf = ({ multisigKeys }: AccountData, json: Latin1Object): MultisigPart => {
  const signers = json.get('multisig_signers');
  const derivations = json.get('multisig_derivations') ?? new Uint8Array(0);
  if (!(signers instanceof Uint8Array) || !(derivations instanceof Uint8Array)) throw bad('shape');
  return {
    threshold: number(json, 'multisig_threshold', 0),
    rounds: number(json, 'multisig_rounds_passed', 0),
    signers,
    derivations,
    keys: multisigKeys,
  };
};

const belongs = (secret: SecretKey, key: PublicKey): boolean =>
  kernel.isReducedScalar(secret) && equalBytes(publicKeyOf(secret), key);

const networkOf = (code: number): Network => {
  // 3 is regtest, which uses mainnet's addresses.
  const network = code === 3 ? 'mainnet' : NETWORKS[code];
  if (!network) throw bad('shape');
  return network;
};

/** An unknown language is ignored: the words can be shown in any language. */
const languageOf = (json: Latin1Object): string => parsedOr(json, parseLanguage, '');

const parsedOr = <T extends string>(json: Latin1Object, parse: (name: string) => T, otherwise: T): T => {
  const name = json.get('seed_language');
  if (!(name instanceof Uint8Array)) return otherwise;
  try {
    return parse(new TextDecoder().decode(name));
  } catch (error) {
    if (!isFault(error, 'unknown_language')) throw error;
    return otherwise;
  }
};

const number = (json: Latin1Object, name: string, missing: number): number => {
  const value = json.get(name) ?? missing;
  if (typeof value !== 'number' || !Number.isSafeInteger(value) || value < 0) throw bad('shape');
  return value;
};

type Reason = 'shape' | 'keys' | 'device' | 'lookahead';
const bad = (reason: Reason) => fault('bad_keys_file', { reason });
const orBad = <T>(reason: Reason, read: () => T): T => {
  try {
    return read();
  } catch (error) {
    throw isFault(error) ? bad(reason) : error;
  }
};
const orUndefined = <T>(read: () => T): T | undefined => {
  try {
    return read();
  } catch (error) {
    if (!isFault(error)) throw error;
    return undefined;
  }
};

/**
 * For 16 words the English name: the reference finds their list by it, and most of the lists of 25 words, which releases
 * without Polyseed show.
 */
const writtenLanguage = ({ polyseed, seedLanguage }: KeysFile): string => {
  if (polyseed) return polyseedLanguageName(polyseed.language);
  return seedLanguage === '' ? '' : languageFacts[parseLanguage(seedLanguage)].localName;
};

/** Writes a file like monero-wallet-cli 0.18. Without `spendSecret` the wallet is view-only. */
export function writeKeysFile(
  { random }: { readonly random: RandomBytes },
  file: KeysFile,
  password: string,
): Uint8Array {
  const { keys, multisig, polyseed } = file;
  const fileKey = fileKeyOf(password);
  const inner = random(8);
  const stored = polyseed && asSecretKey(writeStoredPolyseed({ ...polyseed, features: 0 }));
  const [spendSecret, viewSecret, ...rest] = maskSecrets(fileKey, inner, [
    keys.spendSecret ?? NO_KEY,
    keys.viewSecret,
    ...(multisig?.keys ?? []),
    ...(stored ? [stored] : []),
  ]);
  const maskedSeed = stored ? rest.pop() : undefined;
  const keyData = writeAccountData({
    spendPublic: keys.spendPublic,
    viewPublic: keys.viewPublic,
    spendSecret: spendSecret!,
    viewSecret: viewSecret!,
    multisigKeys: rest,
    ...(maskedSeed && { polyseed: maskedSeed }),
    iv: inner,
    createdAt: BigInt(file.createdAt),
  });
  const plain = writeLatin1Json(
    settingsFields({
      keyData,
      seedLanguage: writtenLanguage(file),
      polyseed: polyseed !== undefined,
      watchOnly: !keys.spendSecret,
      refreshHeight: file.refreshHeight,
      network: NETWORKS.indexOf(file.network ?? 'mainnet'),
      lookahead: file.lookahead,
      multisigEnabled: file.multisigEnabled,
      ...(multisig && { multisig }),
    }),
  );
  const iv = random(8);
  const content = chacha20(fileKey, iv, plain);
  fileKey.fill(0);
  plain.fill(0);
  return encode(sealed, { iv, content });
}
