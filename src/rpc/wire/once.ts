/**
 * Runs a sending method once for each idempotency key (HTTP header `Idempotency-Key`): a second call with the same key
 * gets the first answer. Rules and storage: wallet/spend/keyed-calls.ts.
 */
import type { CallIdentity, SendAs } from '../../wallet/types.ts';
import { identify } from '../../wallet/without-wallet.ts';
import { writeJson } from '../../base/json.ts';
import type { RpcContext } from '../method.ts';

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

/** `wallet.payments.once` for a call. */
export function once<R extends object>(
  { wallet, identity }: Pick<RpcContext, 'wallet' | 'identity'>,
  work: (send: SendAs<R>) => Promise<R>,
): Promise<R> {
  return wallet.payments.once(identity, work);
}
