/**
 * Many outputs or payments of a change as rows of fixed size: names and types of fields are not repeated, so writing and
 * reading them takes a small part of the time, and their byte arrays stay views of one buffer. Records with fields that a
 * row has no place for (`odd`) are written as they are, at their place.
 */
import { fault } from '../faults.ts';
import { rowOfOutput, readOutput } from './rows-of-outputs.ts';
import { rowOfPayment, readPayment } from './rows-of-payments.ts';
import { RowReader, RowWriter, type RowBytes, type RowFormat } from './row-bytes.ts';
import { RowSharing } from './row-sharing.ts';
import type { Steps } from '../../base/steps.ts';
import type { Put } from './tables.ts';

/** Fewer records of a table are written as they are, which all versions read. */
const MIN_ROWS = 64;
/** Rows of one step. */
const STEP = 400;

export interface Rows extends RowBytes {
  readonly count: number;
  /** By place. */
  readonly odd: readonly { readonly at: number; readonly put: Put }[];
}
export interface ChangeRows {
  readonly outputs?: Rows;
  readonly payments?: Rows;
}

type Rowed = 'outputs' | 'payments';
type PutOf<T extends Rowed> = Extract<Put, { readonly table: T }>;

const FORMATS: { readonly [T in Rowed]: RowFormat<PutOf<T>> } = {
  outputs: { keys: 160, numbers: 60, write: rowOfOutput, read: readOutput },
  payments: { keys: 40, numbers: 44, write: rowOfPayment, read: readPayment },
};

/** Takes the records of long lists out of `puts`. Undefined when there are no long lists. */
export function* toRows(
  puts: readonly Put[],
): Steps<{ readonly rows: ChangeRows; readonly puts: readonly Put[] } | undefined> {
  const outputs = puts.filter((each): each is PutOf<'outputs'> => each.table === 'outputs');
  const payments = puts.filter((each): each is PutOf<'payments'> => each.table === 'payments');
  const rows: ChangeRows = {
    ...(outputs.length >= MIN_ROWS && { outputs: yield* write(FORMATS.outputs, outputs) }),
    ...(payments.length >= MIN_ROWS && { payments: yield* write(FORMATS.payments, payments) }),
  };
  if (!rows.outputs && !rows.payments) return undefined;
  return {
    rows,
    puts: puts.filter(({ table }) => !(table in rows)),
  };
}

/** Outputs for which there are bytes. */
export function countOutputs({ outputs }: ChangeRows): number {
  return outputs ? outputs.keys.length / FORMATS.outputs.keys : 0;
}

/** Bytes of rows, without odd records. */
export function sizeOfRows({ outputs, payments }: ChangeRows = {}): number {
  return [outputs, payments].reduce(
    (sum, rows) => sum + (rows ? rows.keys.length + rows.numbers.length + rows.rare.length : 0),
    0,
  );
}

/** `isPacked`: the byte arrays of the record are packed already (packed-bytes.ts). */
export type TakePut = (put: Put, isPacked?: boolean) => void;

/** Calls `each` with the records in their order. Their byte arrays share buffers. Fault file_damaged. */
export function* fromRows({ outputs, payments }: ChangeRows, each: TakePut): Steps<void> {
  const sharing = new RowSharing();
  if (outputs) yield* read(FORMATS.outputs, outputs, sharing, each);
  if (payments) yield* read(FORMATS.payments, payments, sharing, each);
}

function* write<P extends Put>(format: RowFormat<P>, puts: readonly P[]): Steps<Rows> {
  const writer = new RowWriter(format, puts.length);
  const odd: { at: number; put: Put }[] = [];
  for (const [at, put] of puts.entries()) {
    if (at % STEP === STEP - 1) yield;
    writer.begin(at);
    if (!format.write(writer, put)) odd.push({ at, put });
  }
  return { count: puts.length, ...writer.bytes(), odd };
}

function* read<P extends Put>(
  format: RowFormat<P>,
  rows: Rows,
  sharing: RowSharing,
  each: TakePut,
): Steps<void> {
  const { count, odd } = rows;
  const reader = new RowReader(format, rows, count);
  let next = 0;
  for (let at = 0; at < count; at++) {
    if (at % STEP === STEP - 1) yield;
    if (odd[next]?.at === at) {
      each(odd[next++]!.put);
      continue;
    }
    reader.begin(at);
    each(format.read(reader, sharing), true);
  }
  if (next !== odd.length) throw fault('file_damaged', { what: 'rows' });
}
