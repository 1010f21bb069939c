/**
 * x_events: the events of the open wallet after the one with id `since`, oldest first; without `since` from the oldest one.
 * `next` is the `since` of the next call. `gap`: events before the first one here are gone (the list is bounded), or `since`
 * is no event of this file, which may be an older copy: then the answer begins with the oldest one. `delivered`: the last one that
 * the receiver of webhooks has.
 */
import { defineMethod } from '../method.ts';
import { bool, count, def, listOf, str } from '../schema.ts';
import { toWireEvent, walletEvent } from '../wire/events.ts';

const MAX_LIMIT = 1000;

export default defineMethod({
  name: 'x_events',
  // No screen: events for the programs of a wallet server; the page shows the history itself.
  access: 'read',
  console: { needs: ['since'] },
  params: { since: str, limit: def(count, 100) },
  result: {
    wallet: str,
    recording: bool,
    events: listOf(walletEvent),
    next: str,
    gap: def(bool, false),
    delivered: def(str, ''),
  },
  handle: async ({ since, limit }, { wallet }) => {
    const { recording, delivered } = wallet.events;
    const { events, gap } = wallet.events.after(since, Math.min(Math.max(1, limit), MAX_LIMIT));
    await wallet.prepareAddresses(events.flatMap(({ subaddress }) => subaddress ?? []));
    return {
      wallet: wallet.name,
      recording,
      events: events.map((event) => toWireEvent(wallet, event)),
      next: events.at(-1)?.id ?? (gap ? '' : since),
      gap,
      delivered,
    };
  },
});
