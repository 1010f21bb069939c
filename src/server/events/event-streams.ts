/**
 * GET /events, or /wallet/NAME/events: the events of a wallet as server-sent events. Each stream reads the wallet's list from its own cursor, so
 * nothing is stored for a slow client: the next page is read when the last one is sent.
 */
import { gapEvent, type EventFeed, type FedEvent } from './event-feed.ts';
import type { IncomingMessage as Request, ServerResponse as Response } from 'node:http';
import type { HttpAnswer as Answer } from '../../transport/http-endpoint.ts';

export type EventStreams = ReturnType<typeof createEventStreams>;

const LIMITS = {
  streams: 32,
  /** Milliseconds between comments that keep the connection. */
  keepAliveMs: 15_000,
  /** Milliseconds in which a client has to take what was sent. */
  slowMs: 30_000,
};

/** `restricted`: callers may only look at what the reference shows them, which is less than events tell. */
export function createEventStreams({
  feed,
  restricted,
  limits: given = {},
}: {
  readonly feed: EventFeed;
  readonly restricted: boolean;
  readonly limits?: Partial<typeof LIMITS>;
}) {
  const limits = { ...LIMITS, ...given };
  const open = new Set<AbortController>();
  return {
    /** Why this request gets no stream; undefined: it gets one. */
    refuse: ({ method }: Request): Answer | undefined => {
      if (method !== 'GET') return refusal(405, 'Only GET', [['Allow', 'GET']]);
      if (restricted) return refusal(403, 'Command unavailable in restricted mode.');
      return open.size < limits.streams ? undefined : refusal(503, 'Too many event streams');
    },
    /** Sends events until one of the two ends it. `headers`: further ones of the answer. */
    serve: async (req: Request, res: Response, headers: Readonly<Record<string, string>>) => {
      const end = new AbortController();
      open.add(end);
      res.on('close', () => end.abort());
      res.writeHead(200, {
        ...headers,
        'Content-Type': 'text/event-stream; charset=utf-8',
        'Cache-Control': 'no-store',
        Connection: 'close',
        // nginx would hold events back.
        'X-Accel-Buffering': 'no',
      });
      res.flushHeaders();
      try {
        await stream({ feed, res, limits, signal: end.signal, cursor: cursorOf(req) });
      } finally {
        open.delete(end);
        res.end();
      }
    },
    stop: () => {
      for (const each of open) each.abort();
    },
  };
}

/** `Last-Event-ID`, as browsers send it when they connect again, or the parameter `since`. */
const cursorOf = ({ url = '', headers: { 'last-event-id': last } }: Request) =>
  (Array.isArray(last) ? last[0] : last) ?? new URL(url, 'http://localhost').searchParams.get('since') ?? '';

const stream = async ({
  feed,
  res,
  limits,
  signal,
  cursor: first,
}: {
  readonly feed: EventFeed;
  readonly res: Response;
  readonly limits: typeof LIMITS;
  readonly signal: AbortSignal;
  readonly cursor: string;
}) => {
  let cursor = first;
  let wallet: string | undefined;
  while (!signal.aborted) {
    const seen = feed.wakes();
    let page = await feed.read(cursor);
    // A cursor means nothing in another wallet.
    if (page && wallet !== undefined && wallet !== page.wallet) page = await feed.read('');
    wallet = page?.wallet ?? wallet;
    cursor = page?.next ?? cursor;
    const events = page ? [...(page.gap ? [gapEvent(page)] : []), ...page.events] : [];
    const text = events.map(inStream).join('');
    if (!(await sent(res, text === '' ? ': waiting\n\n' : text, limits.slowMs, signal))) return;
    if (text === '') await feed.wait(seen, limits.keepAliveMs, signal);
  }
};

/** A gap has no id: the cursor of the client stays. */
const inStream = ({ id, type, text }: FedEvent) =>
  `${type === 'gap' ? '' : `id: ${id}\n`}event: ${type}\ndata: ${text}\n\n`;

/** Resolves to true when the client has room for more. One that takes nothing for `ms` is cut off. */
const sent = (res: Response, text: string, ms: number, signal: AbortSignal): Promise<boolean> =>
  new Promise((resolve) => {
    if (res.write(text)) {
      resolve(true);
      return;
    }
    const end = (goesOn: boolean) => {
      clearTimeout(timer);
      res.off('drain', drained);
      signal.removeEventListener('abort', cut);
      resolve(goesOn);
    };
    const drained = () => end(true);
    const cut = () => {
      res.destroy();
      end(false);
    };
    const timer = setTimeout(cut, ms);
    res.on('drain', drained);
    signal.addEventListener('abort', cut);
  });

const refusal = (
  status: number,
  sentence: string,
  more: readonly (readonly [string, string])[] = [],
): Answer => ({
  status,
  headers: [['Content-Type', 'text/plain; charset=utf-8'], ...more],
  body: `${sentence}\n`,
});
