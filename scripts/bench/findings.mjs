/** What a wallet found on the chain, through RPC methods that Ostro and monero-wallet-rpc share. */

/** @typedef {string | number | bigint} Amount */
/** @typedef {{ readonly account_index: number, readonly balance: Amount, readonly unlocked_balance: Amount }} Account */
/**
 * The fields of `expected` in chain.json, with the same names. Amounts are bigint.
 * @typedef {object} Findings
 * @property {bigint} balance
 * @property {bigint} unlocked_balance
 * @property {number} accounts
 * @property {number} outputs
 * @property {number} spent_outputs
 * @property {number} transfers_in
 * @property {number} transfers_out
 * @property {number} height
 */
/** @typedef {Readonly<Record<keyof Findings, string | number>>} Expected */

/**
 * @param {import('./call.mjs').Call} call
 * @returns {Promise<Findings>}
 */
export async function findingsOf(call) {
  const { subaddress_accounts: accounts = [] } = /** @type {{ subaddress_accounts?: readonly Account[] }} */ (
    await call('get_accounts')
  );
  const count = async (/** @type {string} */ type) => {
    let sum = 0;
    for (const { account_index } of accounts) {
      const params = { transfer_type: type, account_index };
      const answer = /** @type {{ transfers?: readonly unknown[] }} */ (
        await call('incoming_transfers', params)
      );
      sum += (answer.transfers ?? []).length;
    }
    return sum;
  };
  const sumOf = (/** @type {'balance' | 'unlocked_balance'} */ field) =>
    accounts.reduce((sum, each) => sum + BigInt(each[field]), 0n);
  const history = /** @type {{ in?: readonly unknown[], out?: readonly unknown[] }} */ (
    await call('get_transfers', { in: true, out: true, all_accounts: true })
  );
  const { height } = /** @type {{ height: Amount }} */ (await call('get_height'));
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
