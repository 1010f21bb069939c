/**
 * Runs the payments of one wallet one after the other, from choosing outputs until they are stored as spent. Two at
 * once would choose the same outputs, and the second would fail although other money is free.
 * Upstream: monero-wallet-rpc answers one request at a time.
 */
import { createQueue, type Queue } from '../../base/queue.ts';
import type { Ledger } from '../state/state.ts';

const queues = new WeakMap<Ledger, Queue>();

/** Runs `work` when all earlier work of this wallet has ended or failed. */
export function withPaymentLock<T>(ledger: Ledger, work: () => Promise<T>): Promise<T> {
  const queue = queues.get(ledger) ?? createQueue();
  queues.set(ledger, queue);
  return queue.run(work);
}
