/** The spend secret, where there is one. */
import { fault } from '../faults.ts';
import type { AccountRecord } from '../state/types.ts';

/** Faults watch_only; multisig_has_no_spend_key, of whom nobody has it. */
export const spendKeyOf = ({ spendSecret, multisig }: AccountRecord): Uint8Array => {
  if (!spendSecret) throw fault(multisig ? 'multisig_has_no_spend_key' : 'watch_only');
  return spendSecret;
};
