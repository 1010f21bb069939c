import { asTxId, type TxId } from '../../base/brands.ts';
import { isFault } from '../../base/fault.ts';
import { fromHex } from '../../base/hex.ts';
import { fault } from '../faults.ts';

/** 32 bytes. Fault bad_txid. */
export function readTxid(txid: string): TxId {
  try {
    return asTxId(fromHex(txid, 32));
  } catch (error) {
    if (isFault(error, 'bad_hex')) throw fault('bad_txid', { txid });
    throw error;
  }
}
