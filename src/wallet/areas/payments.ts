/** Payments: costs, preparing, sending, and those that wait. The locks of spending are taken here (spend/locks.ts). */
import { isFault } from '../../base/fault.ts';
import { toHex } from '../../base/hex.ts';
import { onDemand } from '../../base/on-demand.ts';
import { fault } from '../faults.ts';
import type { IsReserved } from '../spend/reservations.ts';
import { feeRate, rateOf, type Priority } from '../spend/fees.ts';
import { signerOf, type Finished } from '../spend/finish.ts';
import { resultOf, storedCall, type CallIdentity } from '../spend/keyed-calls.ts';
import { giveUp } from '../spend/late-payment.ts';
import { LACKS_OUTPUTS, payWithReserved, withKeyedCall, withPaymentLock } from '../spend/locks.ts';
import type { PendingTx } from '../spend/pending.ts';
import type { PaymentRequest, SweepRequest } from '../spend/plan.ts';
import type { AnyPrepared } from '../spend/prepared.ts';
import type { PreparedPayments } from '../spend/prepared-payments.ts';
import { preview } from '../spend/preview.ts';
import { MAY_PROVE } from '../../protocol/block/known-rules.ts';
import type { Prover } from '../spend/prover.ts';
import type { Relaying } from './relaying.ts';
import { preparePayment, prepareSweep } from '../spend/spend.ts';
import { RELAYED } from '../state/records/relay.ts';
import { discardPayment, openPayments } from '../state/unsent.ts';
import type { Core } from './core.ts';

const metadata = onDemand(() => import('../spend/metadata.ts'));

type Level = 1 | 2 | 3 | 4;
type With<R> = R & { readonly priority: Priority };
/**
 * Sends the transactions of a call in order and returns its result. With an idempotency key, transactions and result are
 * stored first. No transactions: the call only built something.
 */
export type SendAs<R> = (txs: readonly PendingTx[], result: R) => Promise<R>;

export function createPayments(
  core: Core,
  prepared: PreparedPayments,
  { relay, relayKeyed, finishKeyed, resend, requireSending }: Relaying,
  finish: (prepared: readonly AnyPrepared[]) => Promise<Finished>,
  prover?: Prover,
) {
  const { ledger, state } = core;
  return {
    ...costsOf(core, prover),
    ...waitingOf(core, resend),
    requireSending,
    /** The signer: this wallet, its signing device, or several signers. */
    get signer() {
      return signerOf(state.account);
    },
    /**
     * Chooses outputs and rings, then runs `then`. If this wallet signs and chooses the outputs itself, `then` runs
     * beside other payments, which spend other outputs; else it runs before any other payment.
     */
    prepare: <T>(requested: With<PaymentRequest>, then: (txs: readonly AnyPrepared[]) => Promise<T>) =>
      signerOf(state.account) === 'here' && !requested.chosen?.length
        ? payWithReserved(
            ledger,
            (isReserved) => withoutDoubtful(core, requested, isReserved, prover),
            ({ inputs }) => inputs.map(({ output }) => output),
            then,
          )
        : withPaymentLock(ledger, async () => then(await planAny(core, requested, prover))),
    /** Prepares a sweep, which runs alone. */
    prepareSweep: <T>(requested: With<SweepRequest>, then: (txs: readonly AnyPrepared[]) => Promise<T>) =>
      withPaymentLock(ledger, async () => then(await planSweep(core, requested, prover))),
    /** Signs the transactions, or writes the set that others sign: see spend/finish.ts. */
    finish,
    relay,
    /**
     * Runs `work`, unless it was called with this identity before: then it sends what is left of that call and
     * returns its result. Own fault: idempotency_key_reused.
     */
    once: <R extends object>(
      identity: CallIdentity | undefined,
      work: (send: SendAs<R>) => Promise<R>,
    ): Promise<R> => {
      if (!identity)
        return work(async (txs, result) => {
          await relayInOrder(relay, txs);
          return result;
        });
      return withKeyedCall(ledger, identity.key, async () => {
        const stored = storedCall(state, identity);
        if (stored) {
          await finishKeyed(stored);
          return resultOf(stored) as R;
        }
        return work(async (txs, result) => {
          await relayKeyed(txs, { ...identity, result });
          return result;
        });
      });
    },
    /** Runs `then` with a transaction that was built before, from its metadata in hex, before any other payment. */
    built: async <T>(text: string, then: (tx: PendingTx) => Promise<T>) => {
      const { readMetadata } = await metadata();
      return withPaymentLock(ledger, () => then(readMetadata(state, text)));
    },

    /** Keeps a payment in memory until the user decides. */
    add: (txs: readonly AnyPrepared[]) => prepared.add(MAY_PROVE && prover ? prover.stoppable(txs) : txs),
    /** An empty id ends proofs of payments that are being prepared. */
    drop: (id: string) => {
      if (MAY_PROVE && id === '') prover?.stop();
      prepared.drop(id);
    },
    send: (id: string, note: string) => withPaymentLock(ledger, () => prepared.send(id, note)),
    /** Sends inside `then` of `prepare` or `prepareSweep`, which hold the lock. */
    sendInside: (id: string, note: string) => prepared.send(id, note),
  };
}

