/** The spend secret of an account, if it has one. */
import type { SecretKey } from '../../base/brands.ts';
import { fault } from '../faults.ts';
import type { AccountRecord } from '../state/records/account.ts';

/** Fault watch_only when there is none; multisig_has_no_spend_key when each signer has only a share of it. */
export function spendKeyOf({ spendSecret, multisig }: AccountRecord): SecretKey {
  if (!spendSecret) throw fault(multisig ? 'multisig_has_no_spend_key' : 'watch_only');
  return spendSecret;
}
