/**
 * A log with the HTTP interface of Sigsum (version 1) and its witnesses, in this process: keys from a seed, time from the test.
 * Source of the interface: `log.md` of the Sigsum project.
 */
import { createServer } from 'node:http';
import { ed25519 } from '@noble/curves/ed25519.js';
import { sha256 } from '@noble/hashes/sha2.js';
import { listen } from '../../src/server/http/listen.ts';
import { utf8 } from '../../src/base/bytes.ts';
import { fromHex, toHex } from '../../src/base/hex.ts';
import { nodeHash } from '../../src/release/merkle.ts';
import {
  checkpoint,
  cosigned,
  leafOf,
  signedByAuthor,
  writeTreeHead,
  type Inclusion,
  type TreeHead,
} from '../../src/release/proof.ts';

/** An Ed25519 key pair of a name. */
export function keyPair(name: string) {
  const secret = sha256(utf8(name));
  const key = ed25519.getPublicKey(secret);
  return {
    secret,
    key: toHex(key),
    hash: toHex(sha256(key)),
    sign: (message: Uint8Array) => ed25519.sign(message, secret),
  };
}

export function createSigsumLog(
  name: string,
  { witnesses = ['witness 1', 'witness 2'], time = (): number => 1_790_000_000 } = {},
) {
  const log = keyPair(`log ${name}`);
  const signing = witnesses.map(keyPair);
  const leaves: Uint8Array[] = [];
  /** Roots of whole subtrees, by their first leaf and size. */
  const whole = new Map<string, Uint8Array>();
  const rootOf = (from: number, to: number): Uint8Array => {
    if (to - from === 1) return leaves[from]!;
    const name = `${String(from)} ${String(to)}`;
    const known = whole.get(name);
    if (known) return known;
    const middle = from + split(to - from);
    const root = nodeHash(rootOf(from, middle), rootOf(middle, to));
    whole.set(name, root);
    return root;
  };
  const pathOf = (index: number, from: number, to: number): Uint8Array[] => {
    if (to - from === 1) return [];
    const middle = from + split(to - from);
    return index < middle
      ? [...pathOf(index, from, middle), rootOf(middle, to)]
      : [...pathOf(index, middle, to), rootOf(from, middle)];
  };
  const head = (size = leaves.length): TreeHead => {
    const tree = { size, root: rootOf(0, size) };
    return {
      ...tree,
      signature: log.sign(utf8(checkpoint(log.hash, tree))),
      cosignatures: signing.map(({ hash, sign }) => ({
        witness: hash,
        time: time(),
        signature: sign(utf8(cosigned(log.hash, tree, time()))),
      })),
    };
  };
  return {
    key: log.key,
    hash: log.hash,
    /** The text of a policy that wants `threshold` of the witnesses. */
    policy: (url = '', threshold: number | 'any' | 'all' = 'all') =>
      [
        `log ${log.key} ${url}`.trim(),
        ...signing.map(({ key }, i) => `witness w${String(i)} ${key}`),
        `group all-witnesses ${String(threshold)} ${signing.map((_, i) => `w${String(i)}`).join(' ')}`,
        'quorum all-witnesses',
        '',
      ].join('\n'),
    /** Adds the hash of a leaf; a leaf that is there stays. */
    add: (leaf: Uint8Array): number => {
      const known = leaves.findIndex((each) => toHex(each) === toHex(leaf));
      return known >= 0 ? known : leaves.push(leaf) - 1;
    },
    /** Adds leaves that belong to nobody. */
    grow: (count: number) => {
      for (let i = 0; i < count; i++) leaves.push(sha256(utf8(`${name} filler ${String(leaves.length)}`)));
    },
    size: () => leaves.length,
    head,
    inclusion: (leaf: Uint8Array, size = leaves.length): Inclusion => {
      const index = leaves.findIndex((each) => toHex(each) === toHex(leaf));
      if (index < 0 || index >= size) throw new Error('The tree has no such leaf');
      return { index, path: pathOf(index, 0, size) };
    },
  };
}
export type SigsumLog = ReturnType<typeof createSigsumLog>;

/** Serves a log. Each leaf is answered with 202 until it was asked twice, as logs do until the leaf stands in the tree. */
export async function serveLog(log: SigsumLog) {
  const pending = new Set<string>();
  const server = createServer((req, res) => {
    const [, call, ...parts] = (req.url ?? '').split('/');
    const chunks: Buffer[] = [];
    req.on('data', (chunk: Buffer) => chunks.push(chunk));
    req.on('end', () => {
      const { status, body } = answer(log, pending, call ?? '', parts, Buffer.concat(chunks).toString());
      res.writeHead(status, { 'Content-Type': 'text/plain' }).end(body);
    });
  });
  const port = await listen(server, 0, '127.0.0.1');
  return {
    url: `http://127.0.0.1:${String(port)}`,
    stop: () => new Promise<void>((resolve) => server.close(() => resolve())),
  };
}

const answer = (
  log: SigsumLog,
  pending: Set<string>,
  call: string,
  parts: readonly string[],
  body: string,
) => {
  if (call === 'get-tree-head') return { status: 200, body: writeTreeHead(log.head()) };
  if (call === 'get-inclusion-proof') {
    const [size = '', leaf = ''] = parts;
    const { index, path } = log.inclusion(fromHex(leaf), Number(size));
    const nodes = path.map((hash) => `node_hash=${toHex(hash)}\n`).join('');
    return { status: 200, body: `leaf_index=${String(index)}\n${nodes}` };
  }
  if (call !== 'add-leaf') return { status: 404, body: 'unknown call\n' };
  const field = (name: string) => fromHex(new RegExp(`^${name}=(.*)$`, 'm').exec(body)?.[1] ?? '');
  const [message, signature, author] = [field('message'), field('signature'), field('public_key')];
  if (!ed25519.verify(signature, signedByAuthor(message), author))
    return { status: 403, body: 'wrong signature\n' };
  const leaf = leafOf(message, signature, author);
  if (!pending.has(toHex(leaf))) {
    pending.add(toHex(leaf));
    return { status: 202, body: '' };
  }
  log.add(leaf);
  return { status: 200, body: '' };
};

/** The largest power of two below `size`. */
const split = (size: number): number => {
  let power = 1;
  while (power * 2 < size) power *= 2;
  return power;
};
