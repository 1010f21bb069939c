/**
 * The journal at the end of a wallet file in a folder: one frame for each commit after the whole file was written.
 * Layout in docs/adr/0006. If a program is killed while it appends, the last frame is incomplete; its commit was not
 * confirmed, and readers ignore it. A damaged frame before other frames is an error.
 */
import { concat, equalBytes, utf8 } from '../base/bytes.ts';
import { Reader } from '../protocol/encoding/reader.ts';
import { Writer } from '../protocol/encoding/writer.ts';
import { fault } from './faults.ts';
import { NONCE_SIZE, parseRecord, TAG_SIZE, tagOf, type StoredRecord, type WalletHeader } from './header.ts';

const MAGIC = utf8('OstroFrm');
/** entry: a record and the head after it. confirmed: states that all frames before it were confirmed. */
const KIND = { entry: 1, confirmed: 2 } as const;
/** Size of magic, kind, sequence number and body length. */
const START = 8 + 1 + 8 + 4;
const CHECKSUM = 8;
/** Times the length of a file: what is read of it at most to find whole frames after an incomplete one. */
const MOST_READ = 8;
const HEAD = NONCE_SIZE + TAG_SIZE;

/** `head`: the header's head after this record. */
export function entryFrame(head: Uint8Array, { sequence, sealed }: StoredRecord): Promise<Uint8Array> {
  return frame(KIND.entry, sequence, concat(head, sealed));
}

/** Appended when a wallet is closed, so that a reader can tell a damaged last entry from an incomplete one. */
export function confirmedFrame(sequence: number): Promise<Uint8Array> {
  return frame(KIND.confirmed, sequence, new Uint8Array());
}

const frame = async (kind: number, sequence: number, body: Uint8Array): Promise<Uint8Array> => {
  const start = new Writer().bytes(MAGIC).u8(kind).u64(BigInt(sequence)).u32(body.length).done();
  const content = concat(start, body);
  return concat(content, await checksum(content));
};

/**
 * The frames of `file` from offset `at`, the header after the last one, and the offset of the next one; bytes after
 * it are an incomplete frame. Fault file_damaged.
 */
export async function readFrames(
  file: Uint8Array,
  at: number,
  before: WalletHeader,
): Promise<{
  readonly header: WalletHeader;
  readonly records: readonly StoredRecord[];
  readonly end: number;
}> {
  let header = before;
  let end = at;
  const records: StoredRecord[] = [];
  for (let next = await readFrame(file, end); next; next = await readFrame(file, end)) {
    if (next.kind === KIND.entry) {
      const { place: storageKey, sequence } = header;
      if (next.sequence !== sequence + 1)
        throw fault('file_damaged', { what: `record ${sequence + 1} is missing` });
      const head = next.body.slice(0, HEAD);
      const sealed = next.body.slice(HEAD);
      records.push(parseRecord({ place: storageKey, sequence: next.sequence, kind: 'entry', sealed }));
      header = { ...header, sequence: next.sequence, link: tagOf(sealed), head };
    }
    end = next.end;
  }
  await refuseFramesAfter(file, end, `record ${header.sequence + 1}`);
  return { header, records, end };
}

/**
 * A whole frame after an incomplete one: the incomplete one is damaged. The beginnings of a prepared file may each claim all
 * bytes after them: what is read for them together is limited.
 */
const refuseFramesAfter = async (file: Uint8Array, end: number, what: string): Promise<void> => {
  let budget = MOST_READ * file.length;
  for (let at = indexOf(file, MAGIC, end + 1); at >= 0; at = indexOf(file, MAGIC, at + 1)) {
    budget -= lengthAt(file, at);
    if (budget < 0 || (await readFrame(file, at))) throw fault('file_damaged', { what });
  }
};

/** The length of a frame that begins here, by its own words; 0 if the file is too short for it. */
const lengthAt = (file: Uint8Array, at: number): number => {
  if (file.length < at + START + CHECKSUM) return 0;
  const length = START + new Reader(file, at + START - 4).u32() + CHECKSUM;
  return at + length > file.length ? 0 : length;
};

/** Undefined when no complete frame starts here. */
const readFrame = async (file: Uint8Array, at: number) => {
  if (file.length < at + START + CHECKSUM) return undefined;
  const reader = new Reader(file, at);
  if (!equalBytes(reader.take(MAGIC.length), MAGIC)) return undefined;
  const kind = reader.u8();
  const sequence = Number(reader.u64());
  const length = reader.u32();
  if (length > reader.left - CHECKSUM) return undefined;
  const body = reader.take(length);
  const content = file.subarray(at, reader.at);
  if (!equalBytes(await checksum(content), reader.take(CHECKSUM))) return undefined;
  return { kind, sequence, body, end: reader.at };
};

const checksum = async (bytes: Uint8Array): Promise<Uint8Array> =>
  new Uint8Array(await crypto.subtle.digest('SHA-256', bytes as Uint8Array<ArrayBuffer>)).slice(0, CHECKSUM);

const indexOf = (bytes: Uint8Array, wanted: Uint8Array, from: number): number => {
  for (let at = bytes.indexOf(wanted[0]!, from); at >= 0; at = bytes.indexOf(wanted[0]!, at + 1))
    if (equalBytes(bytes.subarray(at, at + wanted.length), wanted)) return at;
  return -1;
};
