/** Starts what the flags of events ask for, for one wallet: its event streams, and webhooks. */
import { createEventFeed } from './event-feed.mjs';
import { createEventStreams } from './event-streams.mjs';
import { createWebhooks } from './webhooks.mjs';

/**
 * `failed` gets a sentence when an event is not taken. Nothing starts
 * without a flag that asks for events.
 * @param {Pick<import('./flags.mjs').Flags, 'eventRules' | 'webhook' | 'restricted'>} flags
 * @param {import('./event-feed.mjs').FeedSource} wallet
 * @param {(why: string) => void} failed
 */
export function startEvents({ eventRules, webhook, restricted }, wallet, failed) {
  if (!eventRules) return { streams: undefined, wake: () => {}, stop: () => {} };
  const feed = createEventFeed(wallet);
  const webhooks = webhook && createWebhooks({ target: webhook, feed, failed });
  return {
    streams: createEventStreams({ feed, restricted }),
    wake: () => feed.wake(),
    stop: () => webhooks?.stop(),
  };
}
