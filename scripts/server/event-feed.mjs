/** Reads the events of a wallet for event streams and webhooks, and wakes them when there are new ones. */
import { parse, stringify } from 'lossless-json';

const NOT_OPEN = -13;
const PAGE = 100;

/** @typedef {{ readonly id: string, readonly type: string, readonly text: string }} FedEvent `text`: the event as JSON, with the name of its wallet. */
/**
 * Events of one wallet after a cursor. `gap`: events before the first one are gone. `delivered`: the last one that the
 * receiver of webhooks has.
 * @typedef {{ readonly wallet: string, readonly events: readonly FedEvent[], readonly next: string, readonly gap: boolean, readonly delivered: string }} EventPage
 */
/** @typedef {ReturnType<typeof createEventFeed>} EventFeed */
/** @typedef {{ readonly id: string, readonly type: string } & Readonly<Record<string, unknown>>} WireEvent */
/** @typedef {{ readonly wallet: string, readonly events?: readonly WireEvent[], readonly next: string, readonly gap?: boolean, readonly delivered?: string }} WirePage */

/**
 * What a feed reads. `request` asks the wallet, envelope in and out as text, with all rights; undefined: its page does not run.
 * `name`: events name this wallet; without it the one that the page says is open.
 * @typedef {{ readonly name?: string, readonly request: (envelope: string) => Promise<string | undefined> }} FeedSource
 */

/** @param {FeedSource} source */
export function createEventFeed({ name, request }) {
  /** @type {Set<() => void>} */
  const waiting = new Set();
  /**
   * The result; undefined when no wallet is open.
   * @param {string} method
   * @param {object} params
   */
  const call = async (method, params) => {
    const answer = await request(JSON.stringify({ jsonrpc: '2.0', id: 0, method, params }));
    if (answer === undefined) return undefined;
    // Amounts may be larger than numbers of JavaScript are exact: they stay as they are written.
    const { result, error } =
      /** @type {{ result?: unknown, error?: { code: unknown, message: string } }} */ (parse(answer));
    if (error && Number(error.code) === NOT_OPEN) return undefined;
    if (error) throw new Error(`${method}: ${error.message}`);
    return result;
  };
  return {
    /**
     * The events after `since`; undefined when no wallet is open.
     * @param {string} since
     * @param {number} [limit]
     * @returns {Promise<EventPage | undefined>}
     */
    read: async (since, limit = PAGE) => {
      const page = /** @type {WirePage | undefined} */ (await call('x_events', { since, limit }));
      if (!page) return undefined;
      const { events = [], next, gap = false, delivered = '' } = page;
      const wallet = name ?? page.wallet;
      return { wallet, events: events.map((event) => fedEvent(wallet, event)), next, gap, delivered };
    },
    /**
     * Stores that the receiver of webhooks has this event. False: it is none of the open wallet.
     * @param {string} id
     */
    deliver: async (id) => {
      const answer = await call('x_events_delivered', { id });
      return /** @type {{ delivered: string } | undefined} */ (answer)?.delivered === id;
    },
    /** There are new events, or another wallet is open. */
    wake: () => {
      for (const each of [...waiting]) each();
    },
    /**
     * Resolves at the next `wake`, after `ms`, or when `signal` aborts.
     * @param {number} ms
     * @param {AbortSignal} signal
     * @returns {Promise<void>}
     */
    wait: (ms, signal) =>
      new Promise((resolve) => {
        const end = () => {
          clearTimeout(timer);
          waiting.delete(end);
          signal.removeEventListener('abort', end);
          resolve();
        };
        const timer = setTimeout(end, ms);
        waiting.add(end);
        signal.addEventListener('abort', end);
        if (signal.aborted) end();
      }),
  };
}

/**
 * @param {string} wallet
 * @param {WireEvent} event
 * @returns {FedEvent}
 */
const fedEvent = (wallet, event) => ({
  id: event.id,
  type: event.type,
  text: /** @type {string} */ (stringify({ wallet, ...event })),
});

/**
 * Says that events before this one are gone, as an event: its id is always the same.
 * @param {EventPage} page
 * @returns {FedEvent}
 */
export function gapEvent({ wallet, events: [first] }) {
  const id = `gap-${first?.id ?? ''}`;
  return { id, type: 'gap', text: JSON.stringify({ wallet, id, type: 'gap', before: first?.id ?? '' }) };
}
