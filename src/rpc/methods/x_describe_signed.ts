/**
 * x_describe_signed: what a signed set does, before submit_transfer sends it. Given the unsigned set, it also says
 * whether both are the same payment.
 */
import { fromHex, toHex } from '../../base/hex.ts';
import { defineMethod } from '../method.ts';
import { count, listOf, obj, str, u64 } from '../schema.ts';

export default defineMethod({
  name: 'x_describe_signed',
  // No screen: part of x_keep_payment, which compares the signed payment with the request.
  access: 'read',
  console: { needs: ['tx_data_hex'] },
  params: { tx_data_hex: str, unsigned_txset: str },
  result: {
    /** `proposal`: "same", "different" or "none"; `destinations` is empty when they contradict the transaction. */
    desc: listOf(
      obj({
        txid: str,
        amount_in: u64,
        fee: u64,
        change_amount: u64,
        destinations: listOf(obj({ address: str, amount: u64 })),
        inputs: count,
        outputs: count,
        account_index: count,
        proposal: str,
      }),
    ),
  },
  errors: {
    old_format: [-40, 'Failed to parse signed tx data: its format is no longer read'],
    bad_unsigned_set: [-39, 'cannot load unsigned_txset'],
  },
  handle: async ({ tx_data_hex: signed, unsigned_txset: unsigned }, { wallet }) => {
    const payments = await (
      await wallet.cold()
    ).describeSigned(fromHex(signed), unsigned === '' ? undefined : fromHex(unsigned));
    return {
      desc: payments.map(({ txid, amountIn, fee, change, destinations, inputs, outputs, ...rest }) => ({
        txid: toHex(txid),
        amount_in: amountIn,
        fee,
        change_amount: change,
        destinations: destinations.map(({ address, amount }) => ({ address, amount })),
        inputs: inputs.length,
        outputs,
        account_index: rest.account,
        proposal: rest.proposal,
      })),
    };
  },
});
