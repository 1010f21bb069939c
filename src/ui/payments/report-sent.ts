/** The outcome of sending a signed payment. */
import type { Session } from '../state/session.svelte.ts';
import { Tasks } from '../state/task.ts';

/**
 * Waits until the payment is sent and the wallet shows it, then calls `onsent` with its id. It does so as long as the wallet
 * is open, because the person wants to know also after leaving the screen. Rejects when the payment was not sent.
 */
export async function reportSent(
  session: Session,
  sending: Promise<{ readonly txHashList?: readonly string[] }>,
  onsent: (txid: string) => void,
): Promise<void> {
  await new Tasks(session.book).run(async (task) => {
    const { txHashList: [txid] = [] } = await task.wait(sending);
    await task.wait(session.reload().catch(() => undefined));
    if (txid !== undefined) onsent(txid);
  });
}
