/** The data that words do not hold, as one encrypted message beside them. Its code is loaded when it is used. */
import type { Core } from './core.ts';

export function createCompanion({ ledger, state, random, now }: Core) {
  return {
    /** Fault bad_companion. */
    export: async () => {
      const { exportCompanion } = await import('../companion/transfer.ts');
      return exportCompanion({ state, random }, now());
    },
    /** Adds what the wallet does not have. Fault bad_companion. */
    import: async (bytes: Uint8Array) => {
      const { importCompanion } = await import('../companion/transfer.ts');
      return importCompanion(ledger, bytes);
    },
  };
}
