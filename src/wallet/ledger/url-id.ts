/**
 * An opaque id for a transaction, used in URLs instead of the txid: browsers store URLs. Without the wallet's view key nobody
 * can find out which transaction an id belongs to. It is the same in each session.
 */
import type { TxId } from '../../base/brands.ts';
import { concat, utf8 } from '../../base/bytes.ts';
import { toHex } from '../../base/hex.ts';
import { kernel } from '../../kernel/kernel.ts';
import type { AccountRecord } from '../state/records/account.ts';

const DOMAIN = utf8('ostro place of a transaction');
const BYTES = 8;

/** `p` and 16 hex digits. */
export function urlIdOf({ viewSecret }: Pick<AccountRecord, 'viewSecret'>, txid: TxId): string {
  return `p${toHex(kernel.keccak256(concat(DOMAIN, viewSecret, txid)).subarray(0, BYTES))}`;
}
