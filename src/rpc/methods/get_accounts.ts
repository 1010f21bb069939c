/**
 * get_accounts: all accounts, or those with a tag, with their balances. `regex` is the name that descriptions of the
 * interface give to `regexp`.
 */
import { defineMethod } from '../method.ts';
import { bool, def, listOf, obj, str, u32, u64 } from '../schema.ts';
import { anyValue } from '../site-rules.ts';

export default defineMethod({
  name: 'get_accounts',
  // No screen: the page gets the same with more from x_overview.
  access: 'read',
  restricted: true,
  site: { tier: 'read', params: { strict_balances: anyValue } },
  console: { example: { tag: '' } },
  params: { tag: str, strict_balances: def(bool, false), regexp: def(bool, false), regex: def(bool, false) },
  result: {
    total_balance: u64,
    total_unlocked_balance: u64,
    subaddress_accounts: listOf(
      obj({
        account_index: u32,
        base_address: str,
        balance: u64,
        unlocked_balance: u64,
        label: str,
        tag: str,
      }),
    ),
  },
  errors: {
    unknown_tag: [
      -1,
      ({ tag }, { regexp, regex }) =>
        regexp || regex ? `No matches for regex filter ${tag} .` : `Tag ${tag} is unregistered.`,
    ],
  },
  handle: async ({ tag, strict_balances, regexp, regex }, { wallet }) => {
    const rows = wallet.accounts.tagged(tag, regexp || regex).map((account) => {
      const { balance, unlocked } = wallet.accounts.balanceOf(account.index, strict_balances);
      return {
        account_index: account.index,
        base_address: '',
        balance,
        unlocked_balance: unlocked,
        label: account.label,
        tag: account.tag,
      };
    });
    // The amounts are of this moment; addresses that were not needed before are computed in turns with other calls.
    const indices = rows.map(({ account_index: major }) => ({ major, minor: 0 }));
    await wallet.prepareAddresses(indices);
    for (const [i, text] of wallet.addressTexts(indices).entries()) rows[i]!.base_address = text;
    return {
      total_balance: rows.reduce((sum, { balance }) => sum + balance, 0n),
      total_unlocked_balance: rows.reduce((sum, { unlocked_balance }) => sum + unlocked_balance, 0n),
      subaddress_accounts: rows,
    };
  },
});
