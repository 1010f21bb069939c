/**
 * One round of reading the listed copies (read-copies.ts), in the worker that the browser starts while no page has a wallet open.
 * Imports no engine: the worker loads it when a round needs it.
 */
import type { CopyReading, CopyToRead } from './read-copies.ts';

export interface RoundParts {
  /** The list of copies (src/store/copies-to-read.ts). */
  readonly copies: {
    list(): Promise<readonly CopyToRead[]>;
    forget(name: string): Promise<void>;
    moveBack(name: string): Promise<void>;
  };
  readonly read: (copy: CopyToRead) => Promise<CopyReading>;
  /** A page has a wallet open: it reads by itself. */
  readonly isOpen: () => Promise<boolean>;
  /** The browser's facts about the connection. */
  /** Is called with an error that is a bug. */
  readonly onBug: (error: unknown) => void;
  readonly network: { readonly onLine: boolean; readonly saveData: boolean };
}

/**
 * Returns the number of payments that arrived. With data saver on, or without a network, the round is left out. A copy whose reading
 * throws does not keep the others from being read.
 */
export async function readRound({ copies, read, isOpen, onBug, network }: RoundParts): Promise<number> {
  if (!network.onLine || network.saveData || (await isOpen())) return 0;
  let received = 0;
  for (const copy of await copies.list()) {
    // First, because the browser may end this worker at any time.
    await copies.moveBack(copy.name);
    try {
      const reading = await read(copy);
      received += reading.received;
      if (reading.outcome === 'gone') await copies.forget(copy.name);
    } catch (error) {
      onBug(error);
    }
  }
  return received;
}
