/** Reads the events of a wallet for event streams and webhooks, and wakes them when there are new ones. */
import { parse, stringify } from 'lossless-json';

const NOT_OPEN = -13;
const PAGE = 100;

/** `text`: the event as JSON, with the name of its wallet. */
export interface FedEvent {
  readonly id: string;
  readonly type: string;
  readonly text: string;
}
/**
 * Events of one wallet after a cursor. `gap`: events before the first one are gone. `delivered`: the last one that the
 * receiver of webhooks has.
 */
interface EventPage {
  readonly wallet: string;
  readonly events: readonly FedEvent[];
  readonly next: string;
  readonly gap: boolean;
  readonly delivered: string;
}
export type EventFeed = ReturnType<typeof createEventFeed>;
type WireEvent = { readonly id: string; readonly type: string } & Readonly<Record<string, unknown>>;
interface WirePage {
  readonly wallet: string;
  readonly events?: readonly WireEvent[];
  readonly next: string;
  readonly gap?: boolean;
  readonly delivered?: string;
}

/**
 * Source of a feed. `request` asks the wallet, envelope in and out as text, with all rights; undefined: its page does
 * not run. `name`: events name this wallet; without it the one that the page says is open.
 */
export interface FeedSource {
  readonly name?: string;
  readonly request: (envelope: string) => Promise<string | undefined>;
  /** Says if this server has the wallet open. `wake` announces only events of such a wallet; others are asked for again and again. */
  readonly isHere?: () => boolean;
  /** Milliseconds of the longest wait while the wallet is not here. */
  readonly mostWaitMs?: number;
}

export function createEventFeed({ name, request, isHere = () => true, mostWaitMs = 0 }: FeedSource) {
  const waiting = new Set<() => void>();
  let wakes = 0;
  /** The result; undefined when no wallet is open. */
  const call = async (method: string, params: object) => {
    const answer = await request(JSON.stringify({ jsonrpc: '2.0', id: 0, method, params }));
    if (answer === undefined) return undefined;
    // Amounts may be larger than numbers of JavaScript are exact: they stay as they are written.
    const { result, error } = parse(answer) as {
      result?: unknown;
      error?: { code: unknown; message: string };
    };
    if (error && Number(error.code) === NOT_OPEN) return undefined;
    if (error) throw new Error(`${method}: ${error.message}`);
    return result;
  };
  return {
    /** The events after `since`; undefined when no wallet is open. */
    read: async (since: string, limit: number = PAGE): Promise<EventPage | undefined> => {
      const page = (await call('x_events', { since, limit })) as WirePage | undefined;
      if (!page) return undefined;
      const { events = [], next, gap = false, delivered = '' } = page;
      const wallet = name ?? page.wallet;
      return { wallet, events: events.map((event) => fedEvent(wallet, event)), next, gap, delivered };
    },
    /** Stores that the receiver of webhooks has this event. False: it is none of the open wallet. */
    deliver: async (id: string) => {
      const answer = await call('x_events_delivered', { id });
      return (answer as { delivered: string } | undefined)?.delivered === id;
    },
    /** There are new events, or another wallet is open. */
    wake: () => {
      wakes += 1;
      for (const each of [...waiting]) each();
    },
    /** Number of calls of `wake` so far. A caller takes it before it reads, and gives it to `wait`. */
    wakes: () => wakes,
    /** Resolves at a `wake` after the first `seen` ones, after `ms`, or when `signal` aborts. */
    wait: (seen: number, ms: number, signal: AbortSignal): Promise<void> =>
      new Promise((resolve) => {
        const end = () => {
          clearTimeout(timer);
          waiting.delete(end);
          signal.removeEventListener('abort', end);
          resolve();
        };
        const timer = setTimeout(end, isHere() ? ms : Math.min(ms, mostWaitMs));
        waiting.add(end);
        signal.addEventListener('abort', end);
        if (signal.aborted || wakes > seen) end();
      }),
  };
}

const fedEvent = (wallet: string, event: WireEvent): FedEvent => ({
  id: event.id,
  type: event.type,
  text: stringify({ wallet, ...event }) as string,
});

/** Says that events before this one are gone, as an event: its id is always the same. */
export function gapEvent({ wallet, events: [first] }: EventPage): FedEvent {
  const id = `gap-${first?.id ?? ''}`;
  return { id, type: 'gap', text: JSON.stringify({ wallet, id, type: 'gap', before: first?.id ?? '' }) };
}
