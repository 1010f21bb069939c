/**
 * Runs a sending method once for each idempotency key (HTTP header `Idempotency-Key`): a second call with the same key
 * gets the first answer. Rules and storage: wallet/spend/keyed-calls.ts.
 */
import { writeJson } from '../../base/json.ts';
import { identify, resultOf, storedCall, type CallIdentity } from '../../wallet/spend/keyed-calls.ts';
import { locksOf } from '../../wallet/spend/locks.ts';
import type { PendingTx } from '../../wallet/spend/pending.ts';
import type { RpcContext } from '../method.ts';

/**
 * Sends the transactions of a call in order and returns its result. With a key, transactions and result are stored
 * first. No transactions: the call only built something.
 */
export type SendAs<R> = (txs: readonly PendingTx[], result: R) => Promise<R>;

/** Identifies a call: the order of the parameters does not matter. Fault bad_idempotency_key. */
export function identityOf(key: string, method: string, params: object): CallIdentity {
  return identify(key, `${method}\n${writeJson(inOrder(params))}`);
}

const inOrder = (value: unknown): unknown => {
  if (Array.isArray(value)) return value.map(inOrder);
  if (typeof value !== 'object' || value === null) return value;
  return Object.fromEntries(
    Object.entries(value)
      .sort(([a], [b]) => (a < b ? -1 : 1))
      .map(([name, each]) => [name, inOrder(each)]),
  );
};

/**
 * Runs `work`, unless the call has a key with which it was made before: then it sends what is left of that call and
 * returns its result. Faults: those of `work`, of sending, and idempotency_key_reused.
 */
export async function once<R extends object>(
  { wallet, identity }: Pick<RpcContext, 'wallet' | 'identity'>,
  work: (send: SendAs<R>) => Promise<R>,
): Promise<R> {
  if (!identity)
    return work(async (txs, result) => {
      for (const tx of txs) await wallet.relay(tx);
      return result;
    });
  const { ledger } = wallet;
  return locksOf(ledger).keyedCalls.run(async () => {
    const stored = storedCall(ledger.state, identity);
    if (stored) {
      await wallet.finishKeyed(stored);
      return resultOf(stored) as R;
    }
    return work(async (txs, result) => {
      await wallet.relayKeyed(txs, { ...identity, result });
      return result;
    });
  });
}
