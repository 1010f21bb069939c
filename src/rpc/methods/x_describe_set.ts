/**
 * x_describe_set: what a set would do if it were signed. Like describe_transfer, without what a page does not need:
 * the spent outputs and their positions in the rings.
 */
import { formatAddress } from '../../protocol/address/address.ts';
import { defineMethod } from '../method.ts';
import { bool, def, listOf, obj, str, u32, u64 } from '../schema.ts';
import { describe, describedAmounts, describedTotals, describeErrors } from '../wire/described.ts';

export default defineMethod({
  name: 'x_describe_set',
  access: 'read',
  inBackground: false,
  params: { unsigned_txset: str, multisig_txset: str },
  result: {
    summary: obj({
      ...describedTotals,
      /** `own`: one of this wallet's own addresses. */
      recipients: listOf(obj({ address: str, amount: u64, own: def(bool, false) })),
      /** The fee in hundredths of a percent of what the recipients get. */
      fee_share: def(u32, 0),
    }),
    desc: listOf(obj({ unlock_time: u64, dummy_outputs: u32 })),
  },
  errors: describeErrors,
  handle: async (params, { wallet }) => {
    const { txs, total } = await describe(wallet, params);
    return {
      summary: {
        ...describedAmounts(total, total.recipients),
        recipients: total.recipients.map(({ address, amount, own }) => ({
          address: formatAddress(address),
          amount,
          own: own !== undefined,
        })),
        fee_share: total.feeShare,
      },
      desc: txs.map(({ data, examined }) => ({
        unlock_time: data.unlockTime,
        dummy_outputs: examined.dummies,
      })),
    };
  },
});
