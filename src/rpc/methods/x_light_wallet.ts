/**
 * x_light_wallet: the open wallet as an account of a light-wallet server. Amounts and unlock times are decimal texts, times in
 * seconds. `outputs`: in chain order; `rct` and `mask` are empty from before RingCT; those of Carrot are left out. `transactions`:
 * those that pay the wallet or may spend its outputs; `spends` names the output by its `public_key`. `pool`: payments in no block.
 */
import { toHex } from '../../base/hex.ts';
import { defineMethod } from '../method.ts';
import { bool, count, def, listOf, obj, str, u32 } from '../schema.ts';

const NO_ID = /^0*$/;

export default defineMethod({
  name: 'x_light_wallet',
  // No screen: the wallet server answers clients of its light-wallet server with it.
  access: 'read',
  result: {
    height: count,
    /** Ids of the newest blocks of the `height` that are read, ascending: as many as a reorg can replace. */
    newest_ids: def(str, ''),
    outputs: listOf(
      obj({
        ...{ txid: str, index: u32, global_index: count, public_key: str, tx_pub_key: str, amount: str },
        rct: def(str, ''),
        mask: def(str, ''),
        coinbase: def(bool, false),
        locked: def(bool, false),
        ...{ major: u32, minor: u32, height: count },
      }),
    ),
    transactions: listOf(
      obj({
        ...{ txid: str, height: count, timestamp: count, fee: str, unlock_time: str, prefix_hash: str },
        coinbase: def(bool, false),
        mixin: u32,
        payment_id: def(str, ''),
        spends: listOf(obj({ key_image: str, mixin: u32, public_key: str })),
      }),
    ),
    pool: listOf(
      obj({
        ...{ txid: str, timestamp: count, fee: str, unlock_time: str, amount: str, major: u32, minor: u32 },
        payment_id: def(str, ''),
      }),
    ),
  },
  handle: async (_params, { wallet }) => {
    const light = await wallet.light();
    const { state } = wallet;
    return {
      height: state.height,
      newest_ids: toHex(light.newestIds()),
      outputs: light.outputs().map(({ output, txKey, rct }) => ({
        txid: toHex(output.txid),
        index: output.outputIndex,
        global_index: output.globalIndex,
        public_key: toHex(output.key),
        tx_pub_key: toHex(txKey),
        amount: String(output.amount),
        rct: toHex(rct),
        mask: output.rct ? toHex(output.mask) : '',
        coinbase: output.coinbase,
        locked: !light.isUnlocked(output),
        ...output.subaddress,
        height: output.height,
      })),
      transactions: light.transactions().map((tx) => ({
        txid: toHex(tx.txid),
        height: tx.height,
        timestamp: tx.timestamp,
        fee: String(tx.fee),
        unlock_time: String(tx.unlockTime),
        prefix_hash: toHex(tx.prefixHash),
        coinbase: tx.coinbase,
        mixin: tx.mixin,
        payment_id: idText(light.paymentIdOf(tx.txid)),
        spends: tx.spends.map(({ keyImage, mixin, key }) => ({
          key_image: toHex(keyImage),
          mixin,
          public_key: toHex(key),
        })),
      })),
      pool: light.inPool().map(({ txid, timestamp, fee, unlockTime, amount, subaddress, paymentId }) => ({
        txid: toHex(txid),
        timestamp,
        fee: String(fee),
        unlock_time: String(unlockTime),
        amount: String(amount),
        ...subaddress,
        payment_id: idText(paymentId),
      })),
    };
  },
});

/** In hex; empty without one. An encrypted one of zeros means none. */
const idText = (paymentId: Uint8Array | undefined): string => {
  const text = paymentId ? toHex(paymentId) : '';
  return NO_ID.test(text) ? '' : text;
};
