/**
 * Results of describe_transfer and x_describe_set: what the transactions of a set do. The signing wallet computes it
 * from the set itself.
 */
import type { PublicKey } from '../../base/brands.ts';
import { fromHex } from '../../base/hex.ts';
import { formatAddress } from '../../protocol/address/address.ts';
import { describeSet, type Described } from '../../wallet/cold/describe.ts';
import { examinerOf } from '../../wallet/cold/examine.ts';
import type { Recipient } from '../../wallet/cold/payees.ts';
import { describeMultisig } from '../../wallet/multisig/describe.ts';
import type { Wallet } from '../../wallet/wallet.ts';
import type { Errors } from '../errors.ts';
import { fault } from '../faults.ts';
import { bool, def, listOf, obj, str, u32, u64 } from '../schema.ts';

/** `x_own` (Ostro only): the address belongs to this wallet. */
const recipient = obj({ address: str, amount: u64, x_own: def(bool, false) });
export const describedTotals = {
  amount_in: u64,
  amount_out: u64,
  recipients: listOf(recipient),
  change_amount: u64,
  change_address: str,
  fee: u64,
  /** Ostro only: the fee in hundredths of a percent of what the recipients get. */
  x_fee_share: def(u32, 0),
};

export const describeErrors = {
  multisig_has_no_spend_key: [-39, 'cannot load unsigned_txset'],
  watch_only: [-29, 'command not supported by watch-only wallet'],
  old_format: [-39, 'cannot load unsigned_txset: its format is no longer read'],
  bad_multisig_set: [-34, 'cannot load multisig_txset'],
} satisfies Errors<unknown>;

/** Faults no_txset, those of describeSet and describeMultisig. */
export async function describe(
  { sync, state }: Wallet,
  {
    unsigned_txset: unsigned,
    multisig_txset: multisig,
  }: {
    readonly unsigned_txset: string;
    readonly multisig_txset: string;
  },
): Promise<Described & { readonly signers?: readonly PublicKey[] }> {
  if (unsigned === '' && multisig === '') throw fault('no_txset');
  const indexOf = (key: PublicKey) => sync.indexOf(key);
  return unsigned === ''
    ? describeMultisig({ state, indexOf }, fromHex(multisig))
    : describeSet(examinerOf(state, indexOf), fromHex(unsigned));
}

export function describedAmounts(
  { amountIn, amountOut, change, changeAddress, fee, feeShare }: Omit<Described['total'], 'recipients'>,
  recipients: readonly Recipient[],
) {
  return {
    amount_in: amountIn,
    amount_out: amountOut,
    recipients: recipients.map(({ address, amount, own }) => ({
      address: formatAddress(address),
      amount,
      x_own: own !== undefined,
    })),
    change_amount: change,
    change_address: changeAddress ? formatAddress(changeAddress) : '',
    fee,
    x_fee_share: feeShare,
  };
}
