/**
 * What is true in a simulated run: what was answered to programs, what nodes have seen, what the chain says. It throws
 * `Broken` as soon as an engine contradicts it.
 */
import { toHex } from '../../../src/base/hex.ts';
import { foundBy, type Person } from '../../unit/wallet/test-money.ts';
import { Broken } from '../broken.ts';
import { acceptable, blockOf, LOCK, type Network, type SimChain, type SimTx } from '../network.ts';
import { DAY } from '../time.ts';
import { BUDGET } from '../actors/budget.ts';
import { createEvents, type Events } from './events.ts';
import { createFacts, type Facts } from './facts.ts';
import { createRequests, type Requests } from './requests.ts';
import { createSpends, type Relayed, type Spends } from './spends.ts';

export interface Payment {
  /** No other payment has this amount, so that the recipient's side shows which one it is. */
  readonly amount: bigint;
  readonly key: string | undefined;
  readonly device: string;
  /** `open`: no answer yet, or one that does not say whether it was sent. */
  state: 'open' | 'sent' | 'refused';
  txids: readonly string[];
}
export interface SiteRequest {
  readonly payment: Payment;
  /** The person was asked and agreed. */
  approved: boolean;
}
export interface Truth {
  readonly balance: bigint;
  /** The part of it that may be spent in the next block. */
  readonly unlocked: bigint;
  /** Transaction ids that pay the wallet from outside, with their sums. */
  readonly incoming: ReadonlyMap<string, bigint>;
  readonly outgoing: ReadonlySet<string>;
  /** Key images of the money that it has. */
  readonly unspent: ReadonlySet<string>;
  /** By month, such as 2023-11: by how much the balance changed. */
  readonly months: ReadonlyMap<string, bigint>;
}
export interface Model {
  readonly payments: Map<bigint, Payment>;
  /** Payments that a site asked for, by the names of its requests. */
  readonly siteRequests: Map<string, SiteRequest>;
  readonly facts: Facts;
  readonly requests: Requests;
  readonly events: Events;
  readonly spends: Spends;
  /** A wallet's transaction reached a node. */
  relayed(relayed: Omit<Relayed, 'indexOf'>): void;
  /** A record was encrypted under this key with this nonce. */
  sealed(key: Uint8Array, nonce: Uint8Array): void;
  /** A device has lost its wallet: what was answered about it is void. */
  forget(device: string): void;
  /** The device's date changed: budgets may begin anew. */
  newPeriod(): void;
  /** A transaction that reached a node was never in a block, and its inputs are unspent. */
  couldBeMined(txid: string): boolean;
  /** The transaction is in the pool of honest nodes. */
  waits(txid: string): boolean;
  /** Throws Broken if the chain has a payment twice. */
  check(): void;
  /** The money of a person by the chain. */
  truth(person: Person): Truth;
}

