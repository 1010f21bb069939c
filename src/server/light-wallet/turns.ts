/** Work on one account runs after all earlier work on it. */
import { LightError } from './light-error.ts';

export type InTurn = <T>(address: string, work: () => Promise<T>) => Promise<T>;

/** After `end` no work begins; it resolves when all that was begun has ended. */
export function createTurns(): { readonly inTurn: InTurn; readonly end: () => Promise<void> } {
  const turns = new Map<string, Promise<unknown>>();
  let ended = false;
  const inTurn: InTurn = (address, work) => {
    const before = turns.get(address) ?? Promise.resolve();
    const own = before.then(() => {
      if (ended) throw new LightError(503, 'The server ends');
      return work();
    });
    const settled: Promise<unknown> = own
      .catch(() => undefined)
      .then(() => {
        if (turns.get(address) === settled) turns.delete(address);
      });
    turns.set(address, settled);
    return own;
  };
  return {
    inTurn,
    end: async () => {
      ended = true;
      await Promise.all(turns.values());
    },
  };
}
