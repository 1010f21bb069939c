/** Reads the chain again, and notes for all screens how that ended. */
import type { Session } from './session.svelte.ts';
import { Tasks } from './task.ts';

/** Ends when reading does, or when the wallet is closed. */
export async function readAgain(session: Session): Promise<void> {
  const { book, client } = session;
  const { height, restoreHeight: from = 0 } = session.status;
  book.readAgain = undefined;
  await new Tasks(book).run(async (task) => {
    // The newest coins may not be shown yet: they would count as found.
    await task.wait(session.reload().catch(() => undefined));
    const before = found(session);
    const [read] = await task.wait(Promise.allSettled([client.call('rescan_blockchain', {})]));
    if (read.status === 'rejected') {
      await task.wait(session.loadStatus().catch(() => undefined));
      // Once blocks are deleted, the wallet reads on by itself, and its status says what hinders it.
      if (session.status.height >= height) book.readAgain = { error: read.reason };
      return;
    }
    const [reloaded] = await task.wait(Promise.allSettled([session.reload()]));
    if (reloaded.status === 'fulfilled' && found(session) === before) book.readAgain = { from };
  });
}

const found = ({ status: { wallet, coins }, book: { accounts } }: Session): string =>
  [wallet, coins, ...accounts.map(({ balance }) => balance)].join(' ');
