/**
 * The passkey slot of a wallet header: the file key wrapped a second time, with a secret of an authenticator (WebAuthn
 * extension `prf`), and a PIN if the person chose one. Layout and reasons: docs/adr/0006. tests/unit/store/passkey.test.ts
 * reads it a second time with Node's crypto and @noble/hashes.
 */
import { concat, equalBytes, u32le, utf8 } from '../base/bytes.ts';
import type { PasskeyInfo, PasskeySecret } from '../ports/wallet-files.ts';
import type { Random } from '../ports/random.ts';
import { aadStart, slotChecksum, unwrapWith, wrapWith, type FileKey } from './crypt.ts';
import { own } from './long-bytes.ts';
import { fault } from './faults.ts';
import {
  isBytes,
  isKdf,
  isObject,
  NONCE_SIZE,
  TAG_SIZE,
  type KdfParams,
  type WalletHeader,
} from './header.ts';
import { stretch } from './stretch.ts';

/** Size in bytes of the PRF's input and output. */
const PRF_SIZE = 32;
/** The longest credential id that WebAuthn allows, in bytes. */
const MAX_CREDENTIAL = 1023;

export interface PasskeySlot {
  readonly credential: Uint8Array; // 1 to 1023
  readonly prfSalt: Uint8Array; // 32
  /** How the PIN is stretched; absent: there is none. */
  readonly pin?: KdfParams & { readonly salt: Uint8Array }; // 16
  readonly nonce: Uint8Array; // 12
  readonly wrapped: Uint8Array; // 32 + tag
  /** Public checksum of the fields above. It tells a damaged slot from a wrong passkey. */
  readonly checksum: Uint8Array; // 8
}

/** Wraps the file key for a passkey. `key`: of `openExportableKey`. */
export async function makePasskeySlot(
  { random, kdf }: { readonly random: Random; readonly kdf: KdfParams },
  id: Uint8Array,
  key: CryptoKey,
  { credential, salt }: Omit<PasskeyInfo, 'pin'>,
  secret: PasskeySecret,
): Promise<PasskeySlot> {
  if (!isCredential(credential) || !isBytes(salt, PRF_SIZE)) throw new Error('This is no passkey.');
  const open = {
    credential: credential.slice(),
    prfSalt: salt.slice(),
    ...(secret.pin !== '' && { pin: { ...kdf, salt: random.bytes(16) } }),
    nonce: random.bytes(NONCE_SIZE),
  };
  const data = slotData(open, id);
  const wrapped = await wrapWith(await wrappingKey(open, id, secret), key, open.nonce, data);
  return { ...open, wrapped, checksum: await slotChecksum(data, wrapped) };
}

/** Unwraps the file key. Faults no_passkey, wrong_passkey, passkey_damaged. */
export async function openByPasskey(
  header: Pick<WalletHeader, 'id' | 'name' | 'passkey'>,
  secret: PasskeySecret,
): Promise<FileKey> {
  const { id, name } = header;
  const slot = await passkeySlotOf(header);
  if (!slot) throw fault('no_passkey', { name });
  const wrong = () => fault('wrong_passkey', { pin: slot.pin !== undefined });
  if ((slot.pin !== undefined) !== (secret.pin !== '')) throw wrong();
  const key = await unwrapWith(await wrappingKey(slot, id, secret), slot, slotData(slot, id));
  if (!key) throw wrong();
  return key as FileKey;
}

/**
 * The facts about the slot that the page may know; undefined: the header has none. Takes a header as read from a
 * disk.
 */
export async function passkeyInfoOf(header: unknown): Promise<PasskeyInfo | 'damaged' | undefined> {
  if (!isObject(header) || header['passkey'] === undefined) return undefined;
  if (!isBytes(header['id'], 16)) return 'damaged';
  const slot = await readSlot(header['id'], header['passkey']);
  return slot ? { credential: slot.credential, salt: slot.prfSalt, pin: slot.pin !== undefined } : 'damaged';
}

/** Undefined: the header has none. Fault passkey_damaged. */
export async function passkeySlotOf({
  id,
  passkey,
}: Pick<WalletHeader, 'id' | 'passkey'>): Promise<PasskeySlot | undefined> {
  if (passkey === undefined) return undefined;
  const slot = await readSlot(id, passkey);
  if (!slot) throw fault('passkey_damaged');
  return slot;
}

/** Undefined: it is damaged. */
const readSlot = async (id: Uint8Array, value: unknown): Promise<PasskeySlot | undefined> => {
  if (!isSlot(value)) return undefined;
  const checksum = await slotChecksum(slotData(value, id), value.wrapped);
  return equalBytes(checksum, value.checksum) ? value : undefined;
};

const isCredential = (value: unknown): boolean =>
  value instanceof Uint8Array && value.length > 0 && value.length <= MAX_CREDENTIAL;

const isPin = (value: unknown): boolean =>
  isObject(value) && isKdf(value as unknown as KdfParams) && isBytes(value['salt'], 16);

const isSlot = (value: unknown): value is PasskeySlot =>
  isObject(value) &&
  isCredential(value['credential']) &&
  isBytes(value['prfSalt'], PRF_SIZE) &&
  (value['pin'] === undefined || isPin(value['pin'])) &&
  isBytes(value['nonce'], NONCE_SIZE) &&
  isBytes(value['wrapped'], 32 + TAG_SIZE) &&
  isBytes(value['checksum'], 8);

type OpenSlot = Omit<PasskeySlot, 'wrapped' | 'checksum'>;

const slotData = ({ credential, prfSalt, pin, nonce }: OpenSlot, id: Uint8Array): Uint8Array =>
  concat(
    aadStart('passkey', id),
    Uint8Array.of(credential.length & 255, credential.length >> 8),
    credential,
    prfSalt,
    Uint8Array.of(pin ? 1 : 0),
    ...(pin ? [u32le(pin.memoryKib), u32le(pin.passes), u32le(pin.lanes), pin.salt] : []),
    nonce,
  );

const INFO = utf8('ostro wallet passkey');

/** HKDF over the authenticator's answer, and the stretched PIN if the slot has one. */
const wrappingKey = async (
  { pin }: Pick<OpenSlot, 'pin'>,
  id: Uint8Array,
  { output, pin: typed }: PasskeySecret,
): Promise<CryptoKey> => {
  if (!isBytes(output, PRF_SIZE)) throw new Error('The output of a PRF has another size.');
  const stretched = pin ? await stretchPin(pin, typed) : new Uint8Array();
  const input = concat(output, stretched);
  try {
    const base = await crypto.subtle.importKey('raw', own(input), 'HKDF', false, ['deriveKey']);
    return await crypto.subtle.deriveKey(
      { name: 'HKDF', hash: 'SHA-256', salt: own(id), info: own(INFO) },
      base,
      { name: 'AES-GCM', length: 256 },
      false,
      ['wrapKey', 'unwrapKey'],
    );
  } finally {
    input.fill(0);
    stretched.fill(0);
  }
};

/** NFC for the same reason as with passwords (crypt.ts). */
const stretchPin = async (
  { salt, memoryKib, passes, lanes }: NonNullable<PasskeySlot['pin']>,
  typed: string,
): Promise<Uint8Array> => {
  const password = utf8(`ostro wallet PIN:${typed.normalize('NFC')}`);
  try {
    return await stretch({ password, salt, memoryKib, passes, lanes });
  } finally {
    password.fill(0);
  }
};
