/**
 * x_transaction: a transaction by its id, and which of its inputs and outputs are this wallet's. The node that is asked
 * learns which one interests the caller. `weight` is missing if the node has pruned it. Faults unknown_tx, bad_txid,
 * node_*.
 */
import { exploreTransaction, inputsOf } from '../../wallet/without-wallet.ts';
import { toHex } from '../../base/hex.ts';
import { defineMethod } from '../method.ts';
import { bool, count, def, listOf, obj, opt, str, u32, u64 } from '../schema.ts';
import { subaddressIndex } from '../wire/shapes.ts';
import { readTxid } from '../wire/txid.ts';

export default defineMethod({
  name: 'x_transaction',
  access: 'read',
  console: { warning: 'asks_about_transactions', needs: ['txid'] },
  params: { txid: str },
  result: {
    txid: str,
    version: u32,
    coinbase: bool,
    in_pool: bool,
    double_spend_seen: bool,
    height: opt(count),
    timestamp: opt(count),
    confirmations: count,
    size: count,
    weight: opt(count),
    fee: u64,
    unlock_time: u64,
    inputs: listOf(obj({ key_image: str, ring_size: u32, amount: def(u64, 0n), own: opt(u64) })),
    outputs: listOf(
      obj({ key: str, amount: def(u64, 0n), own: opt(obj({ amount: u64, subaddr_index: subaddressIndex })) }),
    ),
  },
  handle: async ({ txid }, { session }) => {
    const found = await exploreTransaction(session.world, session.open, readTxid(txid));
    const { lookup, tx, coinbase, weight, fee, confirmations, own } = found;
    return {
      txid: toHex(lookup.txid),
      version: tx.prefix.version,
      coinbase,
      in_pool: lookup.inPool,
      double_spend_seen: lookup.doubleSpendSeen,
      height: lookup.height,
      timestamp: lookup.timestamp,
      confirmations,
      size: lookup.blob.length,
      weight,
      fee,
      unlock_time: tx.prefix.unlockTime,
      inputs: inputsOf(found).map(({ keyImage, ringSize, ...input }) => ({
        key_image: keyImage,
        ring_size: ringSize,
        ...input,
      })),
      outputs: tx.prefix.outputs.map(({ key, amount }, i) => {
        const mine = own.outputs.find(({ index }) => index === i);
        return {
          key: toHex(key),
          amount,
          own: mine && { amount: mine.amount, subaddr_index: mine.subaddress },
        };
      }),
    };
  },
});