/** Own fault sent_partly: the wallet was closed meanwhile. Its own fault, wallet_closed, would say that nothing was sent. */
const relayInOrder = async (relay: Relaying['relay'], txs: readonly PendingTx[]): Promise<void> => {
  for (const [sent, tx] of txs.entries())
    await relay(tx).catch((error: unknown) => {
      throw sent > 0 && isFault(error, 'wallet_closed')
        ? fault('sent_partly', { sent, of: txs.length })
        : error;
    });
};

/**
 * Plans with the coins that are free. Own fault coins_not_read: it needs coins that may be spent in blocks that the wallet has
 * not read yet.
 */
const withoutDoubtful = async (
  core: Core,
  requested: With<PaymentRequest>,
  isReserved: IsReserved,
  prover: Prover | undefined,
): Promise<readonly AnyPrepared[]> => {
  const doubtful = core.sync.unreadSpends.doubtful();
  if (doubtful.size === 0) return planAny(core, { ...requested, isReserved }, prover);
  const isTaken: IsReserved = (output) => doubtful.has(toHex(output.key)) || isReserved(output);
  try {
    return await planAny(core, { ...requested, isReserved: isTaken }, prover);
  } catch (error) {
    if (!LACKS_OUTPUTS.some((code) => isFault(error, code))) throw error;
    throw fault('coins_not_read', { coins: doubtful.size });
  }
};

/** Prepares with rings, or by membership proofs when the network takes no rings. */
const planAny = (
  { spending }: Core,
  requested: With<PaymentRequest>,
  prover: Prover | undefined,
): Promise<readonly AnyPrepared[]> =>
  MAY_PROVE && prover?.active ? prover.prepare(requested) : preparePayment(spending, requested);

/** Own fault coins_not_read: a sweep takes all coins, also those that are not read to the end. */
const planSweep = async (
  { spending, sync }: Core,
  requested: With<SweepRequest>,
  prover: Prover | undefined,
): Promise<readonly AnyPrepared[]> => {
  const coins = sync.unreadSpends.doubtful().size;
  if (coins > 0) throw fault('coins_not_read', { coins });
  return MAY_PROVE && prover?.active ? prover.prepare(requested) : prepareSweep(spending, requested);
};

/** Payments that wait for signatures or for a block, and payments by their ids. */
const waitingOf = ({ ledger, state, sync }: Core, resend: Relaying['resend']) => ({
  /** Payments that other devices have not signed yet, with their ids. */
  unsent: () => openPayments(state),
  discard: (id: string) => ledger.commit((current) => discardPayment(current, id)),
  resend,
  /** Ends a payment that waits for a block. `txid` in hex. */
  giveUp: (txid: string) =>
    withPaymentLock(ledger, () => giveUp(ledger, txid, sync.rules.newer !== undefined)),
  /**
   * A pending payment: `missing`, the number of reads of the node's pool in a row that did not find it, and whether a node
   * has it; '' for any other transaction and for one without its bytes. `txid` in hex.
   */
  waitingOf: (txid: string): { readonly missing: number; readonly relay: string } => {
    const {
      missing = 0,
      relay: handed = 'unknown',
      blob,
      state: kind,
    } = state.tables.outgoing.get(txid) ?? {};
    if (kind !== 'pending') return { missing: 0, relay: '' };
    return { missing, relay: !blob ? '' : handed === RELAYED ? 'relayed' : handed };
  },
  /** For certain, no byte of these transactions has left this device. Ids in hex. */
  nothingLeft: (txids: readonly string[]) =>
    txids.every((txid) => state.tables.outgoing.get(txid)?.notSent ?? !state.tables.outgoing.has(txid)),
  /** True if one of the transactions was sent, or may have been. Ids in hex. */
  maySucceed: (txids: readonly string[]) =>
    txids.some((txid) => ['pending', 'confirmed'].includes(state.tables.outgoing.get(txid)?.state ?? '')),
});

/** Fees, without choosing any ring. */
const costsOf = ({ state, spending: { answers }, random, now }: Core, prover: Prover | undefined) => ({
  /** Fees as the node estimates them; an answer is kept for some seconds. */
  feeEstimate: () => answers.feeEstimate(),
  /** The level that priority 0 stands for. */
  usualPriority: async () => (await feeRate(answers, 0)).priority,
  /**
   * The cost at each fee level, without asking the node about any output; undefined where the money is not enough.
   * Throws faults that no level would avoid.
   */
  previews: async (requested: PaymentRequest | SweepRequest, levels: readonly Level[]) => {
    const estimate = await answers.likelyEstimate();
    const proves = MAY_PROVE && prover?.active === true;
    const rates = levels.map((level) => rateOf(estimate, level));
    const found = (proves ? await Promise.all(rates.map((rate) => prover.withCosts(rate))) : rates).map(
      (rate) => preview(state, random, requested, rate, now()),
    );
    // The payment needs the output distribution, which takes long: request it now, while the user reads.
    if (!proves && found.some((each) => each)) answers.distribution().catch(() => undefined);
    return found;
  },
});
