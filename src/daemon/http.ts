/**
 * HTTP to one node: bounded, timed, cancellable requests, at most two at a time, with login and retries. It knows no
 * endpoint.
 *
 * Bodies are sent without a Content-Type: a monerod ignores it, and without it the request is a simple one that needs
 * no preflight. (With a login the Authorization header causes a preflight again.)
 */
import { isFault } from '../base/fault.ts';
import { toHex } from '../base/hex.ts';
import type { Clock } from '../ports/clock.ts';
import type { Random } from '../ports/random.ts';
import { BROKE_OFF, discard, readBody } from './body.ts';
import { startDeadline, type Deadline } from './deadline.ts';
import { diagnose, PLAIN, type Fetch } from './diagnose.ts';
import { authorization, readChallenge, type Challenge } from './digest.ts';
import { fault } from './faults.ts';
import type { NodeAddress, Page } from './node-address.ts';
import { createSlots } from './slots.ts';

export interface HttpWorld {
  readonly fetch: Fetch;
  readonly clock: Clock;
  readonly random: Random;
  readonly page?: Page | undefined;
}

interface HttpRequest {
  /** Path from the slash on: `/get_info`. */
  readonly path: string;
  readonly body: Uint8Array;
  /** Longest answer that is read, in bytes. */
  readonly maxBytes: number;
  /** Time until the first byte; a long answer may take longer while data keeps coming. */
  readonly seconds: number;
  /** Whether it may be sent again when no answer came. */
  readonly idempotent: boolean;
}

export interface Http {
  readonly node: NodeAddress;
  /**
   * The body of a 200 answer. Faults: node_unreachable, node_tls, node_mixed_content, node_timeout,
   * node_login, node_http, cancelled, and bad_answer (too long, broke off).
   */
  send(request: HttpRequest, signal?: AbortSignal): Promise<Uint8Array<ArrayBuffer>>;
}

/** Nodes count connections per address, and browsers would open six. */
const CONNECTIONS = 2;
const ATTEMPTS = 3;
const FIRST_PAUSE_MS = 400;
/** How often a login may use a connection that does not know its nonce. */
const STALE_NONCES = 3;
const CONNECTION_REST_MS = 20;
const REFUSAL_BYTES = 65_536;
/** Statuses of proxies that mean "try again". */
const PASSING_STATUS = new Set([429, 502, 503, 504]);

export function createHttp(world: HttpWorld, node: NodeAddress): Http {
  // A monerod ties its nonce to a connection, so a login uses one connection only.
  const slots = createSlots(node.login ? 1 : CONNECTIONS);
  const client: Client = { world, node, session: undefined };
  return {
    node,
    async send(request, signal) {
      const release = await slots.take(signal).catch(() => {
        throw fault('cancelled');
      });
      try {
        return await sendWithRetries(client, request, signal);
      } catch (error) {
        if (isFault(error)) throw error;
        const failure = await diagnose(world.page, node, error);
        throw signal?.aborted ? fault('cancelled') : failure;
      } finally {
        release();
      }
    },
  };
}

interface Client {
  readonly world: HttpWorld;
  readonly node: NodeAddress;
  /** The login's challenge, and how many requests have answered it. */
  session: { readonly challenge: Challenge; count: number } | undefined;
}

const sendWithRetries = async (
  client: Client,
  request: HttpRequest,
  signal?: AbortSignal,
): Promise<Uint8Array<ArrayBuffer>> => {
  for (let left = request.idempotent ? ATTEMPTS : 1; ; left--) {
    try {
      return await sendOnce(client, request, signal);
    } catch (error) {
      if (left === 1 || !mayPass(error)) throw error;
    }
    await pause(client.world, ATTEMPTS - left, signal);
  }
};

const sendOnce = async (
  client: Client,
  request: HttpRequest,
  signal?: AbortSignal,
): Promise<Uint8Array<ArrayBuffer>> => {
  const { world, node } = client;
  const deadline = startDeadline(world.clock, request.seconds * 1000, signal);
  try {
    const response = await postWithLogin(client, request, deadline);
    if (response.status !== 200) {
      await discard(response);
      // A redirect comes without its number in browsers.
      throw fault('node_http', { address: node.text, status: response.status || 302 });
    }
    const body = await readBody(response, request.maxBytes, (bytes) => deadline.progress(bytes));
    if (node.login) await rest(world, 0, deadline.signal);
    return body;
  } catch (error) {
    if (signal?.aborted) throw fault('cancelled');
    if (deadline.expired) throw fault('node_timeout', { address: node.text, seconds: request.seconds });
    throw error;
  } finally {
    deadline.stop();
  }
};

/** Sends once, and again as the login needs it: the node does not process a request that it refuses. */
const postWithLogin = async (client: Client, request: HttpRequest, deadline: Deadline): Promise<Response> => {
  const { world, node } = client;
  for (let again = 0; ; again++) {
    const tried = client.session !== undefined;
    const response = await post(client, request, deadline.signal);
    if (response.status !== 401) return response;
    const challenge = readChallenge(response.headers.get('www-authenticate'));
    // Read to its end, so that the connection (and with it the nonce) is used again.
    await readBody(response, REFUSAL_BYTES, () => undefined);
    client.session = challenge && { challenge, count: 0 };
    const wrongPassword = tried && challenge?.stale !== true;
    if (!node.login || !challenge || wrongPassword || again === STALE_NONCES)
      throw fault('node_login', { address: node.text, tried: node.login !== undefined });
    await rest(world, again, deadline.signal);
  }
};

const post = (
  { world, node, session }: Client,
  request: HttpRequest,
  signal: AbortSignal,
): Promise<Response> => {
  const url = node.base + request.path;
  const headers: Record<string, string> = {};
  if (node.login && session)
    headers['Authorization'] = authorization(node.login, session.challenge, {
      method: 'POST',
      uri: new URL(url).pathname,
      count: ++session.count,
      cnonce: toHex(world.random.bytes(16)),
    });
  return world.fetch(url, {
    ...PLAIN,
    method: 'POST',
    headers,
    body: new Uint8Array(request.body),
    signal,
  });
};

/** Whether the same request may fare better a little later. */
const mayPass = (error: unknown): boolean =>
  !isFault(error) ||
  (error.code === 'node_http' && PASSING_STATUS.has((error.data as { status: number }).status)) ||
  (error.code === 'bad_answer' && (error.data as { what: string }).what === BROKE_OFF);

/**
 * A connection is free for the next request only a moment after its last byte was read; another connection has
 * another nonce.
 */
const rest = ({ clock }: HttpWorld, round: number, signal: AbortSignal): Promise<void> =>
  clock.sleep(CONNECTION_REST_MS * round, signal);

/**
 * The pause triples each time, with a jitter of half: many wallets must not return at the same moment after an
 * outage.
 */
const pause = async ({ clock, random }: HttpWorld, round: number, signal?: AbortSignal): Promise<void> => {
  const jitter = 0.5 + random.bytes(1)[0]! / 256;
  try {
    await clock.sleep(FIRST_PAUSE_MS * 3 ** round * jitter, signal);
  } catch {
    throw fault('cancelled');
  }
};
