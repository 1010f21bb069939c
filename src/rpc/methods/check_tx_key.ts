/** check_tx_key: amount that an address received, according to a transaction's secret key. */
import type { TxKeys } from '../../wallet/types.ts';
import { checkTxKey } from '../../wallet/without-wallet.ts';
import { asSecretKey, type SecretKey } from '../../base/brands.ts';
import { isFault } from '../../base/fault.ts';
import { fromHex } from '../../base/hex.ts';
import { parseAddressFor } from '../../protocol/address/address.ts';
import { fault } from '../faults.ts';
import { definePublicMethod } from '../public-method.ts';
import { bool, count, str, u64 } from '../schema.ts';
import { noConnection } from '../wire/proof-errors.ts';
import { readTxid } from '../wire/txid.ts';

export default definePublicMethod({
  name: 'check_tx_key',
  // No screen: no screen yet.
  access: 'read',
  restricted: true,
  site: { tier: 'public', frame: true, params: { txid: 64, tx_key: 2048, address: 128 } },
  console: { warning: 'asks_about_transactions', needs: ['txid', 'tx_key', 'address'], secrets: ['tx_key'] },
  params: { txid: str, tx_key: str, address: str },
  result: { received: u64, in_pool: bool, confirmations: count },
  errors: noConnection,
  handle: async ({ txid, tx_key, address: text }, { wallet, session }) => {
    const id = readTxid(txid);
    const keys = readTxKeys(tx_key);
    const address = parseAddressFor(wallet.state.account.network, text);
    const { received, inPool, confirmations } = await checkTxKey(
      { blocks: session.nodes.chosenNode() },
      id,
      keys,
      address,
    );
    return { received, in_pool: inPool, confirmations };
  },
});

/** The main key, then the additional ones, 64 digits each. Fault bad_tx_key. */
const readTxKeys = (hex: string): TxKeys => {
  if (hex.length < 64 || hex.length % 64 !== 0) throw fault('bad_tx_key');
  try {
    const bytes = fromHex(hex);
    const additional: SecretKey[] = [];
    for (let at = 32; at < bytes.length; at += 32) additional.push(asSecretKey(bytes.subarray(at, at + 32)));
    return { key: asSecretKey(bytes.subarray(0, 32)), additional };
  } catch (error) {
    if (isFault(error, 'bad_hex')) throw fault('bad_tx_key');
    throw error;
  }
};
