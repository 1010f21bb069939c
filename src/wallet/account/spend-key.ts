/** The spend secret, where there is one. */
import { fault } from '../faults.ts';
import type { AccountRecord } from '../state/types.ts';

/** Faults watch_only; one_of_several, of whom nobody has it. */
export const spendKeyOf = ({ spendSecret, multisig }: AccountRecord): Uint8Array => {
  if (!spendSecret) throw fault(multisig ? 'one_of_several' : 'watch_only');
  return spendSecret;
};
