/**
 * What is true in a simulated run: what was answered to the program, what nodes have seen, what the chain says. It throws
 * `Broken` as soon as the engine contradicts it.
 */
import { toHex } from '../../src/base/hex.ts';
import { readTransaction } from '../../src/protocol/tx/transaction.ts';
import { foundBy, type Person } from '../unit/wallet/test-money.ts';
import type { Network, SimTx } from './network.ts';
import type { Seen } from './node.ts';

/** An invariant does not hold. */
export class Broken extends Error {
  readonly invariant: string;
  constructor(invariant: string, message: string) {
    super(`${invariant}: ${message}`);
    this.invariant = invariant;
  }
}

export interface Payment {
  /** No other payment has this amount, so that the recipient's side shows which one it is. */
  readonly amount: bigint;
  readonly key: string | undefined;
  /** `open`: no answer yet, or one that does not say whether it was sent. */
  state: 'open' | 'sent' | 'refused';
  txids: readonly string[];
}

export interface Model {
  readonly payments: Map<bigint, Payment>;
  /** Facts that were answered, such as notes, by name. */
  readonly facts: Map<string, string>;
  /** Facts of calls without an answer: each is true, or the one before it. */
  readonly open: Map<string, string>;
  /**
   * A wallet's transaction reached a node. `deceived`: some node deceived the wallet since the run began, and when it did
   * so last.
   */
  relayed(tx: SimTx, refused: boolean, at: { readonly now: number; readonly deceived: number }): void;
  requested(seen: Seen): void;
  /** Throws Broken if the chain has a payment twice. Runs after each event. */
  check(): void;
  /** By key image in hex: the transactions that spend it and reached a node. */
  readonly spends: ReadonlyMap<string, ReadonlyMap<string, unknown>>;
  /** The money and the payments of the wallet as the chain has them. */
  truth(): Truth;
}
interface Spend {
  readonly ring: string;
  readonly refused: boolean;
  /** When a node got it first. */
  readonly first: number;
}
export interface Truth {
  readonly balance: bigint;
  /** Transaction ids that pay the wallet from outside, with their sums. */
  readonly incoming: ReadonlyMap<string, bigint>;
  readonly outgoing: ReadonlySet<string>;
}

export function createModel(network: Network, owner: Person, stranger: Person): Model {
  const secrets = [owner.account.viewSecret, owner.account.spendSecret!].flatMap((secret) => [
    Buffer.from(secret),
    Buffer.from(toHex(secret)),
  ]);
  /** By key image: the transactions that spend it, the ring of each, and whether a node refused it. */
  const spends = new Map<string, Map<string, Spend>>();
  const paidBy = new Map<bigint, Set<string>>();
  const found = new Map<string, ReturnType<typeof foundBy>>();
  const foundIn = (tx: SimTx) => {
    const known = found.get(tx.id) ?? foundBy(owner, tx.pruned);
    found.set(tx.id, known);
    return known;
  };
  let checkedChain: Network['chain'] | undefined;
  const model: Model = {
    payments: new Map(),
    facts: new Map(),
    open: new Map(),
    spends,
    relayed: (tx, refused, { now, deceived }) => {
      for (const { amount } of foundBy(stranger, tx.pruned))
        paidBy.set(amount, (paidBy.get(amount) ?? new Set()).add(tx.id));
      for (const [image, ring] of ringsOf(tx)) {
        const before = spends.get(image) ?? new Map<string, Spend>();
        spends.set(image, before);
        for (const [id, other] of before) {
          if (other.ring !== ring) throw new Broken('ring changes', `${image} of ${id} and ${tx.id}`);
          // A wallet gives a payment up when a node refuses it or does not show it for long.
          if (id !== tx.id && !other.refused && deceived < other.first && network.pool.has(id))
            throw new Broken('output is spent twice', `${image} by ${id} and ${tx.id}`);
        }
        const known = before.get(tx.id);
        before.set(tx.id, {
          ring,
          refused: refused || known?.refused === true,
          first: known?.first ?? now,
        });
      }
    },
    requested: ({ node, path, body }) => {
      const bytes = Buffer.from(body);
      if (secrets.some((secret) => bytes.includes(secret)))
        throw new Broken('secret in a request', `${path} to ${node}`);
    },
    check: () => {
      if (checkedChain === network.chain) return;
      checkedChain = network.chain;
      const mined = new Set(network.chain.flatMap(({ txs }) => txs.map(({ id }) => id)));
      for (const [amount, txids] of paidBy) {
        const count = [...txids].filter((id) => mined.has(id)).length;
        if (count > 1) throw new Broken('paid twice', `${amount} by ${[...txids].join(', ')}`);
      }
    },
    truth: () => {
      const incoming = new Map<string, bigint>();
      const outgoing = new Set<string>();
      const unspent = new Map<string, bigint>();
      const largest = new Map<string, bigint>();
      for (const { txs } of network.chain)
        for (const tx of txs) {
          const spent = tx.images.filter((image) => unspent.has(image));
          for (const image of spent) unspent.delete(image);
          if (spent.length > 0) outgoing.add(tx.id);
          for (const { keyImage, amount } of foundIn(tx)) {
            const image = toHex(keyImage!);
            unspent.set(image, amount);
            largest.set(image, amount);
            if (spent.length === 0) incoming.set(tx.id, (incoming.get(tx.id) ?? 0n) + amount);
          }
        }
      return { balance: [...unspent.values()].reduce((sum, amount) => sum + amount, 0n), incoming, outgoing };
    },
  };
  return model;
}

/** The ring of each input, as the indices that it names. */
const ringsOf = ({ whole }: SimTx): readonly (readonly [image: string, ring: string])[] =>
  whole
    ? readTransaction(whole).prefix.inputs.flatMap((input) =>
        input.kind === 'key' ? [[toHex(input.keyImage), input.keyOffsets.join(' ')] as const] : [],
      )
    : [];
