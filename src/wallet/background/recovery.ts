/** Says if the return of the spend key brings work, whose code is loaded then: recover.ts. */
import { onDemand } from '../../base/on-demand.ts';
import type { WalletState } from '../state/state.ts';

/** True if key images or spends must be found with the spend key. */
export function wantsKey({ tables, outputs }: WalletState): boolean {
  return tables.maybeSpending.size > 0 || outputs.some(({ keyImage }) => !keyImage);
}

export const recovery = onDemand(() => import('./recover.ts'));
