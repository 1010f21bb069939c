/** One node that gets every transaction. */
import type { TxRelay } from '../../../src/ports/tx-relay.ts';
import type { Receivers } from '../../../src/wallet/nodes/receivers.ts';

export function onlyReceiver(relay: TxRelay, address = 'https://node.example'): Receivers {
  const receiver = {
    address,
    relay: (...request: Parameters<TxRelay['relay']>) => relay.relay(...request),
    transactions: () => Promise.reject(new Error('not asked here')),
  };
  return { now: () => receiver, again: () => receiver };
}
