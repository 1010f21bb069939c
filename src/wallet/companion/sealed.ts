/**
 * The bytes of a companion, as they leave the wallet (docs/adr/0014):
 * magic ‖ version ‖ which secret ‖ salt (32) ‖ encrypted content ‖ tag (32) ‖ checksum (4).
 * The content has its length before it and zeros after it, up to a power of two, so that its size reveals little. Two keys follow
 * from the wallet's secret, its network and the salt: one encrypts (ChaCha20), one authenticates everything before the tag
 * (Keccak-256 with the key first). The checksum needs no key: it distinguishes a damaged companion from one of another wallet.
 */
import { concat, equalBytes, u32le, utf8 } from '../../base/bytes.ts';
import { MAGICS } from '../../base/magics.ts';
import { chacha20 } from '../../kernel/hash/chacha20.ts';
import { kernel } from '../../kernel/kernel.ts';
import { fault, type CompanionProblem } from '../faults.ts';
import type { AccountRecord } from '../state/records/account.ts';

const MAGIC = utf8(MAGICS.companion);
const VERSION = 1;
/** The secret of the wallet that opens a companion; with several, the strongest is used. */
const BY = { spend: 0, signer: 1, view: 2 } as const;
type Secrets = Pick<AccountRecord, 'network' | 'spendSecret' | 'viewSecret' | 'multisig'>;

const SALT = 32;
const TAG = 32;
const CHECKSUM = 4;
const HEADER = MAGIC.length + 2 + SALT;
const LENGTH = 4;
const SMALLEST = 1 << 10;
/** Most bytes of content: those of some ten thousand payments. */
const LARGEST = 1 << 21;

/** `random`: so many bytes. Fault bad_companion (too_large). */
export function sealCompanion(
  random: (count: number) => Uint8Array,
  account: Secrets,
  content: Uint8Array,
): Uint8Array {
  const padded = pad(content);
  const by = account.spendSecret ? BY.spend : account.multisig ? BY.signer : BY.view;
  const head = concat(MAGIC, Uint8Array.of(VERSION, by), random(SALT));
  const keys = keysFor(account, head)!;
  const sealed = concat(head, chacha20(keys.cipher, NONCE, padded));
  padded.fill(0);
  const tagged = concat(sealed, tagOf(keys, sealed));
  wipe(keys);
  return concat(tagged, checksumOf(tagged));
}

/** Fault bad_companion. */
export function openCompanion(account: Secrets, bytes: Uint8Array): Uint8Array {
  if (!equalBytes(bytes.subarray(0, MAGIC.length), MAGIC)) throw bad('magic');
  const version = bytes[MAGIC.length] ?? 0;
  // Before everything else, since a later version may differ in all of it.
  if (version > VERSION) throw bad('too_new');
  const size = bytes.length - HEADER - TAG - CHECKSUM;
  if (size > LARGEST) throw bad('too_large');
  const end = bytes.length - CHECKSUM;
  if (size < SMALLEST || version === 0) throw bad('damaged');
  if (!equalBytes(checksumOf(bytes.subarray(0, end)), bytes.subarray(end))) throw bad('damaged');
  const keys = keysFor(account, bytes.subarray(0, HEADER));
  if (!keys) throw bad('spend_key');
  const sealed = bytes.subarray(0, end - TAG);
  const right = isSame(tagOf(keys, sealed), bytes.subarray(end - TAG, end));
  const padded = right ? chacha20(keys.cipher, NONCE, sealed.subarray(HEADER)) : undefined;
  wipe(keys);
  if (!padded) throw bad('other_wallet');
  const content = unpad(padded);
  padded.fill(0);
  return content;
}

/** A cipher key is used once, so the nonce may be constant. */
const NONCE = new Uint8Array(8);

interface Keys {
  readonly cipher: Uint8Array;
  readonly tag: Uint8Array;
}
/** Undefined when this wallet has no such secret. */
const keysFor = (account: Secrets, head: Uint8Array): Keys | undefined => {
  const secret = secretOf(account, head[MAGIC.length + 1]!);
  if (!secret) return undefined;
  const keyFor = (purpose: string): Uint8Array => {
    const input = concat(utf8(`ostro companion ${purpose} ${account.network} `), head, secret);
    const key = kernel.keccak256(input);
    input.fill(0);
    return key;
  };
  return { cipher: keyFor('cipher'), tag: keyFor('tag') };
};
const secretOf = ({ spendSecret, multisig, viewSecret }: Secrets, by: number): Uint8Array | undefined => {
  if (by === BY.spend) return spendSecret;
  if (by === BY.signer) return multisig?.signerSecret;
  return by === BY.view ? viewSecret : undefined;
};

const tagOf = ({ tag }: Keys, sealed: Uint8Array): Uint8Array => kernel.keccak256(concat(tag, sealed));
const checksumOf = (bytes: Uint8Array): Uint8Array => kernel.keccak256(bytes).subarray(0, CHECKSUM);
const isSame = (a: Uint8Array, b: Uint8Array): boolean =>
  a.reduce((difference, byte, i) => difference | (byte ^ b[i]!), 0) === 0;
const wipe = ({ cipher, tag }: Keys): void => {
  cipher.fill(0);
  tag.fill(0);
};

const pad = (content: Uint8Array): Uint8Array => {
  const needed = content.length + LENGTH;
  if (needed > LARGEST) throw bad('too_large');
  let size = SMALLEST;
  while (size < needed) size *= 2;
  const padded = new Uint8Array(size);
  padded.set(u32le(content.length));
  padded.set(content, LENGTH);
  return padded;
};
const unpad = (padded: Uint8Array): Uint8Array => {
  const [a = 0, b = 0, c = 0, d = 0] = padded;
  const length = a + b * 0x100 + c * 0x1_0000 + d * 0x100_0000;
  if (length > padded.length - LENGTH) throw bad('damaged');
  return padded.slice(LENGTH, LENGTH + length);
};

const bad = (reason: CompanionProblem) => fault('bad_companion', { reason });
