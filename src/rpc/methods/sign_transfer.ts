/**
 * sign_transfer: examines and signs the unsigned set of a view-only wallet. The transaction keys stay in this wallet.
 */
import { fromHex, toHex } from '../../base/hex.ts';
import { defineMethod } from '../method.ts';
import { bool, def, listOf, str } from '../schema.ts';
import { keyText } from '../wire/sent.ts';

export default defineMethod({
  name: 'sign_transfer',
  access: 'spend',
  console: { warning: 'none', secrets: ['tx_key_list'], password: 'get_tx_keys' },
  params: { unsigned_txset: str, export_raw: def(bool, false), get_tx_keys: def(bool, false) },
  result: {
    signed_txset: str,
    tx_hash_list: listOf(str),
    tx_raw_list: listOf(str),
    tx_key_list: listOf(str),
  },
  errors: {
    multisig_has_no_spend_key: [-39, 'cannot load unsigned_txset'],
    watch_only: [-29, 'command not supported by watch-only wallet'],
    old_format: [-39, 'cannot load unsigned_txset: its format is no longer read'],
    nonzero_unlock_time: [-42, 'Failed to sign unsigned tx: Transaction cannot have non-zero unlock time'],
    '*': -42,
  },
  handle: async (params, { wallet }) => {
    const { set, txs } = await (await wallet.cold()).sign(fromHex(params.unsigned_txset));
    return {
      signed_txset: toHex(set),
      tx_hash_list: txs.map(({ txid }) => toHex(txid)),
      tx_raw_list: params.export_raw ? txs.map(({ blob }) => toHex(blob)) : [],
      tx_key_list: params.get_tx_keys ? txs.map(({ secrets }) => keyText(secrets)) : [],
    };
  },
});
