/** Notes on transfers: for the person alone, in the wallet. */
import type { Client } from '../../client/client.ts';

/** Keeps a note on transfers just made. It is worth less than the payment: failing is fine, and so is an empty one. */
export async function keepNote(client: Client, txids: readonly string[], note: string): Promise<void> {
  if (note === '' || txids.length === 0) return;
  await client
    .call('set_tx_notes', { txids: [...txids], notes: txids.map(() => note) })
    .catch(() => undefined);
}
