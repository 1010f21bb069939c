/**
 * Policy of a log in Sigsum's text form: the logs that count, their witnesses, and how many witnesses must have signed a tree
 * head. Source: sigsum.org, `doc/policy.md` of sigsum-go. One group is supported, since the release policy needs no more.
 *
 * ```
 * log KEY [URL]
 * witness NAME KEY
 * group NAME any|all|K WITNESS…
 * quorum NAME
 * ```
 */
import { sha256 } from '@noble/hashes/sha2.js';
import { compareBytes } from '../base/bytes.ts';
import { fromHex, toHex } from '../base/hex.ts';
import { fault } from './faults.ts';

/** One byte names a witness or a threshold up to here. */
const WITNESS_LIMIT = 63;
const PUSH = 0x40;
const ADD = 0x01;
const AT_LEAST = 0x80;

export interface PolicyKey {
  /** Ed25519, 32 bytes. */
  readonly key: Uint8Array;
  /** SHA-256 of the key, lower-case hex: the form in which proofs name it. */
  readonly hash: string;
}
export interface LogKey extends PolicyKey {
  readonly url: string | undefined;
}
export interface Policy {
  readonly logs: readonly LogKey[];
  readonly witnesses: readonly PolicyKey[];
  /** The number of keys in `quorum` (their hashes) that must have signed. */
  readonly threshold: number;
  readonly quorum: readonly string[];
}

const malformed = (line: string) => fault('release_malformed', { reason: `policy: ${line}` });

/** Throws `release_malformed`, with the line. */
export function readPolicy(text: string): Policy {
  const logs: LogKey[] = [];
  const witnesses = new Map<string, PolicyKey>();
  const groups = new Map<string, { readonly threshold: number; readonly names: readonly string[] }>();
  let quorum: string | undefined;
  for (const line of text.split('\n')) {
    const [kind, name = '', ...rest] = line.replace(/#.*/, '').trim().split(/\s+/);
    if (kind === '' || kind === undefined) continue;
    if (kind === 'log') logs.push({ ...keyOf(name, line), url: rest[0] });
    else if (kind === 'witness') witnesses.set(name, keyOf(rest[0] ?? '', line));
    else if (kind === 'group') groups.set(name, groupOf(rest, line));
    else if (kind === 'quorum' && quorum === undefined) quorum = name;
    else throw malformed(line);
  }
  const group = groups.get(quorum ?? '') ?? { threshold: 1, names: [quorum ?? ''] };
  const members = group.names.map((name) => witnesses.get(name));
  if (logs.length === 0 || members.some((member) => member === undefined))
    throw malformed(`quorum ${quorum ?? ''}`);
  return {
    logs,
    witnesses: [...witnesses.values()],
    threshold: group.threshold,
    quorum: members.map((member) => member!.hash),
  };
}

/**
 * The policy as WEBCAT's enrolment contains it: version, counts, keys by the order of their hashes, and the quorum as a program
 * for a stack machine. Source: Sigsum's `archive/2025-09-12-sketch-compiled-policy.md`.
 */
export function compilePolicy({ logs, witnesses, quorum, threshold }: Policy): Uint8Array {
  const byHash = <T extends PolicyKey>(keys: readonly T[]): readonly T[] =>
    [...keys].sort((a, b) => compareBytes(fromHex(a.hash), fromHex(b.hash)));
  const sorted = byHash(witnesses);
  if (sorted.length > WITNESS_LIMIT) throw malformed(`more than ${String(WITNESS_LIMIT)} witnesses`);
  const indexes = sorted.flatMap(({ hash }, i) => (quorum.includes(hash) ? [i] : []));
  const program = indexes.flatMap((index, i) => (i === 0 ? [PUSH | index] : [PUSH | index, ADD]));
  if (indexes.length > 1) program.push(AT_LEAST | threshold);
  const keys = [...byHash(logs), ...sorted].flatMap(({ key }) => [...key]);
  return Uint8Array.from([0, logs.length, sorted.length, program.length, ...keys, ...program]);
}

const keyOf = (hex: string, line: string): PolicyKey => {
  if (!/^[0-9a-fA-F]{64}$/.test(hex)) throw malformed(line);
  const key = fromHex(hex);
  return { key, hash: toHex(sha256(key)) };
};
const groupOf = ([threshold = '', ...names]: readonly string[], line: string) => {
  const count = threshold === 'any' ? 1 : threshold === 'all' ? names.length : Number(threshold);
  if (!Number.isInteger(count) || count < 1 || count > names.length) throw malformed(line);
  return { threshold: count, names };
};
