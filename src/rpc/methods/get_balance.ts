/**
 * get_balance: balance of one account or all, in total and by address. Outputs from before RingCT (2017) are in the balance
 * but never unlocked: this wallet cannot spend them.
 */
import type { Wallet } from '../../wallet/wallet.ts';
import { defineMethod } from '../method.ts';
import { bool, count, def, listOf, obj, str, u32, u64 } from '../schema.ts';
import { anyValue, atMost } from '../site-rules.ts';

export default defineMethod({
  name: 'get_balance',
  // No screen: the page gets the same with more from x_overview.
  aliases: ['getbalance'],
  access: 'read',
  restricted: true,
  site: {
    tier: 'read',
    params: { account_index: anyValue, address_indices: atMost(100, anyValue), strict: anyValue },
  },
  console: { example: { account_index: 0 } },
  params: {
    account_index: u32,
    address_indices: listOf(u32),
    all_accounts: def(bool, false),
    strict: def(bool, false),
  },
  result: {
    balance: u64,
    unlocked_balance: u64,
    multisig_import_needed: bool,
    per_subaddress: listOf(
      obj({
        account_index: u32,
        address_index: u32,
        address: str,
        balance: u64,
        unlocked_balance: u64,
        label: str,
        num_unspent_outputs: count,
        blocks_to_unlock: count,
        time_to_unlock: count,
      }),
    ),
    blocks_to_unlock: count,
    time_to_unlock: count,
  },
  handle: async ({ account_index, address_indices, all_accounts, strict }, { wallet }) => {
    const accounts = all_accounts ? [...wallet.accounts.labels().keys()] : [account_index];
    const wanted = all_accounts ? [] : address_indices;
    const totals = accounts.map((major) => wallet.accounts.balanceOf(major, strict));
    const most = (field: 'blocksToUnlock' | 'timeToUnlock'): number =>
      totals.reduce((max, total) => Math.max(max, total[field]), 0);
    const answer = {
      balance: totals.reduce((sum, { balance }) => sum + balance, 0n),
      unlocked_balance: totals.reduce((sum, { unlocked }) => sum + unlocked, 0n),
      multisig_import_needed: wallet.multisig.importNeeded,
      per_subaddress: accounts.flatMap((major) => rowsOf(wallet, major, wanted, strict)),
      blocks_to_unlock: most('blocksToUnlock'),
      time_to_unlock: most('timeToUnlock'),
    };
    // The amounts are of this moment; addresses that were not needed before are computed in turns with other calls.
    const indices = answer.per_subaddress.map((row) => ({
      major: row.account_index,
      minor: row.address_index,
    }));
    await wallet.prepareAddresses(indices);
    for (const [i, text] of wallet.addressTexts(indices).entries()) answer.per_subaddress[i]!.address = text;
    return answer;
  },
});

/** The requested addresses, or all that have or expect money, without their texts. */
const rowsOf = (wallet: Wallet, major: number, wanted: readonly number[], strict: boolean) => {
  const rows = wallet.accounts.balanceByMinor(major, strict, wanted);
  const minors = wanted.length > 0 ? new Set(wanted) : rows.keys();
  const sorted = [...minors].sort((a, b) => a - b);
  return sorted.map((minor) => {
    const row = rows.get(minor);
    return {
      account_index: major,
      address_index: minor,
      address: '',
      balance: row?.balance ?? 0n,
      unlocked_balance: row?.unlocked ?? 0n,
      label: wallet.state.tables.labels.get(String(major))?.[minor] ?? '',
      num_unspent_outputs: wallet.accounts.unspentOutputs({ major, minor }),
      blocks_to_unlock: row?.blocksToUnlock ?? 0,
      time_to_unlock: row?.timeToUnlock ?? 0,
    };
  });
};
