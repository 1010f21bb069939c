/**
 * A name of a transaction for the page's address. The browser stores addresses of pages, so they contain no transaction
 * id: without the wallet's view key it cannot be found out which transaction a name belongs to. It is the same in each session.
 */
import type { TxId } from '../../base/brands.ts';
import { concat, utf8 } from '../../base/bytes.ts';
import { toHex } from '../../base/hex.ts';
import { kernel } from '../../kernel/kernel.ts';
import type { AccountRecord } from '../state/records/account.ts';

const DOMAIN = utf8('ostro place of a transaction');
const BYTES = 8;

/** `p` and 16 hex digits. */
export function placeOf({ viewSecret }: Pick<AccountRecord, 'viewSecret'>, txid: TxId): string {
  return `p${toHex(kernel.keccak256(concat(DOMAIN, viewSecret, txid)).subarray(0, BYTES))}`;
}
