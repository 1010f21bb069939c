/**
 * Payments of one wallet go one after the other, from choosing outputs until it is remembered that they are spent: two
 * at once would choose the same ones, and the second would be refused though other money is free.
 * Upstream: monero-wallet-rpc answers one request at a time.
 */
import type { Ledger } from '../state/state.ts';

const turns = new WeakMap<Ledger, Promise<unknown>>();

/** Runs `work` when all that was given before is done, whether it succeeded or not. */
export function payInTurn<T>(ledger: Ledger, work: () => Promise<T>): Promise<T> {
  const next = (turns.get(ledger) ?? Promise.resolve()).then(work);
  turns.set(
    ledger,
    next.catch(() => undefined),
  );
  return next;
}
