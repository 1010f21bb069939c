/**
 * A wallet on the disk: a public header and encrypted records (docs/adr/0006). This file parses everything that is
 * read from a disk, so that other code can trust it.
 */
import { walletNameProblem } from '../base/wallet-name.ts';
import { fault } from './faults.ts';

/** The version that this code writes. A higher one is refused with fault file_too_new. */
export const FORMAT_VERSION = 1;
/** Largest record in bytes: a forged length must not make the app allocate too much memory. */
export const MAX_RECORD = 256 * 1024 * 1024;
/** Encryption adds a nonce before and a tag after a record. Sizes in bytes. */
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

/** The file key, wrapped with a password. */
export interface KeySlot extends KdfParams {
  readonly kdf: 'argon2id';
  readonly salt: Uint8Array; // 16
  readonly nonce: Uint8Array; // 12
  readonly wrapped: Uint8Array; // 32 + tag
  /** Public checksum of the fields above. It tells a damaged slot from a wrong password. */
  readonly checksum: Uint8Array; // 8
}

export interface WalletHeader {
  /** Storage key: the key of this copy on this disk, and name of its lock. An imported file gets a new one. */
  readonly place: string;
  /** In NFC, unique on the disk. */
  readonly name: string;
  readonly version: number;
  /** Random. Part of the additional data of every record; exports keep it. */
  readonly id: Uint8Array; // 16
  readonly createdAt: number;
  readonly usedAt: number;
  readonly slot: KeySlot;
  /** The file key wrapped for a passkey; parsed when it is used (passkey.ts): if it is damaged, the password still opens. */
  readonly passkey?: unknown;
  /** Fencing token of the last tab that opened the file. The disk refuses commits with another token. */
  readonly owner: string;
  /** Number of the last record, from 1 on. Never used twice. Earlier versions also stored a header with 0, without a record. */
  readonly sequence: number;
  /** Tag of the last record. */
  readonly link: Uint8Array; // 16
  /** Authenticates `sequence` and `link`, so that missing records at the end are noticed. */
  readonly head: Uint8Array; // nonce + tag
}

export type RecordKind = 'snapshot' | 'entry';

export interface StoredRecord {
  readonly place: string;
  readonly sequence: number;
  readonly kind: RecordKind;
  readonly sealed: Uint8Array;
}

/** The tag of an encrypted record; it is in the additional data of the next record. */
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

/** An encrypted secret of `sealBox`, as read from a record of the wallet. Fault file_damaged. */
export function parseBox(value: unknown): { readonly slot: KeySlot; readonly sealed: Uint8Array } {
  const { sealed, ...slot } = isObject(value) ? value : {};
  const good = isSlot(slot) && sealed instanceof Uint8Array && sealed.length >= NONCE_SIZE + TAG_SIZE;
  if (!good) throw fault('file_damaged', { what: 'box' });
  return { slot: slot as unknown as KeySlot, sealed };
}

/** True if the costs are in bounds: a forged header must not block the tab for minutes. */
export function isKdf({ memoryKib, passes, lanes }: KdfParams): boolean {
  return (
    [memoryKib, passes, lanes].every((n) => Number.isSafeInteger(n) && n > 0) &&
    lanes <= 16 &&
    memoryKib >= 8 * lanes &&
    memoryKib <= 1024 * 1024 &&
    memoryKib * passes <= 4 * 1024 * 1024
  );
}

/** A wallet name as stored (base/wallet-name.ts). Fault bad_wallet_name. */
export function parseName(given: string): string {
  const name = given.normalize('NFC');
  if (walletNameProblem(name) !== undefined) throw fault('bad_wallet_name', { name: given });
  return name;
}

export function isObject(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null;
}
const isCount = (value: unknown): value is number =>
  typeof value === 'number' && Number.isSafeInteger(value) && value >= 0;
export function isBytes(value: unknown, size: number): value is Uint8Array {
  return value instanceof Uint8Array && value.length === size;
}
const isSlot = (value: unknown): boolean =>
  isObject(value) &&
  value['kdf'] === 'argon2id' &&
  isKdf(value as unknown as KdfParams) &&
  isBytes(value['salt'], 16) &&
  isBytes(value['nonce'], NONCE_SIZE) &&
  isBytes(value['wrapped'], 32 + TAG_SIZE) &&
  isBytes(value['checksum'], 8);
