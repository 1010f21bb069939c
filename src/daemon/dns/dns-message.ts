/**
 * DNS messages for queries of TXT records and their answers (RFC 1035, 6840, 6891). The reader checks that pointers
 * point backwards only and that no count exceeds the bytes.
 */
import { concat, utf8 } from '../../base/bytes.ts';
import { badAnswer } from '../faults.ts';

const TXT = 16;
const CNAME = 5;
const OPT = 41;
const IN = 1;
const MAX_LABELS = 128;

export interface TextAnswer {
  readonly texts: readonly string[];
  /** The AD bit: the resolver states that DNSSEC proves the answer. */
  readonly authenticated: boolean;
}

/** A name in wire form; undefined when it is not a valid name. */
const writeName = (name: string): Uint8Array | undefined => {
  const labels = name.split('.').map(utf8);
  if (labels.some(({ length }) => length < 1 || length > 63) || utf8(name).length > 253) return undefined;
  return concat(...labels.map((label) => concat(Uint8Array.of(label.length), label)), Uint8Array.of(0));
};

/** A TXT query with DNSSEC (AD, DO) and id 0, as RFC 8484 recommends. Undefined for an invalid name. */
export function writeQuestion(name: string): Uint8Array | undefined {
  const question = writeName(name);
  return (
    question &&
    concat(
      // id; recursion desired, AD understood; one question, one additional record
      Uint8Array.of(0, 0, 0x01, 0x20, 0, 1, 0, 0, 0, 0, 0, 1),
      question,
      Uint8Array.of(0, TXT, 0, IN),
      // OPT: 4096 bytes, DO
      Uint8Array.of(0, 0, OPT, 0x10, 0, 0, 0, 0x80, 0, 0, 0),
    )
  );
}

/** Fault bad_answer (for callers resolver_bad_answer): the message does not parse, or answers another query. */
export function readAnswer(bytes: Uint8Array, name: string): TextAnswer {
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  const u8 = (at: number): number => {
    if (at >= bytes.length) throw badAnswer('a DNS answer ends too early');
    return bytes[at]!;
  };
  const u16 = (at: number): number => {
    u8(at + 1);
    return view.getUint16(at);
  };
  /** Reads the name at `start`; `next` is the offset of the field after it. */
  const readName = (start: number): { readonly name: string; readonly next: number } => {
    const labels: string[] = [];
    let next: number | undefined;
    let at = start;
    for (let steps = 0; steps < MAX_LABELS; steps++) {
      const length = u8(at);
      if (length === 0) return { name: labels.join('.').toLowerCase(), next: next ?? at + 1 };
      if (length >= 0xc0) {
        const to = u16(at) & 0x3fff;
        next ??= at + 2;
        // Only backwards: this excludes loops.
        if (to >= at) throw badAnswer('a DNS name points forward');
        at = to;
      } else if (length < 64) {
        u8(at + length);
        labels.push(new TextDecoder().decode(bytes.subarray(at + 1, at + 1 + length)));
        at += 1 + length;
      } else throw badAnswer('a DNS label');
    }
    throw badAnswer('a DNS name without end');
  };

  const flags = u16(2);
  const code = flags & 0x0f;
  // A complete response: with records, or with "no such name".
  if ((flags & 0x8000) === 0 || (flags & 0x0200) !== 0 || (code !== 0 && code !== 3))
    throw badAnswer(`DNS answers with code ${code}`);
  if (u16(4) !== 1) throw badAnswer('DNS repeats another number of questions');
  const question = readName(12);
  if (question.name !== name.toLowerCase() || u16(question.next) !== TXT)
    throw badAnswer('DNS answers another question');
  let at = question.next + 4;
  let wanted = question.name;
  const texts: string[] = [];
  for (let left = u16(6); left > 0; left--) {
    const owner = readName(at);
    const [type, kind, length] = [u16(owner.next), u16(owner.next + 2), u16(owner.next + 8)];
    const data = owner.next + 10;
    at = data + length;
    if (length > 0) u8(at - 1);
    if (kind !== IN || owner.name !== wanted) continue;
    if (type === CNAME) wanted = readName(data).name;
    if (type === TXT) texts.push(readStrings(bytes.subarray(data, at)));
  }
  return { texts, authenticated: (flags & 0x20) !== 0 };
}

const readStrings = (data: Uint8Array): string => {
  const parts: Uint8Array[] = [];
  for (let at = 0; at < data.length; at += 1 + data[at]!) {
    if (at + data[at]! >= data.length) throw badAnswer('a DNS string ends too early');
    parts.push(data.subarray(at + 1, at + 1 + data[at]!));
  }
  return new TextDecoder().decode(concat(...parts));
};
