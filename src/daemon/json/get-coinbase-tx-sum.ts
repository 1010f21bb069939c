/** get_coinbase_tx_sum: what miners were paid in a range of blocks. Upstream: `COMMAND_RPC_GET_COINBASE_TX_SUM`. */
import { count, u64, wide } from '../schema.ts';
import { ACCESS, height, LONG_TIMEOUT, rpcCall } from './call.ts';

export const getCoinbaseTxSum = rpcCall('get_coinbase_tx_sum', {
  admin: true,
  request: { height, count },
  seconds: LONG_TIMEOUT,
  answer: {
    ...ACCESS,
    emission_amount: u64,
    wide_emission_amount: wide,
    emission_amount_top64: u64,
    fee_amount: u64,
    wide_fee_amount: wide,
    fee_amount_top64: u64,
  },
});
