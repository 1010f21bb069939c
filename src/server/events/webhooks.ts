/**
 * --webhook-url: sends each event of the open wallet to one address, signed, in order, until the receiver has taken it. How far
 * it has is in the wallet file, so a killed server sends again what was not answered, with the same id. Headers and signature:
 * https://github.com/standard-webhooks/standard-webhooks (spec/standard-webhooks.md).
 */
import { createHmac } from 'node:crypto';
import { messageOf } from '../errors.mjs';
import { gapEvent, type EventFeed, type FedEvent } from './event-feed.ts';
import type { WebhookTarget } from '../flags/event-flags.ts';

const LIMITS = {
  /** Milliseconds in which the receiver has to answer. */
  answerMs: 15_000,
  /** Milliseconds before the next try: after the first failure, and at most. */
  firstWaitMs: 1000,
  longestWaitMs: 300_000,
  /** Milliseconds after which the list is read though nothing woke this. */
  idleMs: 30_000,
};

/**
 * Sends until `stop()`. `failed` gets a sentence for each try that fails, `random` spreads the tries of many servers.
 */
export function createWebhooks({
  target,
  feed,
  failed,
  limits: given = {},
  random = Math.random,
}: {
  readonly target: WebhookTarget;
  readonly feed: EventFeed;
  readonly failed: (why: string) => void;
  readonly limits?: Partial<typeof LIMITS>;
  readonly random?: () => number;
}) {
  const limits = { ...LIMITS, ...given };
  const end = new AbortController();
  const { signal } = end;
  const ended = () => signal.aborted;
  const post = (event: FedEvent) => postEvent(target, event, limits.answerMs, signal);
  let failures = 0;
  const run = async () => {
    while (!ended())
      try {
        const seen = feed.wakes();
        const sent = await sendNext(feed, post);
        failures = 0;
        if (!sent) await feed.wait(seen, limits.idleMs, signal);
      } catch (error) {
        if (ended()) return;
        const wait = waitAfter(failures++, limits) * (0.75 + random() / 2);
        failed(`--webhook-url: ${messageOf(error)}; next try in ${Math.ceil(wait / 1000)} s`);
        await pause(wait, signal);
      }
  };
  void run();
  return { stop: () => end.abort() };
}

/**
 * Sends what the receiver lacks of the open wallet, at most a page; false: nothing. Rejects when an event is not taken.
 */
const sendNext = async (feed: EventFeed, post: (event: FedEvent) => Promise<void>) => {
  const delivered = (await feed.read('', 1))?.delivered;
  const page = delivered === undefined ? undefined : await feed.read(delivered);
  // Another wallet may have been opened between the two.
  if (!page || page.delivered !== delivered) return page !== undefined;
  if (page.events.length === 0) return false;
  if (page.gap) await post(gapEvent(page));
  for (const event of page.events) {
    await post(event);
    if (!(await feed.deliver(event.id))) return true;
  }
  return true;
};

/**
 * Rejects unless the receiver answers with a status from 200 to 299 in time. A redirect is such a failure: it is not followed.
 */
const postEvent = async (
  { url, secret }: WebhookTarget,
  { id, text }: FedEvent,
  ms: number,
  signal: AbortSignal,
) => {
  const timestamp = String(Math.floor(Date.now() / 1000));
  const { signal: inTime, clear } = timeLimit(ms, signal);
  try {
    const answer = await fetch(url, {
      method: 'POST',
      redirect: 'manual',
      signal: inTime,
      headers: {
        'Content-Type': 'application/json',
        'User-Agent': 'Ostro',
        'webhook-id': id,
        'webhook-timestamp': timestamp,
        'webhook-signature': `v1,${sign(secret, `${id}.${timestamp}.${text}`)}`,
      },
      body: text,
    });
    // The status says all; a body without end would fill our memory.
    await answer.body?.cancel();
    if (!answer.ok) throw new Error(`status ${answer.status} for event ${id}`);
  } catch (error) {
    const why = inTime.aborted ? `no answer within ${ms} ms` : causeOf(error);
    throw new Error(why.includes(id) ? why : `${why} for event ${id}`);
  } finally {
    clear();
  }
};

const sign = (secret: Buffer, text: string) => createHmac('sha256', secret).update(text).digest('base64');

/** `fetch` says why it failed in `cause`. */
const causeOf = (error: unknown) =>
  error instanceof Error && error.cause instanceof Error && error.cause.message !== ''
    ? error.cause.message
    : messageOf(error);

/** Aborts after `ms`, or with `outer`. */
const timeLimit = (ms: number, outer: AbortSignal) => {
  const limit = new AbortController();
  const abort = () => limit.abort();
  const timer = setTimeout(abort, ms);
  outer.addEventListener('abort', abort);
  if (outer.aborted) abort();
  return {
    signal: limit.signal,
    clear: () => {
      clearTimeout(timer);
      outer.removeEventListener('abort', abort);
    },
  };
};

/** Twice as long after each failure. */
const waitAfter = (failures: number, { firstWaitMs, longestWaitMs }: typeof LIMITS) =>
  Math.min(longestWaitMs, firstWaitMs * 2 ** Math.min(failures, 30));

const pause = (ms: number, signal: AbortSignal): Promise<void> =>
  new Promise((resolve) => {
    const end = () => {
      clearTimeout(timer);
      signal.removeEventListener('abort', end);
      resolve();
    };
    const timer = setTimeout(end, ms);
    signal.addEventListener('abort', end);
  });
