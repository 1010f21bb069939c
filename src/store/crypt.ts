/**
 * Uses the file key, as only passkey.ts, which wraps it a second time, and long-bytes.ts, which encrypts with it, do beside.
 * Argon2id (RFC 9106) derives a key from the password, which wraps the random file key; AES-256-GCM encrypts every record with
 * the file key. JavaScript never has its bytes: WebCrypto creates, wraps and unwraps it, and returns a key that cannot be
 * exported. In Node, long-bytes.ts passes it to Node's own functions as it is.
 *
 * The additional data binds each record to format version, kind, wallet id, sequence number and the tag of the record
 * before, so a record decrypts only at its own position in its own wallet. Reasons: docs/adr/0006.
 * tests/unit/store/crypt.test.ts compares with @noble/hashes and Node's own crypto.
 */
import { concat, equalBytes, u32le, u64le, utf8 } from '../base/bytes.ts';
import type { Random } from '../ports/random.ts';
import { fault } from './faults.ts';
import {
  FORMAT_VERSION,
  NO_LINK,
  NONCE_SIZE,
  parseBox,
  type KdfParams,
  type KeySlot,
  type RecordKind,
} from './header.ts';
import { forLength, gcm, isRefusal, own } from './long-bytes.ts';
import { stretch } from './stretch.ts';

/** The second recommendation of RFC 9106: 64 MiB and three passes; one lane, since a worker has one thread. */
export const KDF: KdfParams = { memoryKib: 64 * 1024, passes: 3, lanes: 1 };

/** The file key of one open wallet. It is released on close; WebCrypto offers no way to overwrite it. */
export type FileKey = CryptoKey & { readonly [fileKey]: true };
declare const fileKey: unique symbol;

/** The position of a record, which decrypts at no other one. */
export interface RecordAad {
  readonly id: Uint8Array;
  readonly kind: RecordKind | 'head' | 'box';
  readonly sequence: number;
  /** Tag of the record before, `NO_LINK` for the first of a chain; for the head, the tag of the last record. */
  readonly link: Uint8Array;
}

/** Creates a random file key and wraps it with the password. */
export async function createKey(
  { random, kdf }: { readonly random: Random; readonly kdf: KdfParams },
  id: Uint8Array,
  password: string,
): Promise<{ readonly slot: KeySlot; readonly key: FileKey }> {
  const exportable = await crypto.subtle.generateKey({ name: 'AES-GCM', length: 256 }, true, [
    'encrypt',
    'decrypt',
  ]);
  const { slot, wrapping } = await wrap({ random, kdf }, id, exportable, password);
  return { slot, key: (await unwrap(slot, id, wrapping, false)) as FileKey };
}

/** Unwraps the file key. Faults: wrong_password; file_damaged when the slot was changed. */
export async function openKey(slot: KeySlot, id: Uint8Array, password: string): Promise<FileKey> {
  await checkSlot(slot, id);
  return (await unwrap(slot, id, await passwordKey(slot, password), false)) as FileKey;
}

/**
 * Wraps the same file key with a new password; records stay unchanged. Faults: wrong_password; file_damaged when the
 * slot was changed.
 */
export async function rewrapKey(
  { random, kdf }: { readonly random: Random; readonly kdf: KdfParams },
  slot: KeySlot,
  id: Uint8Array,
  oldPassword: string,
  newPassword: string,
): Promise<KeySlot> {
  const exportable = await openExportableKey(slot, id, oldPassword);
  return (await wrap({ random, kdf }, id, exportable, newPassword)).slot;
}

/**
 * The file key in the form that `wrapKey` accepts: not to be held longer than for that. Faults: wrong_password,
 * file_damaged.
 */
export async function openExportableKey(slot: KeySlot, id: Uint8Array, password: string): Promise<CryptoKey> {
  await checkSlot(slot, id);
  return unwrap(slot, id, await passwordKey(slot, password), true);
}

/** Encrypts a secret with a new key that only the password unwraps; the file key does not decrypt it. */
export async function sealBox(
  deps: { readonly random: Random; readonly kdf: KdfParams },
  id: Uint8Array,
  password: string,
  secret: Uint8Array,
): Promise<SealedBox> {
  const { slot, key } = await createKey(deps, id, password);
  return { ...slot, sealed: await seal(deps.random, key, boxAad(id), secret) };
}

/** Faults wrong_password, file_damaged. */
export async function openBox(id: Uint8Array, password: string, box: object): Promise<Uint8Array> {
  const { slot, sealed } = parseBox(box);
  return unseal(await openKey(slot, id, password), boxAad(id), sealed);
}
type SealedBox = KeySlot & { readonly sealed: Uint8Array };

const boxAad = (id: Uint8Array): RecordAad => ({ id, kind: 'box', sequence: 0, link: NO_LINK });

/** nonce || cipher text || tag. */
export async function seal(
  random: Random,
  key: FileKey,
  aad: RecordAad,
  plain: Uint8Array,
): Promise<Uint8Array> {
  const box = { nonce: random.bytes(NONCE_SIZE), data: aadBytes(aad) };
  return forLength(plain.length).encrypt(key, box, plain);
}

