/**
 * Payments of one wallet go one after the other, from choosing outputs until it is remembered that they are spent: two
 * at once would choose the same ones, and the second would be refused though other money is free.
 * Upstream: monero-wallet-rpc answers one request at a time.
 */
import { createQueue, type Queue } from '../../base/queue.ts';
import type { Ledger } from '../state/state.ts';

const queues = new WeakMap<Ledger, Queue>();

/** Runs `work` when all earlier work of this wallet has ended, whether it succeeded or not. */
export function payInTurn<T>(ledger: Ledger, work: () => Promise<T>): Promise<T> {
  const queue = queues.get(ledger) ?? createQueue();
  queues.set(ledger, queue);
  return queue.run(work);
}
