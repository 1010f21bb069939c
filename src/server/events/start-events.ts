/** Starts what the flags of events ask for, for one wallet: its event streams, and webhooks. */
import { createEventFeed, type FeedSource } from './event-feed.ts';
import { createEventStreams } from './event-streams.ts';
import { createWebhooks } from './webhooks.ts';
import type { Flags } from '../flags/flags.ts';

/** How long a stream waits before it asks for the events of a wallet that another server may have open. Milliseconds. */
const ELSEWHERE_MS = 1000;

/** The open wallet on whichever server; `isHere`: on this one. */
interface Anywhere extends Pick<FeedSource, 'request'> {
  readonly isHere: () => boolean;
}

/**
 * Streams read the wallet wherever it is open; webhooks are sent by the server that has it open. `failed` gets a sentence when an event is not taken. Nothing starts
 * without a flag that asks for events.
 */
export function startEvents(
  { eventRules, webhook, restricted }: Pick<Flags, 'eventRules' | 'webhook' | 'restricted'>,
  { anywhere, ...wallet }: FeedSource & { readonly anywhere?: Anywhere | undefined },
  failed: (why: string) => void,
) {
  if (!eventRules) return { streams: undefined, wake: () => {}, stop: () => {} };
  const feed = createEventFeed(wallet);
  const { name } = wallet;
  const read = anywhere
    ? createEventFeed({ ...(name !== undefined && { name }), ...anywhere, mostWaitMs: ELSEWHERE_MS })
    : feed;
  const webhooks = webhook && createWebhooks({ target: webhook, feed, failed });
  return {
    streams: createEventStreams({ feed: read, restricted }),
    wake: () => {
      feed.wake();
      if (read !== feed) read.wake();
    },
    stop: () => webhooks?.stop(),
  };
}
