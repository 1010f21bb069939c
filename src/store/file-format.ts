/**
 * A whole wallet as one file: header and encrypted records as on the disk, and a checksum that detects accidental
 * damage before a password is needed. Layout in docs/adr/0006. The checksum does not protect against forgery: every
 * record, the head and the key slot are authenticated when the wallet is opened.
 * Layout 1 ends with the checksum (backups). In layout 2 a journal follows it (frames.ts; wallets in a folder).
 */
import { equalBytes, utf8 } from '../base/bytes.ts';
import { isFault } from '../base/fault.ts';
import { Reader } from '../protocol/encoding/reader.ts';
import { Writer } from '../protocol/encoding/writer.ts';
import { fault } from './faults.ts';
import { readFrames } from './frames.ts';
import { forLength } from './long-bytes.ts';
import {
  FORMAT_VERSION,
  MAX_RECORD,
  NONCE_SIZE,
  parseHeader,
  parseRecord,
  TAG_SIZE,
  type StoredRecord,
  type WalletHeader,
} from './header.ts';

const MAGIC = utf8('OstroWal');
/** The newest layout. Encrypted records have their own version (FORMAT_VERSION). */
const JOURNALED = 2;
const KDF_ARGON2ID = 1;
const KIND = { snapshot: 1, entry: 2 } as const;
const CHECKSUM = 32;

/** `journaled`: layout 2, to which frames can be appended. */
export async function writeWalletFile(
  header: WalletHeader,
  records: readonly StoredRecord[],
  { journaled = false }: { readonly journaled?: boolean } = {},
): Promise<Uint8Array> {
  const { slot } = header;
  const name = utf8(header.name);
  const head = new Writer()
    .bytes(MAGIC)
    .u32(journaled ? JOURNALED : header.version)
    .bytes(header.id)
    .u64(BigInt(header.createdAt))
    .u64(BigInt(header.usedAt))
    .u8(name.length)
    .bytes(name)
    .u8(KDF_ARGON2ID)
    .u32(slot.memoryKib)
    .u32(slot.passes)
    .u32(slot.lanes)
    .bytes(slot.salt)
    .bytes(slot.nonce)
    .bytes(slot.wrapped)
    .bytes(slot.checksum)
    .u64(BigInt(header.sequence))
    .bytes(header.link)
    .bytes(header.head)
    .u32(records.length)
    .done();
  const parts = records.flatMap(({ kind, sequence, sealed }) => [
    new Writer().u8(KIND[kind]).u64(BigInt(sequence)).u32(sealed.length).done(),
    sealed,
  ]);
  const all = [head, ...parts, new Uint8Array(CHECKSUM)];
  const file = await forLength(all.reduce((sum, { length }) => sum + length, 0)).join(all);
  const end = file.length - CHECKSUM;
  file.set(await sha256(file.subarray(0, end)), end);
  return file;
}

export interface ReadWalletFile {
  /** The owner is empty. */
  readonly header: WalletHeader;
  readonly records: readonly StoredRecord[];
  /** Offset of the next frame; undefined when this layout has no frames. */
  readonly end?: number;
}

/**
 * Header and records, with `storageKey` as the `place` of each. The records may be views of the file. Faults:
 * file_damaged, file_too_new.
 */
export async function readWalletFile(file: Uint8Array, storageKey: string): Promise<ReadWalletFile> {
  if (!equalBytes(file.subarray(0, MAGIC.length), MAGIC))
    throw fault('file_damaged', { what: 'not a wallet file' });
  const end = file.length - CHECKSUM;
  if (end < MAGIC.length + 4) throw fault('file_damaged', { what: 'cut short' });
  // Check the version before the checksum: a newer version may place it elsewhere.
  const version = new Reader(file, MAGIC.length).u32();
  if (version > JOURNALED) throw fault('file_too_new', { version, known: JOURNALED });
  try {
    if (version === FORMAT_VERSION) return await readPlain(file, end, storageKey);
    if (version !== JOURNALED) throw fault('file_damaged', { what: 'version' });
    const reader = new Reader(file, MAGIC.length + 4);
    const { header, records } = readContent(reader, storageKey);
    await checkSum(file, reader.at);
    const frames = await readFrames(file, reader.at + CHECKSUM, header);
    return { ...frames, records: [...records, ...frames.records] };
  } catch (error) {
    // Other faults come from the reader: the bytes do not have the structure of a wallet file.
    if (isFault(error) && !isFault(error, 'file_damaged') && !isFault(error, 'file_too_new'))
      throw fault('file_damaged', { what: error.code });
    throw error;
  }
}

const readPlain = async (file: Uint8Array, end: number, storageKey: string): Promise<ReadWalletFile> => {
  await checkSum(file, end);
  const reader = new Reader(file, MAGIC.length + 4, end);
  const read = readContent(reader, storageKey);
  reader.end();
  return read;
};

/** Fault file_damaged: the bytes at `end` are not the checksum of those before. */
const checkSum = async (file: Uint8Array, end: number): Promise<void> => {
  if (!equalBytes(await sha256(file.subarray(0, end)), file.subarray(end, end + CHECKSUM)))
    throw fault('file_damaged', { what: 'checksum' });
};

const readContent = (reader: Reader, storageKey: string) => {
  const id = copy(reader, 16);
  const createdAt = Number(reader.u64());
  const usedAt = Number(reader.u64());
  const name = readName(reader.take(reader.u8()));
  if (reader.u8() !== KDF_ARGON2ID) throw fault('file_damaged', { what: 'key slot' });
  const slot = {
    kdf: 'argon2id',
    memoryKib: reader.u32(),
    passes: reader.u32(),
    lanes: reader.u32(),
    salt: copy(reader, 16),
    nonce: copy(reader, NONCE_SIZE),
    wrapped: copy(reader, 32 + TAG_SIZE),
    checksum: copy(reader, 8),
  };
  const sequence = Number(reader.u64());
  const link = copy(reader, TAG_SIZE);
  const head = copy(reader, NONCE_SIZE + TAG_SIZE);
  const records: StoredRecord[] = [];
  for (let left = reader.u32(); left > 0; left--) records.push(readRecord(reader, storageKey));
  const header = parseHeader({
    place: storageKey,
    name,
    version: FORMAT_VERSION,
    id,
    createdAt,
    usedAt,
    slot,
    owner: '',
    sequence,
    link,
    head,
  });
  return { header, records };
};

const readRecord = (reader: Reader, storageKey: string): StoredRecord => {
  const kind = reader.u8();
  const sequence = Number(reader.u64());
  const size = reader.u32();
  if (size > MAX_RECORD) throw fault('file_damaged', { what: 'record' });
  return parseRecord({
    place: storageKey,
    sequence,
    kind: kind === KIND.snapshot ? 'snapshot' : kind === KIND.entry ? 'entry' : undefined,
    sealed: reader.take(size),
  });
};

const readName = (bytes: Uint8Array): string => {
  try {
    return new TextDecoder('utf-8', { fatal: true, ignoreBOM: true }).decode(bytes);
  } catch {
    throw fault('file_damaged', { what: 'name' });
  }
};

/** Copies: a view in a header would keep the whole file in memory. */
const copy = (reader: Reader, size: number): Uint8Array => reader.take(size).slice();

const sha256 = (bytes: Uint8Array): Promise<Uint8Array> => forLength(bytes.length).sha256(bytes);
