/**
 * Sigsum's proof of logging: the signature of a message by its author, the log's signed tree head with the signatures of
 * witnesses, and the path from the leaf to the root. Source: sigsum.org, `doc/sigsum-proof.md` (version 2) and
 * `log.md` (version 1) of the Sigsum project.
 */
import { ed25519 } from '@noble/curves/ed25519.js';
import { sha256 } from '@noble/hashes/sha2.js';
import { toBase64 } from '../base/base64.ts';
import { concat, equalBytes, utf8 } from '../base/bytes.ts';
import { fromHex, toHex } from '../base/hex.ts';
import { fault } from './faults.ts';
import { leafHash, rootByInclusion } from './merkle.ts';
import type { Policy, PolicyKey } from './policy.ts';

export interface TreeHead {
  readonly size: number;
  readonly root: Uint8Array;
  readonly signature: Uint8Array;
  readonly cosignatures: readonly Cosignature[];
}
export interface Cosignature {
  /** SHA-256 of the witness's key, hex. */
  readonly witness: string;
  /** Seconds since 1970. */
  readonly time: number;
  readonly signature: Uint8Array;
}
export interface Proof {
  /** SHA-256 of the log's key, hex. */
  readonly log: string;
  /** SHA-256 of the author's key, hex. */
  readonly author: string;
  readonly signature: Uint8Array;
  readonly head: TreeHead;
  readonly inclusion: Inclusion;
}
export interface Inclusion {
  readonly index: number;
  readonly path: readonly Uint8Array[];
}
/** A message that a log contains. */
export interface Logged {
  readonly log: string;
  readonly leaf: Uint8Array;
  readonly index: number;
  readonly head: TreeHead;
}

const malformed = (reason: string) => fault('release_malformed', { reason });
const unlogged = (reason: string) => fault('release_unlogged', { reason });

/** Reads a proof. Throws `release_malformed`. */
export function readProof(text: string): Proof {
  const lines = readLines(text);
  if (one(lines, 'version') !== '2') throw malformed('the version of a proof is not 2');
  const [author = '', signature = ''] = one(lines, 'leaf').split(' ');
  return {
    log: hexOf(one(lines, 'log'), 32),
    author: hexOf(author, 32),
    signature: bytesOf(signature, 64),
    head: headOf(lines),
    inclusion: inclusionOf(lines),
  };
}
/** Reads a tree head with its cosignatures, as a log answers `get-tree-head`. Throws `release_malformed`. */
export function readTreeHead(text: string): TreeHead {
  return headOf(readLines(text));
}
/** Reads the answer to `get-inclusion-proof`. Throws `release_malformed`. */
export function readInclusion(text: string): Inclusion {
  return inclusionOf(readLines(text));
}

export function writeTreeHead({ size, root, signature, cosignatures }: TreeHead): string {
  const witnesses = cosignatures.map(
    ({ witness, time, signature: signed }) => `cosignature=${witness} ${String(time)} ${toHex(signed)}\n`,
  );
  return `size=${String(size)}\nroot_hash=${toHex(root)}\nsignature=${toHex(signature)}\n${witnesses.join('')}`;
}
export function writeProof({ log, author, signature, head, inclusion }: Proof): string {
  const path = inclusion.path.map((hash) => `node_hash=${toHex(hash)}\n`).join('');
  return `version=2\nlog=${log}\nleaf=${author} ${toHex(signature)}\n\n${writeTreeHead(head)}\nleaf_index=${String(inclusion.index)}\n${path}`;
}

/** The bytes that the author of a message signs; `hash`: SHA-256 of the message. */
export function signedByAuthor(hash: Uint8Array): Uint8Array {
  return concat(utf8('sigsum.org/v1/tree-leaf\0'), sha256(hash));
}
/** The leaf's hash; `author`: the Ed25519 key. */
export function leafOf(hash: Uint8Array, signature: Uint8Array, author: Uint8Array): Uint8Array {
  return leafHash(concat(sha256(hash), signature, sha256(author)));
}
/** The text that the log signs. */
export function checkpoint(log: string, { size, root }: Pick<TreeHead, 'size' | 'root'>): string {
  return `sigsum.org/v1/tree/${log}\n${String(size)}\n${toBase64(root)}\n`;
}
/** The text that a witness signs. */
export function cosigned(log: string, head: Pick<TreeHead, 'size' | 'root'>, time: number): string {
  return `cosignature/v1\ntime ${String(time)}\n${checkpoint(log, head)}`;
}

