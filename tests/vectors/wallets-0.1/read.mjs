/**
 * All answers of the old program about an open wallet.
 * @typedef {(method: string, params?: object) => Promise<any>} Call Calls the old program; rejects with an error whose `rpc`
 * is the JSON-RPC error.
 * @typedef {object} RecordedCall
 * @property {string} method
 * @property {object} params
 * @property {unknown} [result]
 * @property {{ code: number, message: string }} [error]
 */

/**
 * Tests make the same calls to later programs in this order.
 * @param {Call} call
 * @param {{ unsigned_txset?: string, multisig_txset?: string }} [message] A set that the wallet has received.
 * @returns {Promise<RecordedCall[]>} Each has a result or an error.
 */
export async function readWallet(call, message = {}) {
  /** @type {RecordedCall[]} */
  const calls = [];
  /** @type {Call} */
  const ask = async (method, params = {}) => {
    try {
      const result = await call(method, params);
      calls.push({ method, params, result });
      return result;
    } catch (error) {
      const { rpc } = /** @type {{ rpc?: { code: number, message: string } }} */ (error);
      if (rpc === undefined) throw error;
      calls.push({ method, params, error: { code: rpc.code, message: rpc.message } });
      return {};
    }
  };
  for (const key_type of ['view_key', 'spend_key', 'mnemonic']) await ask('query_key', { key_type });
  for (const method of ['get_height', 'is_multisig', 'get_account_tags', 'get_address_book'])
    await ask(method);
  for (const key of ['colour', 'empty']) await ask('get_attribute', { key });
  await ask('get_balance', { all_accounts: true });
  const { subaddress_accounts = [] } = await ask('get_accounts');
  for (const { account_index } of subaddress_accounts) {
    await ask('get_address', { account_index });
    const { transfers = [] } = await ask('incoming_transfers', { transfer_type: 'all', account_index });
    for (const { key_image } of transfers) if (key_image) await ask('frozen', { key_image });
  }
  const kinds = { in: true, out: true, pending: true, failed: true, pool: true, all_accounts: true };
  /** @type {Record<string, { txid: string }[]>} */
  const transfers = await ask('get_transfers', kinds);
  const txids = [...new Set(Object.values(transfers).flatMap((list) => list.map(({ txid }) => txid)))];
  await ask('get_tx_notes', { txids });
  for (const txid of txids) await ask('get_tx_key', { txid });
  if (message.unsigned_txset || message.multisig_txset) await ask('describe_transfer', message);
  return calls;
}
