/** Notes on transfers, which only the user sees; stored in the wallet. */
import type { Client } from '../../client/client.ts';

/**
 * Stores a note on new transfers. Ignores errors, since the payment itself has succeeded; does nothing for an empty
 * note.
 */
export async function keepNote(client: Client, txids: readonly string[], note: string): Promise<void> {
  if (note === '' || txids.length === 0) return;
  await client
    .call('set_tx_notes', { txids: [...txids], notes: txids.map(() => note) })
    .catch(() => undefined);
}
