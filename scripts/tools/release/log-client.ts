/** Adds a message to a log of Sigsum and asks for its proof. Source: `log.md` (version 1) of the Sigsum project. */
import { createHash, sign, type KeyObject } from 'node:crypto';
import { toHex } from '../../../src/base/hex.ts';
import { policyKeyOf } from '../../../src/release/keys.ts';
import { readPolicy } from '../../../src/release/policy.ts';
import {
  checkProof,
  checkTreeHead,
  includes,
  leafOf,
  readInclusion,
  readTreeHead,
  signedByAuthor,
  type Inclusion,
  type Proof,
  type TreeHead,
} from '../../../src/release/proof.ts';

export interface LogClient {
  /** A tree head that the log and its witnesses signed. */
  readonly head: () => Promise<TreeHead>;
  /** Signs, adds and proves a message. Waits until it stands in the tree and its witnesses have signed it. */
  readonly add: (message: Uint8Array, key: KeyObject, signer: string) => Promise<Proof>;
  /** The place of a leaf (hex) in a tree of this size. */
  readonly inclusion: (leaf: string, head: TreeHead) => Promise<Inclusion>;
}

/** `policy`: its text; its first log is asked. `waitMs`: between two tries. */
export function createLogClient(policy: string, { waitMs = 10_000, tries = 60 } = {}): LogClient {
  const read = readPolicy(policy);
  const [log] = read.logs;
  if (log?.url === undefined) throw new Error('The policy names no address of its first log.');
  const url = log.url.replace(/\/$/, '');
  const ask = async (path: string, body?: string) => {
    const answer = await fetch(`${url}/${path}`, body === undefined ? {} : { method: 'POST', body });
    const text = await answer.text();
    if (!answer.ok) throw new Error(`The log answers ${String(answer.status)} to ${path}: ${text.trim()}`);
    return { status: answer.status, text };
  };
  const until = async <T>(what: string, attempt: () => Promise<T | undefined>): Promise<T> => {
    for (let i = 0; i < tries; i++) {
      const found = await attempt();
      if (found !== undefined) return found;
      await new Promise((resolve) => setTimeout(resolve, waitMs));
    }
    throw new Error(`The log has not ${what}.`);
  };
  const head = async () => {
    const found = readTreeHead((await ask('get-tree-head')).text);
    checkTreeHead(log.hash, found, read);
    return found;
  };
  const inclusion = async (leaf: string, of: TreeHead) =>
    readInclusion((await ask(`get-inclusion-proof/${String(of.size)}/${leaf}`)).text);
  return {
    head,
    inclusion,
    add: async (message, key, signer) => {
      const hash = createHash('sha256').update(message).digest();
      const signature = new Uint8Array(sign(null, signedByAuthor(hash), key));
      const author = policyKeyOf(signer);
      const leaf = leafOf(hash, signature, author.key);
      const body = `message=${toHex(hash)}\nsignature=${toHex(signature)}\npublic_key=${signer}\n`;
      await until('taken the release', async () =>
        (await ask('add-leaf', body)).status === 200 ? true : undefined,
      );
      return until('a signed tree with the release', async () => {
        const newest = await head();
        const place = await inclusion(toHex(leaf), newest).catch(() => undefined);
        if (place === undefined || !includes(leaf, place, newest)) return undefined;
        const proof = { log: log.hash, author: author.hash, signature, head: newest, inclusion: place };
        checkProof(message, author, proof, read);
        return proof;
      });
    },
  };
}
