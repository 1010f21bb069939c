/**
 * What lies on the disk for one wallet: a public header and its sealed records (docs/adr/0006). Everything that
 * comes back from a disk is parsed here, once; nothing else trusts it.
 */
import { utf8 } from '../base/bytes.ts';
import { fault } from './faults.ts';

/** The version this code writes. A higher one is refused by name. */
export const FORMAT_VERSION = 1;
/** No single record is larger: a forged length must not size our memory. */
export const MAX_RECORD = 256 * 1024 * 1024;
/** Bytes that a sealed record has over its plain text: a nonce before, a tag behind. */
export const NONCE_SIZE = 12;
export const TAG_SIZE = 16;
/** The link of the first record of a chain. */
export const NO_LINK = new Uint8Array(TAG_SIZE);

/** Argon2id: `memoryKib` KiB, `passes` (t), `lanes` (p). */
export interface KdfParams {
  readonly memoryKib: number;
  readonly passes: number;
  readonly lanes: number;
}

/** The file key, wrapped by a password. */
export interface KeySlot extends KdfParams {
  readonly kdf: 'argon2id';
  readonly salt: Uint8Array; // 16
  readonly nonce: Uint8Array; // 12
  readonly wrapped: Uint8Array; // 32 + tag
  /** Of the fields above; no secret. It tells a damaged slot from a wrong password. */
  readonly checksum: Uint8Array; // 8
}

export interface WalletHeader {
  /** Key of this copy on this disk, and the name of its lock. An import gets a new one. */
  readonly place: string;
  /** In NFC, unique on the disk. */
  readonly name: string;
  readonly version: number;
  /** Random; bound into every seal, travels with exports. */
  readonly id: Uint8Array; // 16
  readonly createdAt: number;
  readonly usedAt: number;
  readonly slot: KeySlot;
  /** Fencing token: the last opener's. A commit under another one is refused. */
  readonly owner: string;
  /** Number of the last record; 0 when there is none. Never used twice. */
  readonly sequence: number;
  /** Tag of the last record. */
  readonly link: Uint8Array; // 16
  /** Seal over `sequence` and `link`: records cut off at the end do not go unnoticed. */
  readonly head: Uint8Array; // nonce + tag
}

export type RecordKind = 'snapshot' | 'entry';

export interface StoredRecord {
  readonly place: string;
  readonly sequence: number;
  readonly kind: RecordKind;
  readonly sealed: Uint8Array;
}

/** The tag of a sealed record: what the next record is linked to. */
export function tagOf(sealed: Uint8Array): Uint8Array {
  return sealed.slice(-TAG_SIZE);
}

/** Faults: file_too_new, file_damaged. */
export function parseHeader(value: unknown): WalletHeader {
  const it = isObject(value) ? value : {};
  const { version } = it;
  if (typeof version === 'number' && Number.isSafeInteger(version) && version > FORMAT_VERSION)
    throw fault('file_too_new', { version, known: FORMAT_VERSION });
  const good =
    version === FORMAT_VERSION &&
    typeof it['place'] === 'string' &&
    typeof it['name'] === 'string' &&
    typeof it['owner'] === 'string' &&
    isCount(it['createdAt']) &&
    isCount(it['usedAt']) &&
    isCount(it['sequence']) &&
    isBytes(it['id'], 16) &&
    isBytes(it['link'], TAG_SIZE) &&
    isBytes(it['head'], NONCE_SIZE + TAG_SIZE) &&
    isSlot(it['slot']);
  if (!good) throw fault('file_damaged', { what: 'header' });
  return it as unknown as WalletHeader;
}

/** Fault file_damaged. */
export function parseRecord(value: unknown): StoredRecord {
  const it = isObject(value) ? value : {};
  const { sealed } = it;
  const good =
    typeof it['place'] === 'string' &&
    isCount(it['sequence']) &&
    (it['kind'] === 'snapshot' || it['kind'] === 'entry') &&
    sealed instanceof Uint8Array &&
    sealed.length >= NONCE_SIZE + TAG_SIZE &&
    sealed.length <= MAX_RECORD;
  if (!good) throw fault('file_damaged', { what: 'record' });
  return it as unknown as StoredRecord;
}

/** A secret locked in by a password, as a record of the wallet brings it back. Fault file_damaged. */
export function parseBox(value: unknown): { readonly slot: KeySlot; readonly sealed: Uint8Array } {
  const { sealed, ...slot } = isObject(value) ? value : {};
  const good = isSlot(slot) && sealed instanceof Uint8Array && sealed.length >= NONCE_SIZE + TAG_SIZE;
  if (!good) throw fault('file_damaged', { what: 'box' });
  return { slot: slot as unknown as KeySlot, sealed };
}

/** A key derivation that is worth its time: a forged header must not stall the tab for minutes. */
const isKdf = ({ memoryKib, passes, lanes }: KdfParams): boolean =>
  [memoryKib, passes, lanes].every((n) => Number.isSafeInteger(n) && n > 0) &&
  lanes <= 16 &&
  memoryKib >= 8 * lanes &&
  memoryKib <= 1024 * 1024 &&
  memoryKib * passes <= 4 * 1024 * 1024;

/**
 * A wallet name as it is stored: NFC, 1 to 200 bytes of UTF-8, fit to be a file name elsewhere (no slash, backslash,
 * colon, control or direction character, no space at the ends). Fault bad_wallet_name.
 */
export function parseName(given: string): string {
  const name = given.normalize('NFC');
  const good =
    /^[^\p{Cc}\p{Cs}\p{Zl}\p{Zp}\p{Bidi_Control}/\\:]+$/u.test(name) &&
    name.trim() === name &&
    name !== '.' &&
    name !== '..' &&
    utf8(name).length <= 200;
  if (!good) throw fault('bad_wallet_name', { name: given });
  return name;
}

const isObject = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null;
const isCount = (value: unknown): value is number =>
  typeof value === 'number' && Number.isSafeInteger(value) && value >= 0;
const isBytes = (value: unknown, size: number): boolean =>
  value instanceof Uint8Array && value.length === size;
const isSlot = (value: unknown): boolean =>
  isObject(value) &&
  value['kdf'] === 'argon2id' &&
  isKdf(value as unknown as KdfParams) &&
  isBytes(value['salt'], 16) &&
  isBytes(value['nonce'], NONCE_SIZE) &&
  isBytes(value['wrapped'], 32 + TAG_SIZE) &&
  isBytes(value['checksum'], 8);
