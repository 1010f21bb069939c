/** Reads the chain again, and notes for all screens how that ended. */
import type { Session } from '../../state/session.svelte.ts';

/** Ends when reading does. */
export async function readAgain(session: Session): Promise<void> {
  const { book, client } = session;
  const { wallet, height, restoreHeight: from = 0 } = session.status;
  const before = found(session);
  book.readAgain = undefined;
  try {
    await client.call('rescan_blockchain', {});
  } catch (error) {
    await session.look().catch(() => undefined);
    // Once blocks are deleted, the wallet reads on by itself, and its status says what hinders it.
    if (session.status.wallet === wallet && session.status.height >= height) book.readAgain = { error };
    return;
  }
  const looked = await session.lookAgain().then(
    () => true,
    () => false,
  );
  if (looked && found(session) === before) book.readAgain = { from };
}

const found = ({ status: { wallet, coins }, book: { accounts } }: Session): string =>
  [wallet, coins, ...accounts.map(({ balance }) => balance)].join(' ');
