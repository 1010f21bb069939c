/**
 * Error tables of the proof methods: all faults of the node become -1 with a message of the method.
 * Upstream: `on_check_tx_key` and others (src/wallet/wallet_rpc_server.cpp).
 */
import type { Errors } from '../errors.ts';

const NO_TRANSACTION = 'Failed to get transaction from daemon';

/** For methods that look up a transaction. */
export const noTransaction: Errors<unknown> = {
  node: [-1, NO_TRANSACTION],
  unknown_tx: [-1, NO_TRANSACTION],
};

/** For methods that check the node first. */
export const noConnection: Errors<unknown> = {
  node: [-1, (data) => `Failed to connect to daemon: ${addressIn(data)}`],
  unknown_tx: [-1, NO_TRANSACTION],
};
const addressIn = (data: object): string => ('address' in data ? String(data.address) : '');

export const noSpending: Errors<unknown> = {
  node: [-1, 'no connection to daemon'],
  unknown_tx: [-1, 'daemon returned wrong response for gettransactions, wrong txs count = 0, expected 1'],
};