/** Checks that the log and enough witnesses of `policy` signed the tree head. Throws `release_unlogged`. */
export function checkTreeHead(log: string, head: TreeHead, policy: Policy): void {
  const key = policy.logs.find(({ hash }) => hash === log);
  if (key === undefined) throw unlogged('the log is not one of the policy');
  if (!verified(head.signature, utf8(checkpoint(log, head)), key.key))
    throw unlogged('the log did not sign this tree head');
  const signed = new Set(
    head.cosignatures
      .filter(({ witness, time, signature }) => {
        const known = policy.witnesses.find(({ hash }) => hash === witness);
        return known !== undefined && verified(signature, utf8(cosigned(log, head, time)), known.key);
      })
      .map(({ witness }) => witness),
  );
  if (policy.quorum.filter((hash) => signed.has(hash)).length < policy.threshold)
    throw unlogged('too few witnesses signed this tree head');
}

/** Checks a proof for `message` by `author`. Throws `release_unlogged`, with the reason. */
export function checkProof(message: Uint8Array, author: PolicyKey, proof: Proof, policy: Policy): Logged {
  const hash = sha256(message);
  if (proof.author !== author.hash || !verified(proof.signature, signedByAuthor(hash), author.key))
    throw unlogged('the release key did not sign it');
  checkTreeHead(proof.log, proof.head, policy);
  const leaf = leafOf(hash, proof.signature, author.key);
  if (!includes(leaf, proof.inclusion, proof.head)) throw unlogged('the log does not contain it');
  return { log: proof.log, leaf, index: proof.inclusion.index, head: proof.head };
}

/** True if the tree has this leaf at this place. */
export function includes(leaf: Uint8Array, { index, path }: Inclusion, { size, root }: TreeHead): boolean {
  const found = rootByInclusion(leaf, index, size, path);
  return found !== undefined && equalBytes(found, root);
}

const verified = (signature: Uint8Array, message: Uint8Array, key: Uint8Array): boolean => {
  try {
    return ed25519.verify(signature, message, key, { zip215: false });
  } catch {
    return false;
  }
};

type Lines = ReadonlyMap<string, readonly string[]>;
const readLines = (text: string): Lines => {
  const lines = new Map<string, string[]>();
  for (const line of text.split('\n')) {
    if (line.trim() === '') continue;
    const at = line.indexOf('=');
    if (at < 1) throw malformed('a line of a proof has no name');
    const name = line.slice(0, at);
    lines.set(name, [...(lines.get(name) ?? []), line.slice(at + 1).trim()]);
  }
  return lines;
};
const one = (lines: Lines, name: string): string => {
  const [value, ...more] = lines.get(name) ?? [];
  if (value === undefined || more.length > 0) throw malformed(`a proof needs one ${name}`);
  return value;
};
const hexOf = (text: string, size: number): string => toHex(bytesOf(text, size));
const bytesOf = (text: string, size: number): Uint8Array => {
  if (text.length !== 2 * size || !/^[0-9a-fA-F]*$/.test(text))
    throw malformed(`a proof needs ${String(size)} bytes of hex`);
  return fromHex(text);
};
const countOf = (text: string): number => {
  if (!/^\d{1,15}$/.test(text)) throw malformed('a number of a proof is not one');
  return Number(text);
};
const headOf = (lines: Lines): TreeHead => ({
  size: countOf(one(lines, 'size')),
  root: bytesOf(one(lines, 'root_hash'), 32),
  signature: bytesOf(one(lines, 'signature'), 64),
  cosignatures: (lines.get('cosignature') ?? []).map((line) => {
    const [witness = '', time = '', signature = ''] = line.split(' ');
    return { witness: hexOf(witness, 32), time: countOf(time), signature: bytesOf(signature, 64) };
  }),
});
const inclusionOf = (lines: Lines): Inclusion => ({
  index: countOf(one(lines, 'leaf_index')),
  path: (lines.get('node_hash') ?? []).map((hash) => bytesOf(hash, 32)),
});
