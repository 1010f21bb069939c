/** Scans the chain again, and compares what the wallet has with what it had. */
import type { Session } from '../../state/session.svelte.ts';

/** Ends when scanning does. True: the same wallet is open, with the coins and the balance that it had before. */
export async function readAgain(session: Session): Promise<boolean> {
  const before = found(session);
  await session.client.call('rescan_blockchain', {});
  await session.lookAgain();
  return found(session) === before;
}

const found = ({ status: { wallet, coins }, book: { accounts } }: Session): string =>
  [wallet, coins, ...accounts.map(({ balance }) => balance)].join(' ');
