/**
 * Encodes and decodes changes and snapshots as CBOR. A bigint is always encoded as one, so that types are preserved.
 */
import { fault } from '../faults.ts';
import { decodeCbor, decodeTaking, type TakenValue } from './cbor-reader.ts';
import { encodeCbor, encodeInSteps } from './cbor-writer.ts';
import { isPartOfLabels } from './labels.ts';
import { isPacked, mapBytes } from './packed-bytes.ts';
import { countOutputs, fromRows, sizeOfRows, toRows, type ChangeRows, type TakePut } from './rows.ts';
import { atOnce, type Steps } from '../../base/steps.ts';
import type { Change, Delete, Put } from './tables.ts';

/** Increase it for a new table, and when the meaning of a record changes; `readChange` then migrates older ones. */
const VERSION = 4;
/** More take several steps. */
const MANY_PUTS = 1000;
/** A record outside of rows mostly has fewer. */
const BYTES_OF_PUT = 500;
/** Tables that version 3 does not know: relayed, relayLies, and those of light-wallet servers. */
const SINCE_4 = /^(?:light|named|relay)/;

export function writeChange(change: Change): Uint8Array {
  return atOnce(writeInSteps(change));
}
/** `writeChange` in steps: a snapshot has hundreds of thousands of records. */
export function* writeInSteps(change: Change): Steps<Uint8Array> {
  const { puts = change.puts, rows } = (yield* toRows(change.puts)) ?? {};
  const version = versionOf(puts, change.deletes, rows);
  const value = { version, ...change, puts, ...(rows && { rows }) };
  return rows || puts.length > MANY_PUTS
    ? yield* encodeInSteps(value, sizeOfRows(rows) + BYTES_OF_PUT * puts.length)
    : encodeCbor(value);
}

/**
 * The oldest version that reads the change: the second one has parts of labels (labels.ts), the third rows, the fourth more
 * tables.
 */
const versionOf = (puts: readonly Put[], deletes: readonly Delete[], rows: object | undefined): number => {
  const isNew = ({ table }: Delete): boolean => SINCE_4.test(table);
  if (puts.some(isNew) || deletes.some(isNew)) return 4;
  if (rows) return 3;
  return puts.some(({ table, key }) => table === 'labels' && isPartOfLabels(key)) ? 2 : 1;
};

/** Encodes a value inside a record: see encodeCbor for what it may hold. */
export function writeValue(value: object): Uint8Array {
  return encodeCbor(value);
}

/** Decodes what `writeValue` wrote. Byte arrays in it are views of `bytes`. Fault file_damaged. */
export function readValue(bytes: Uint8Array): unknown {
  try {
    return decodeCbor(bytes);
  } catch (error) {
    throw asDamage(error);
  }
}

function* readTaking(bytes: Uint8Array, taken: TakenValue): Steps<unknown> {
  try {
    return yield* decodeTaking(bytes, taken);
  } catch (error) {
    throw asDamage(error);
  }
}

const asDamage = (error: unknown): unknown =>
  error instanceof RangeError ? fault('file_damaged', { what: 'record' }) : error;

/** Byte arrays of the packed tables are views of `bytes`. Faults: file_too_new, file_damaged. */
export function readChange(bytes: Uint8Array): Change {
  const puts: Put[] = [];
  const rest = atOnce(readPuts(bytes, (put) => void puts.push(put)));
  return { ...rest, puts };
}

type ExpectRows = (outputs: number) => void;

/**
 * Reads a change and gives its puts one by one: a snapshot has hundreds of thousands, and what lives shortly is collected cheaply.
 * After a fault all that was put is void. `expect`: gets the number of outputs that follow, before them.
 */
export function* readPuts(bytes: Uint8Array, each: TakePut, expect?: ExpectRows): Steps<Change> {
  const value = yield* readTaking(bytes, {
    name: 'puts',
    // The writer puts the version first.
    take: (put, { version }) => {
      requireKnown(version);
      each(withOwnBytes(put as Put));
    },
  });
  if (!isRecord(value)) throw fault('file_damaged', { what: 'record' });
  const { version, rows, ...change } = value;
  requireKnown(version);
  if (rows) yield* readRows(rows, each, expect);
  return change;
}

const requireKnown = (version: unknown): void => {
  if (typeof version !== 'number') throw fault('file_damaged', { what: 'record' });
  if (version > VERSION) throw tooNew(version);
};

/** The fault of a file that a later version wrote. */
export function tooNew(version = VERSION + 1): Error {
  return fault('file_too_new', { version, known: VERSION });
}

/** A snapshot is large: no record may keep it in memory. Those of long tables are copied when they are applied. */
const withOwnBytes = (put: Put): Put =>
  isPacked(put.table)
    ? put
    : ({ ...put, value: mapBytes<unknown>(put.value, (bytes) => bytes.slice()) } as Put);

/** Fault file_damaged, also where a field has another type than the writer gave it. */
function* readRows(rows: ChangeRows, each: TakePut, expect?: ExpectRows): Steps<void> {
  try {
    expect?.(countOutputs(rows));
    yield* fromRows(rows, each);
  } catch (error) {
    if (!(error instanceof TypeError) && !(error instanceof RangeError)) throw error;
    throw fault('file_damaged', { what: 'rows' });
  }
}

const isRecord = (value: unknown): value is { version: number; rows?: ChangeRows } & Change => {
  const { version, puts, deletes } = (value ?? {}) as Partial<Record<string, unknown>>;
  return typeof version === 'number' && Array.isArray(puts) && Array.isArray(deletes);
};
