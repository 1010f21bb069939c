/** The data that words do not hold, as one encrypted message beside them. */
import { exportCompanion, importCompanion } from '../companion/transfer.ts';
import type { Core } from './core.ts';

export function createCompanion({ ledger, state, random, now }: Core) {
  return {
    /** Fault bad_companion. */
    export: () => exportCompanion({ state, random }, now()),
    /** Adds what the wallet does not have. Fault bad_companion. */
    import: (bytes: Uint8Array) => importCompanion(ledger, bytes),
  };
}
