/** A .bin endpoint whose answer is decoded as a whole. */
import type { Infer } from '../../base/shape.ts';
import { readEpee, writeEpee, type EpeeFields } from '../../protocol/encoding/epee.ts';
import {
  EPEE_WIDTH,
  readInt,
  type EpeeInt,
  type EpeeSection,
  type EpeeValue,
} from '../../protocol/encoding/epee-section.ts';
import type { Endpoint } from '../ask.ts';
import { readAnswer } from '../json/call.ts';
import type { AnswerShape } from '../schema.ts';

/** Makes the endpoint of one request. */
export interface BinCall<Q extends readonly unknown[], T> {
  (...request: Q): Endpoint<T>;
  /** The path. */
  readonly wire: string;
  readonly admin: false;
  /** Reads an answer to any request. */
  readonly read: Endpoint<T>['read'];
  /** The fields of the answer, for the node console. */
  readonly gives: AnswerShape;
}

/* @__NO_SIDE_EFFECTS__ */
export function binCall<const A extends AnswerShape, Q extends readonly unknown[]>(
  path: string,
  options: {
    readonly request: (...request: Q) => EpeeFields;
    readonly maxBytes: number;
    /** Missing fields of the answer are faults of its shape. */
    readonly answer: A;
  },
): BinCall<Q, Infer<A>> {
  const { request, maxBytes, answer } = options;
  const read = (bytes: Uint8Array): Infer<A> => readAnswer(answer, plainSection(readEpee(bytes)));
  const call = (...given: Q): Endpoint<Infer<A>> => ({
    path,
    admin: false,
    body: writeEpee(request(...given)),
    maxBytes,
    seconds: 60,
    idempotent: true,
    read,
  });
  return Object.assign(call, { wire: path, admin: false, read, gives: answer } as const);
}

/** A section as the fields of `schema.ts` read it: integers as bigint, byte strings as views of the message. */
export function plainSection(section: EpeeSection): Readonly<Record<string, unknown>> {
  return Object.fromEntries([...section.fields].map(([name, value]) => [name, plainValue(value)]));
}

const plainValue = (value: EpeeValue): unknown => {
  if (value.type === 'section') return plainSection(value.value);
  if (value.type !== 'list') return value.value;
  if (value.of === 'section') return value.items.map(plainSection);
  if (value.of === 'bytes') return value.items;
  // No answer has lists of these: null is of no field's type.
  if (value.of === 'double' || value.of === 'bool') return null;
  return integers(value.raw, value.of);
};

const integers = (raw: Uint8Array, of: EpeeInt): readonly bigint[] => {
  const width = EPEE_WIDTH[of];
  return Array.from({ length: raw.length / width }, (_, i) => readInt(raw, i * width, of));
};