/** `owners`: whose wallets are on the devices, by the names of these. `stranger`: has no simulated wallet. */
export function createModel(network: Network, owners: ReadonlyMap<string, Person>, stranger: Person): Model {
  const persons = [...new Set(owners.values())];
  const paidBy = new Map<bigint, Set<string>>();
  /** Transactions that a node refused. */
  const refusedTxs = new Set<string>();
  /** Transactions that were in a block, perhaps one that was replaced. */
  const mined = new Set<string>();
  const nonces = new Set<string>();
  const sent = new Map<string, Uint8Array>();
  const spends = createSpends(network);
  let checked: SimChain | undefined;
  /** What sites have spent without asking. */
  const unasked: { readonly at: number; readonly amount: bigint }[] = [];
  const noteUnasked = (amount: bigint, now: number): void => {
    const request = model.siteRequests.get(`request ${amount}`);
    if (!request || request.approved) return;
    unasked.push({ at: now, amount });
    // A day of the budget may begin within the last 24 hours.
    const sum = unasked.filter(({ at }) => at > now - DAY).reduce((all, each) => all + each.amount, 0n);
    if (sum > 2n * BUDGET) throw new Broken('budget', `a site spent ${sum} in a day without asking`);
  };
  const model: Model = {
    payments: new Map(),
    siteRequests: new Map(),
    facts: createFacts(),
    requests: createRequests(persons),
    events: createEvents(),
    spends,
    relayed: (relayed) => {
      const { tx } = relayed;
      if (relayed.refused) refusedTxs.add(tx.id);
      model.requests.shown(tx.id);
      sent.set(tx.id, tx.whole!);
      const payees = [stranger, ...persons.filter((person) => person !== owners.get(relayed.device))];
      for (const { amount } of payees.flatMap((payee) => foundOnce(payee)(tx))) {
        const before = paidBy.get(amount) ?? new Set();
        const payment = model.payments.get(amount);
        if (payment?.state === 'refused' && before.size === 0)
          throw new Broken('refused payment is sent', `${amount} by ${tx.id}`);
        if (!before.has(tx.id)) noteUnasked(amount, relayed.now);
        paidBy.set(amount, before.add(tx.id));
      }
      spends.relayed({
        ...relayed,
        indexOf: (image) => indexOf(network.chain, foundOnce(owners.get(relayed.device)!), image),
      });
    },
    sealed: (key, nonce) => {
      const name = `${toHex(key)} ${toHex(nonce)}`;
      if (nonces.has(name)) throw new Broken('nonce repeats', name);
      nonces.add(name);
    },
    forget: (device) => {
      model.facts.forget();
      model.events.restart();
      spends.forget(device);
      unasked.length = 0;
      for (const [amount, payment] of model.payments)
        if (payment.device === device) model.payments.delete(amount);
      model.siteRequests.clear();
    },
    newPeriod: () => {
      unasked.length = 0;
    },
    couldBeMined: (txid) => {
      const whole = sent.get(txid);
      if (mined.has(txid)) return false;
      return whole !== undefined && !network.pool.has(txid) && 'tx' in acceptable(network.chain, [], whole);
    },
    waits: (txid) => network.pool.has(txid),
    check: () => {
      const { chain } = network;
      if (checked === chain) return;
      for (let at = chain.length - 1; at >= 0 && chain[at] !== checked?.[at]; at--)
        for (const { id } of chain[at]!.txs) mined.add(id);
      checked = chain;
      for (const [amount, txids] of paidBy) {
        const now = [...txids].filter((id) => blockOf(chain, id));
        if (now.length > 1) throw new Broken('paid twice', `${amount} by ${[...txids].join(', ')}`);
        const paid = now.find((id) => !refusedTxs.has(id));
        if (paid !== undefined && model.payments.get(amount)?.state === 'refused')
          throw new Broken('refused payment is mined', `${amount} by ${paid}`);
      }
    },
    truth: (person) => truthOf(network.chain, foundOnce(person)),
  };
  return model;
}

type Found = (tx: SimTx) => ReturnType<typeof foundBy>;
/** What each person finds in transactions: the first blocks are those of every run. */
const knownOf = new WeakMap<Person, WeakMap<SimTx, ReturnType<typeof foundBy>>>();
const foundOnce = (owner: Person): Found => {
  const known = knownOf.get(owner) ?? new WeakMap<SimTx, ReturnType<typeof foundBy>>();
  knownOf.set(owner, known);
  return (tx) => {
    const found = known.get(tx) ?? foundBy(owner, tx.pruned);
    known.set(tx, found);
    return found;
  };
};

const indexOf = (chain: SimChain, found: Found, image: string): number | undefined => {
  for (const { txs, firstOutput, outputs } of chain)
    for (const tx of txs)
      for (const each of found(tx))
        if (toHex(each.keyImage!) === image)
          return firstOutput + outputs.findIndex(({ key }) => same(key, each.key));
  return undefined;
};
const same = (a: Uint8Array, b: Uint8Array): boolean => Buffer.compare(a, b) === 0;

const truthOf = (chain: SimChain, found: Found): Truth => {
  const incoming = new Map<string, bigint>();
  const outgoing = new Set<string>();
  const months = new Map<string, bigint>();
  const unspent = new Map<string, bigint>();
  const young = new Set<string>();
  for (const { txs, time, height } of chain)
    for (const tx of txs) {
      let net = 0n;
      const spent = tx.images.filter((image) => unspent.has(image));
      for (const image of spent) {
        net -= unspent.get(image)!;
        unspent.delete(image);
      }
      if (spent.length > 0) outgoing.add(tx.id);
      for (const { keyImage, amount } of found(tx)) {
        unspent.set(toHex(keyImage!), amount);
        if (height + LOCK > chain.length) young.add(toHex(keyImage!));
        net += amount;
        if (spent.length === 0) incoming.set(tx.id, (incoming.get(tx.id) ?? 0n) + amount);
      }
      if (net !== 0n) months.set(monthOf(time), (months.get(monthOf(time)) ?? 0n) + net);
    }
  const sum = (images: Iterable<string>): bigint =>
    [...images].reduce((all, image) => all + unspent.get(image)!, 0n);
  const unlocked = sum([...unspent.keys()].filter((image) => !young.has(image)));
  return {
    balance: sum(unspent.keys()),
    unlocked,
    incoming,
    outgoing,
    months,
    unspent: new Set(unspent.keys()),
  };
};

/** Of a time in seconds. */
export function monthOf(time: number): string {
  return new Date(time * 1000).toISOString().slice(0, 7);
}
