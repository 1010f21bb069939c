/**
 * What chain.json's `expected` lists, in the same words, asked of us or of monero-wallet-rpc: the methods are the same.
 * Amounts are bigint.
 */
export async function findingsOf(call) {
  const { subaddress_accounts: accounts = [] } = await call('get_accounts');
  const count = async (type) => {
    let sum = 0;
    for (const { account_index } of accounts)
      sum += ((await call('incoming_transfers', { transfer_type: type, account_index })).transfers ?? [])
        .length;
    return sum;
  };
  const sumOf = (field) => accounts.reduce((sum, each) => sum + BigInt(each[field]), 0n);
  const history = await call('get_transfers', { in: true, out: true, all_accounts: true });
  const { height } = await call('get_height');
  return {
    balance: sumOf('balance'),
    unlocked_balance: sumOf('unlocked_balance'),
    accounts: accounts.length,
    outputs: await count('all'),
    spent_outputs: await count('unavailable'),
    transfers_in: (history.in ?? []).length,
    transfers_out: (history.out ?? []).length,
    height: Number(height),
  };
}
