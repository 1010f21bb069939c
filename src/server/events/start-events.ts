/** Starts what the flags of events ask for, for one wallet: its event streams, and webhooks. */
import { createEventFeed, type FeedSource } from './event-feed.ts';
import { createEventStreams } from './event-streams.ts';
import { createWebhooks } from './webhooks.ts';
import type { Flags } from '../flags/flags.ts';

/**
 * `failed` gets a sentence when an event is not taken. Nothing starts
 * without a flag that asks for events.
 */
export function startEvents(
  { eventRules, webhook, restricted }: Pick<Flags, 'eventRules' | 'webhook' | 'restricted'>,
  wallet: FeedSource,
  failed: (why: string) => void,
) {
  if (!eventRules) return { streams: undefined, wake: () => {}, stop: () => {} };
  const feed = createEventFeed(wallet);
  const webhooks = webhook && createWebhooks({ target: webhook, feed, failed });
  return {
    streams: createEventStreams({ feed, restricted }),
    wake: () => feed.wake(),
    stop: () => webhooks?.stop(),
  };
}
