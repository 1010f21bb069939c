/** Results of describe_transfer and x_describe_set: what the set does, as the signing wallet computes it. */
import type { Described, Recipient } from '../../wallet/types.ts';

import { fromHex } from '../../base/hex.ts';
import { formatAddress } from '../../protocol/address/address.ts';
import type { Wallet } from '../../wallet/wallet.ts';
import type { Errors } from '../errors.ts';
import { fault } from '../faults.ts';
import { listOf, obj, str, u64 } from '../schema.ts';

export const describedTotals = {
  amount_in: u64,
  amount_out: u64,
  recipients: listOf(obj({ address: str, amount: u64 })),
  change_amount: u64,
  change_address: str,
  fee: u64,
};

export const describeErrors = {
  multisig_has_no_spend_key: [-39, 'cannot load unsigned_txset'],
  watch_only: [-29, 'command not supported by watch-only wallet'],
  old_format: [-39, 'cannot load unsigned_txset: its format is no longer read'],
  bad_multisig_set: [-34, 'cannot load multisig_txset'],
} satisfies Errors<unknown>;

/** Own fault: no_txset. */
export async function describe(
  wallet: Wallet,
  {
    unsigned_txset: unsigned,
    multisig_txset: multisig,
  }: {
    readonly unsigned_txset: string;
    readonly multisig_txset: string;
  },
): Promise<Described> {
  if (unsigned === '' && multisig === '') throw fault('no_txset');
  return unsigned === ''
    ? (await wallet.signers()).describe(fromHex(multisig))
    : (await wallet.cold()).describe(fromHex(unsigned));
}

export function describedAmounts(
  { amountIn, amountOut, change, changeAddress, fee }: Omit<Described['total'], 'recipients' | 'feeShare'>,
  recipients: readonly Recipient[],
) {
  return {
    amount_in: amountIn,
    amount_out: amountOut,
    recipients: recipients.map(({ address, amount }) => ({ address: formatAddress(address), amount })),
    change_amount: change,
    change_address: changeAddress ? formatAddress(changeAddress) : '',
    fee,
  };
}
