/** The secret keys of a transaction as text: the main key, then the additional ones, 64 hexadecimal digits each. */
import { asSecretKey, type SecretKey } from '../../base/brands.ts';
import { isFault } from '../../base/fault.ts';
import { fromHex } from '../../base/hex.ts';
import type { TxKeys } from '../../wallet/types.ts';
import { fault } from '../faults.ts';

/** Distinguishes keys from proofs, whose first letters are no hexadecimal digits. */
export function areTxKeys(text: string): boolean {
  return /^(?:[0-9a-f]{64})+$/i.test(text);
}

/** Fault bad_tx_key. */
export function readTxKeys(hex: string): TxKeys {
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
}
