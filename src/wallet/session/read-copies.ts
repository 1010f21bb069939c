/**
 * Reads new blocks into the background copy of a wallet (background/copy.ts) while no page has the wallet open: for the worker of
 * the browser extension and of an installed app, which the browser starts from time to time. The copy has no spend key, words,
 * names or notes. Its wallet takes over what was read when it is opened.
 */
import { isFault } from '../../base/fault.ts';
import { copyName } from '../background/copy-file.ts';
import type { OwnedSession } from './session.ts';

/** A wallet whose copy is read, and the random password of the copy. */
export interface CopyToRead {
  readonly name: string;
  readonly password: string;
}
export interface CopyReading {
  /**
   * `read`: up to the tip. `unread`: no node, or a wrong answer, or no time; the next round goes on. `gone`: there is no copy any
   * more. `busy`: a page uses it.
   */
  readonly outcome: 'read' | 'unread' | 'gone' | 'busy';
  /** Number of payments that no round and no page has seen before. */
  readonly received: number;
}

/** `session`: a new one, which this function closes. `signal`: ends the round early. */
export async function readCopy(
  session: OwnedSession,
  { name, password }: CopyToRead,
  signal: AbortSignal,
): Promise<CopyReading> {
  const received = new Set<string>();
  session.on('received', ({ txids }) => {
    for (const txid of txids) received.add(txid);
  });
  try {
    await session.ready;
    const known = await openCopy(session, name, password);
    const outcome = await endOfPass(session, signal);
    return { outcome, received: [...received].filter((txid) => !known.has(txid)).length };
  } catch (error) {
    if (isFault(error, 'wallet_not_found') || isFault(error, 'wrong_password'))
      return { outcome: 'gone', received: 0 };
    if (isFault(error)) return { outcome: 'busy', received: 0 };
    throw error;
  } finally {
    await session.close();
  }
}

/** The ids of the payments that the copy knows. */
const openCopy = async (session: OwnedSession, name: string, password: string): Promise<Set<string>> => {
  const { state } = await session.openFile(copyName(name), password);
  return new Set([...state.tables.payments.keys()].map((key) => key.split(':')[0]!));
};

/** Resolves when the blocks were read once, when that failed, or at the signal. */
const endOfPass = (session: OwnedSession, signal: AbortSignal): Promise<'read' | 'unread'> =>
  new Promise((resolve) => {
    const checkCopies = (): void => {
      const { phase, lastPass } = session.wallet.sync.status;
      if (lastPass !== undefined) resolve('read');
      // `asking`: many blocks are missing, which the person decides about in the wallet.
      else if (phase === 'waiting' || phase === 'asking' || signal.aborted) resolve('unread');
    };
    session.on('status', checkCopies);
    session.on('closed', () => resolve('unread'));
    signal.addEventListener('abort', () => resolve('unread'));
    checkCopies();
  });
