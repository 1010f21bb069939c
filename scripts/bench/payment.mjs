/** A payment that the suite `send` asks of every wallet, in the words of each. */

/**
 * Amounts in piconero; without amounts all that the account holds is swept.
 * @typedef {object} Payment
 * @property {number} account
 * @property {string} address
 * @property {readonly number[] | undefined} amounts
 */

/**
 * The call of monero-wallet-rpc, which is ours too.
 * @param {Payment} payment
 * @returns {readonly [method: string, params: object]}
 */
export function walletCall({ account, address, amounts }) {
  const common = { account_index: account, do_not_relay: true, get_tx_hex: true };
  return amounts
    ? ['transfer', { ...common, destinations: amounts.map((amount) => ({ address, amount })) }]
    : ['sweep_all', { ...common, address }];
}

/**
 * The transactions of that call's answer, in hex.
 * @param {unknown} answer
 * @returns {readonly string[]}
 */
export function builtBy(answer) {
  const { tx_blob_list: list, tx_blob: one } =
    /** @type {{ tx_blob_list?: readonly string[], tx_blob?: string }} */ (answer);
  return list ?? (one === undefined ? [] : [one]);
}

/**
 * The configuration of monero-ts.
 * @param {Payment} payment
 */
export function moneroTsConfig({ account, address, amounts }) {
  return amounts
    ? {
        accountIndex: account,
        destinations: amounts.map((amount) => ({ address, amount: BigInt(amount) })),
      }
    : { accountIndex: account, address, sweep: true };
}
