/**
 * Prepared payments that wait for the user's decision. They stay in the worker's memory: the caller gets an id and a
 * description, and sends or drops the payment by its id. If this wallet has the spend key, the payment is signed at
 * once, so that exactly the described transactions are sent. A prepared payment binds no outputs.
 */
import { sumAmounts } from '../../base/amount.ts';
import type { TxId } from '../../base/brands.ts';
import { isFault } from '../../base/fault.ts';
import { toHex } from '../../base/hex.ts';
import type { Clock } from '../../ports/clock.ts';
import type { Random } from '../../ports/random.ts';
import { setNotes } from '../book/notes.ts';
import { fault } from '../faults.ts';
import { balanceOf } from '../ledger/balance.ts';
import type { Destination } from '../state/records/payments.ts';
import type { Ledger } from '../state/state.ts';
import { signerOf, type Finished } from './finish.ts';
import type { PendingTx } from './pending.ts';
import type { AnyPrepared } from './prepared.ts';
import type { Cost } from './preview.ts';
import type { Keep } from './unsent-payment.ts';

export interface PreparedPayment extends Cost {
  readonly id: string;
  /** The amount of each payee, in the order of the request; a sweep in several transactions names the payee in each. */
  readonly destinations: readonly Destination[];
  /** The id is absent if other devices must sign. */
  readonly transactions: readonly PreparedTx[];
}
export interface PreparedTx {
  readonly txid?: TxId;
  readonly amount: bigint;
  readonly fee: bigint;
  /** How many entries of the payment's destinations it pays. */
  readonly recipients: number;
}

/** The ids of the transactions that were sent, or the key of the unsent payment that others must sign. */
export type SentPayment =
  { readonly txids: readonly TxId[] } | { readonly txids?: undefined; readonly unsent: string };

export interface PreparedPayments {
  add(prepared: readonly AnyPrepared[]): Promise<PreparedPayment>;
  /**
   * Relays the transactions one after the other, or stores the set for others to sign. A payment can be sent once
   * only: it is removed first, even if sending fails. The note is stored before anything is sent. Own faults:
   * prepared_not_found, sent_partly.
   */
  send(id: string, note: string): Promise<SentPayment>;
  /** Removes the payment and overwrites its transaction keys. Does nothing for an unknown id. */
  drop(id: string): void;
  /** Removes all, because the wallet is being closed. */
  clear(): void;
}

interface Entry {
  readonly prepared: readonly AnyPrepared[];
  readonly finished: Finished | undefined;
  /** Milliseconds. */
  readonly madeAt: number;
}

/** More prepared payments than a user has open; beyond it the oldest is dropped. */
const MAX = 8;
const MAX_AGE_MS = 60 * 60_000;

export function createPreparedPayments({
  ledger,
  clock,
  random,
  finish,
  relay,
}: {
  readonly ledger: Ledger;
  readonly clock: Clock;
  readonly random: Random;
  readonly finish: (prepared: readonly AnyPrepared[], keep?: Keep) => Promise<Finished>;
  readonly relay: (pending: PendingTx) => Promise<void>;
}): PreparedPayments {
  const entries = new Map<string, Entry>();
  const drop = (id: string): void => {
    for (const { settled } of entries.get(id)?.prepared ?? [])
      if ('secrets' in settled)
        for (const key of [settled.secrets.key, ...settled.secrets.additional]) key.fill(0);
    entries.delete(id);
  };
  const dropOld = (): void => {
    for (const [id, { madeAt }] of entries) if (clock.now() - madeAt > MAX_AGE_MS) drop(id);
    // The map is in the order of creation.
    for (const id of [...entries.keys()].slice(0, Math.max(0, entries.size - MAX))) drop(id);
  };
  return {
    add: async (prepared) => {
      const { account } = ledger.state;
      const finished = signerOf(account) === 'here' ? await finish(prepared) : undefined;
      const id = toHex(random.bytes(16));
      entries.set(id, { prepared, finished, madeAt: clock.now() });
      dropOld();
      return { id, ...describe(ledger, prepared, finished, Math.floor(clock.now() / 1000)) };
    },
    send: async (id, note) => {
      dropOld();
      const entry = entries.get(id);
      if (!entry) throw fault('prepared_not_found');
      // Not `drop`: the wallet must store the transaction keys of what it sends.
      entries.delete(id);
      const keep = { now: Math.floor(clock.now() / 1000), note };
      const finished = entry.finished ?? (await finish(entry.prepared, keep));
      if (finished.kind !== 'signed') return { unsent: finished.id! };
      const txids = finished.txs.map(({ txid }) => txid);
      if (note !== '')
        await setNotes(
          ledger,
          txids.map((txid) => ({ txid, note })),
        );
      await relayAll(relay, finished.txs);
      return { txids };
    },
    drop,
    clear: () => {
      for (const id of entries.keys()) drop(id);
    },
  };
}

const describe = (
  { state }: Ledger,
  prepared: readonly AnyPrepared[],
  finished: Finished | undefined,
  now: number,
): Omit<PreparedPayment, 'id'> => {
  const inputs = prepared.flatMap((each) => each.inputs.map(({ output: { amount } }) => ({ amount })));
  const [{ account }] = prepared as readonly [AnyPrepared, ...AnyPrepared[]];
  const signed = finished?.kind === 'signed' ? finished.txs : [];
  const transactions = prepared.map(({ settled: { payees, fee } }, i): PreparedTx => {
    const txid = signed[i]?.txid;
    const amount = sumAmounts(payees);
    return { ...(txid && { txid }), amount, fee, recipients: payees.length };
  });
  return {
    fee: sum(transactions.map(({ fee }) => fee)),
    amount: sumAmounts(transactions),
    destinations: prepared.flatMap(({ settled: { payees } }) =>
      payees.map(({ text, amount }) => ({ address: text, amount })),
    ),
    inputs,
    change: sum(prepared.map(({ settled }) => settled.change)),
    unlockedAfter: balanceOf(state, account, false, now).unlocked - sumAmounts(inputs),
    transactions,
  };
};

const sum = (amounts: readonly bigint[]): bigint => amounts.reduce((total, each) => total + each, 0n);

const relayAll = async (
  relay: (pending: PendingTx) => Promise<void>,
  txs: readonly PendingTx[],
): Promise<void> => {
  for (const [sent, pending] of txs.entries()) {
    try {
      await relay(pending);
    } catch (error) {
      if (!isFault(error) || txs.length === 1) throw error;
      const unknown = error.code === 'relay_unknown';
      if (sent === 0 && !unknown) throw error;
      throw fault('sent_partly', {
        sent,
        of: txs.length,
        ...(unknown && { unknown: toHex(pending.txid) }),
      });
    }
  }
};
