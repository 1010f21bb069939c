/**
 * The receiving side of the handshake, in the wallet's window and in its frame: decides which hello starts a session,
 * keeps one session at a time, and passes each of its requests on as a value.
 */
import { siteError, type SiteError } from './errors.ts';
import { FLOOD_PER_SECOND, MAX_OPEN, MAX_PER_SECOND, MAX_SESSIONS, VERSION } from './limits.ts';
import { isSiteOrigin } from './origin.ts';
import { InvalidMessage } from './plain.ts';
import { createRate } from './rate.ts';
import {
  idOf,
  readHello,
  readRequest,
  type Answer,
  type Outcome,
  type Request,
  type SiteEvent,
} from './wire.ts';

/** The end of a MessageChannel; the parts that this module uses. */
export interface Port {
  onmessage: ((event: MessageEvent) => void) | null;
  postMessage(message: unknown): void;
  close(): void;
}
/** The parts of a `message` event that this module uses. */
export interface Arrival {
  readonly source: unknown;
  readonly origin: string;
  readonly data: unknown;
  readonly ports: readonly Port[];
}
export interface SiteSession {
  /** `event.origin` of the hello: the site's only identity. */
  readonly origin: string;
  /** The nonce of its hello. */
  readonly nonce: string;
  /** False once another hello, a flood or the wallet ended it: then no answer reaches the site. */
  readonly live: boolean;
}
export interface ReceiverOptions {
  /** The only window whose hello counts: the opener, or the parent of the frame. */
  readonly source: () => unknown;
  /** Milliseconds. */
  readonly now: () => number;
  readonly networks: readonly string[];
  readonly methods: readonly string[];
  /** A rejection is a bug: the site gets `internal` without details. */
  readonly answer: (request: Request, session: SiteSession) => Promise<Outcome>;
  readonly started?: (session: SiteSession) => void;
  readonly ended?: (session: SiteSession) => void;
  readonly onBug?: (error: unknown) => void;
}
export interface Receiver {
  /** Pass every `message` event of the window. True: it started a session. */
  receive(arrival: Arrival): boolean;
  readonly session: SiteSession | undefined;
  /** Sends an event to the site of the present session, if there is one. */
  emit(event: string, data: unknown): void;
  /** Ends the present session. */
  end(): void;
}

export function createReceiver(options: ReceiverOptions): Receiver {
  const nonces = new Set<string>();
  let current: Session | undefined;
  const end = (): void => {
    const before = current;
    current = undefined;
    if (!before) return;
    before.close();
    options.ended?.(before);
  };
  return {
    receive: ({ source, origin, data, ports }) => {
      const hello = readHello(data);
      const [port] = ports;
      if (!hello || !port || ports.length !== 1) return false;
      if (source === null || source !== options.source() || !isSiteOrigin(origin)) return false;
      if (nonces.has(hello.nonce) || nonces.size >= MAX_SESSIONS) return false;
      nonces.add(hello.nonce);
      end();
      const session = openSession(options, { origin, port, nonce: hello.nonce }, () => {
        if (current === session) end();
      });
      current = session;
      const { networks, methods } = options;
      port.postMessage({
        ostro: 'welcome',
        v: VERSION,
        nonce: hello.nonce,
        wallet: 'ostro',
        networks,
        methods,
      });
      options.started?.(session);
      return true;
    },
    get session() {
      return current;
    },
    emit: (event, data) => current?.post({ event, data }),
    end,
  };
}

interface Session extends SiteSession {
  post(message: Answer | SiteEvent): void;
  close(): void;
}

/** Reads the requests of one port until it is closed. `flooded`: the site sends more than a page that works would. */
const openSession = (
  { answer, now, onBug }: ReceiverOptions,
  { origin, port, nonce }: { readonly origin: string; readonly port: Port; readonly nonce: string },
  flooded: () => void,
): Session => {
  const open = new Set<number>();
  const isBelowFlood = createRate(now, FLOOD_PER_SECOND);
  const isAllowed = createRate(now, MAX_PER_SECOND);
  let live = true;
  const session: Session = {
    origin,
    nonce,
    get live() {
      return live;
    },
    post: (message) => {
      if (live) port.postMessage(message);
    },
    close: () => {
      live = false;
      port.onmessage = null;
      port.close();
    },
  };
  /** Without the id if a request with it is open: the answer would settle that one. */
  const refuse = (data: unknown, error: SiteError): void => {
    const id = idOf(data);
    session.post({ id: id !== null && open.has(id) ? null : id, error });
  };
  const settle = async (request: Request): Promise<void> => {
    open.add(request.id);
    let outcome: Outcome;
    try {
      outcome = await answer(request, session);
    } catch (error) {
      onBug?.(error);
      outcome = { error: siteError('internal') };
    }
    open.delete(request.id);
    session.post({ id: request.id, ...outcome });
  };
  port.onmessage = ({ data }) => {
    if (!isBelowFlood()) {
      flooded();
      return;
    }
    if (open.size >= MAX_OPEN || !isAllowed()) {
      refuse(data, siteError('too_many'));
      return;
    }
    try {
      const request = readRequest(data);
      if (open.has(request.id)) throw new InvalidMessage('the id of an open request');
      void settle(request);
    } catch (error) {
      if (!(error instanceof InvalidMessage)) throw error;
      refuse(data, siteError('invalid_request', { reason: error.message }));
    }
  };
  return session;
};