/** Fault file_damaged: the bytes were not encrypted with this key and additional data. */
export async function unseal(key: FileKey, aad: RecordAad, sealed: Uint8Array): Promise<Uint8Array> {
  const plain = await forLength(sealed.length).decrypt(key, aadBytes(aad), sealed);
  if (!plain)
    throw fault('file_damaged', {
      what: aad.kind === 'head' || aad.kind === 'box' ? aad.kind : `record ${aad.sequence}`,
    });
  return plain;
}

const wrap = async (
  { random, kdf }: { readonly random: Random; readonly kdf: KdfParams },
  id: Uint8Array,
  key: CryptoKey,
  password: string,
): Promise<{ readonly slot: KeySlot; readonly wrapping: CryptoKey }> => {
  const open = { kdf: 'argon2id', ...kdf, salt: random.bytes(16), nonce: random.bytes(NONCE_SIZE) } as const;
  const data = slotData(open, id);
  const wrapping = await passwordKey(open, password);
  const wrapped = await wrapWith(wrapping, key, open.nonce, data);
  return { slot: { ...open, wrapped, checksum: await slotChecksum(data, wrapped) }, wrapping };
};

/** Fault wrong_password. */
const unwrap = async (
  slot: KeySlot,
  id: Uint8Array,
  wrapping: CryptoKey,
  extractable: boolean,
): Promise<CryptoKey> => {
  const key = await unwrapWith(wrapping, slot, slotData(slot, id), extractable);
  if (!key) throw fault('wrong_password');
  return key;
};

/** The file key, encrypted: 32 bytes and a tag. `data` is authenticated with it. */
export async function wrapWith(
  wrapping: CryptoKey,
  key: CryptoKey,
  nonce: Uint8Array,
  data: Uint8Array,
): Promise<Uint8Array> {
  return new Uint8Array(await crypto.subtle.wrapKey('raw', key, wrapping, gcm(nonce, data)));
}

/** Undefined: the file key was not wrapped with this key and data. */
export async function unwrapWith(
  wrapping: CryptoKey,
  { wrapped, nonce }: Pick<KeySlot, 'wrapped' | 'nonce'>,
  data: Uint8Array,
  extractable = false,
): Promise<CryptoKey | undefined> {
  const usages: KeyUsage[] = ['encrypt', 'decrypt'];
  const parameters = gcm(nonce, data);
  try {
    return await crypto.subtle.unwrapKey(
      'raw',
      own(wrapped),
      wrapping,
      parameters,
      'AES-GCM',
      extractable,
      usages,
    );
  } catch (error) {
    if (!isRefusal(error)) throw error;
    return undefined;
  }
}

/** Detects a damaged slot before the slow password check. Fault file_damaged. */
const checkSlot = async (slot: KeySlot, id: Uint8Array): Promise<void> => {
  if (!equalBytes(await slotChecksum(slotData(slot, id), slot.wrapped), slot.checksum))
    throw fault('file_damaged', { what: 'key slot' });
};

/**
 * Normalised to NFC, so that the same typed password opens the file on every system (as in the OpaqueString profile
 * of RFC 8265); nothing is trimmed or case-folded. The prefix separates domains, and makes the input non-empty, which
 * the library requires.
 */
const passwordBytes = (password: string): Uint8Array =>
  utf8(`ostro wallet password:${password.normalize('NFC')}`);

const passwordKey = async (
  slot: KdfParams & { readonly salt: Uint8Array },
  password: string,
): Promise<CryptoKey> => {
  const input = passwordBytes(password);
  const { salt, memoryKib, passes, lanes } = slot;
  const raw = await stretch({ password: input, salt, memoryKib, passes, lanes });
  const key = await crypto.subtle.importKey('raw', own(raw), 'AES-GCM', false, ['wrapKey', 'unwrapKey']);
  raw.fill(0);
  input.fill(0);
  return key;
};

const LABEL = utf8('ostro wallet file');
const KIND = { slot: 0, snapshot: 1, entry: 2, head: 3, box: 4, passkey: 5 } as const;

/** The beginning of all authenticated data: which kind of which wallet. */
export function aadStart(kind: keyof typeof KIND, id: Uint8Array): Uint8Array {
  return concat(LABEL, u32le(FORMAT_VERSION), Uint8Array.of(KIND[kind]), id);
}

const aadBytes = ({ id, kind, sequence, link }: RecordAad): Uint8Array =>
  concat(aadStart(kind, id), u64le(BigInt(sequence)), link);

const slotData = (slot: KdfParams & Pick<KeySlot, 'salt' | 'nonce'>, id: Uint8Array): Uint8Array =>
  concat(
    aadStart('slot', id),
    u32le(slot.memoryKib),
    u32le(slot.passes),
    u32le(slot.lanes),
    slot.salt,
    slot.nonce,
  );

/** Public checksum of a key slot: 8 bytes. It tells damage from a wrong password or passkey. */
export async function slotChecksum(data: Uint8Array, wrapped: Uint8Array): Promise<Uint8Array> {
  return new Uint8Array(await crypto.subtle.digest('SHA-256', own(concat(data, wrapped)))).slice(0, 8);
}
