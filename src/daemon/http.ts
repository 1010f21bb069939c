/**
 * HTTP requests to one node: limited in size and time, cancellable, two at once unless the maker says more, with login and retries.
 * Knows no endpoints.
 *
 * Requests to a node have no Content-Type: monerod ignores it, and without it the browser sends no CORS preflight. (With a
 * login, the Authorization header causes one nevertheless.) A light-wallet server requires it.
 */
import { isFault } from '../base/fault.ts';
import { toHex } from '../base/hex.ts';
import type { Clock } from '../ports/clock.ts';
import type { NodeSettings } from '../ports/node-control.ts';
import type { Random } from '../ports/random.ts';
import { BROKE_OFF, discard, readBody } from './body.ts';
import { startDeadline, type Deadline } from './deadline.ts';
import { diagnose, PLAIN, type Fetch } from './diagnose.ts';
import { authorization, readChallenge, type DigestChallenge } from './digest.ts';
import { fault } from './faults.ts';
import type { AskingPage } from '../base/node-url.ts';
import type { NodeAddress } from './node-address.ts';
import { createSlots } from './slots.ts';

export interface HttpWorld {
  readonly fetch: Fetch;
  /** The requests to a node with TLS settings or a proxy of its own. Faults bad_node_tls, proxy_already_set. */
  readonly fetchBy?: ((settings: Pick<NodeSettings, 'tls' | 'proxy'>) => Fetch) | undefined;
  readonly clock: Clock;
  readonly random: Random;
  readonly page?: AskingPage | undefined;
  /** Counts what goes to nodes and comes from them. */
  readonly traffic?: { bytes: number };
}

interface HttpRequest {
  /** Path including the slash: `/get_info`. */
  readonly path: string;
  readonly body: Uint8Array;
  /** Absent for a node. */
  readonly contentType?: string | undefined;
  /** Largest size of the answer that is read. */
  readonly maxBytes: number;
  /** Time limit until the first byte; after that the answer must keep a minimal speed (deadline.ts). */
  readonly seconds: number;
  /** True if the request may be sent again when no answer came. */
  readonly idempotent: boolean;
  /** A buffer that the answer may be read into: body.ts. */
  readonly room?: ArrayBuffer | undefined;
}

export interface Http {
  readonly node: NodeAddress;
  /** The user said that the node is their own: admin calls are allowed. */
  readonly own: boolean;
  /**
   * Returns the body of a 200 answer. Faults: node_unreachable, node_tls, node_mixed_content, node_timeout,
   * node_login, node_http, cancelled, and bad_answer (too long, or ended early).
   */
  send(request: HttpRequest, signal?: AbortSignal): Promise<Uint8Array<ArrayBuffer>>;
}

/** Connection to a node that is the user's own. */
export type OwnHttp = Http & { readonly own: true };

/** Nodes limit connections per address; browsers would open six. */
const CONNECTIONS = 2;
const ATTEMPTS = 3;
const FIRST_PAUSE_MS = 400;
/** How many times a login may hit a connection that does not know its nonce. */
const STALE_NONCES = 3;
const CONNECTION_REUSE_MS = 20;
const REFUSAL_BYTES = 65_536;
/** Statuses with which proxies report temporary failures. */
const TEMPORARY_STATUS = new Set([429, 502, 503, 504]);

/**
 * `logins`: how many sessions a login may have at once. A monerod binds its nonce to a connection, and a page does not choose among
 * several: it gets one.
 */
export function createHttp(
  world: HttpWorld,
  node: NodeAddress,
  own = false,
  connections = CONNECTIONS,
  logins = 1,
): Http {
  const slots = createSlots(node.login ? logins : connections);
  /** Clients that send nothing now. */
  const idle: Client[] = [];
  return {
    node,
    own,
    async send(request, signal) {
      const release = await slots.take(signal).catch(() => {
        throw fault('cancelled');
      });
      // With a login, requests of one session follow each other: its counter must grow.
      const client = idle.pop() ?? { world, node, session: undefined };
      try {
        return await sendWithRetries(client, request, signal);
      } catch (error) {
        if (isFault(error)) throw error;
        const failure = await diagnose(world.page, node, error);
        throw signal?.aborted ? fault('cancelled') : failure;
      } finally {
        idle.push(client);
        release();
      }
    },
  };
}

interface Client {
  readonly world: HttpWorld;
  readonly node: NodeAddress;
  /** The challenge of the login, and the number of requests that have used it. */
  session: { readonly challenge: DigestChallenge; count: number } | undefined;
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
      if (left === 1 || !isTemporary(error)) throw error;
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
    return await deadline.within(answerOf(client, request, deadline));
  } catch (error) {
    if (signal?.aborted) throw fault('cancelled');
    if (deadline.expired) throw fault('node_timeout', { address: node.text, seconds: request.seconds });
    throw error;
  } finally {
    deadline.stop();
  }
};

const answerOf = async (
  client: Client,
  request: HttpRequest,
  deadline: Deadline,
): Promise<Uint8Array<ArrayBuffer>> => {
  const { world, node } = client;
  if (world.traffic) world.traffic.bytes += request.body.length;
  const response = await postWithLogin(client, request, deadline);
  if (response.status !== 200) {
    await discard(response);
    // Browsers hide the status of a redirect.
    throw fault('node_http', { address: node.text, status: response.status || 302 });
  }
  let counted = 0;
  const onBytes = (bytes: number): void => {
    if (world.traffic) world.traffic.bytes += bytes - counted;
    counted = bytes;
    deadline.progress(bytes);
  };
  const body = await readBody(response, request.maxBytes, onBytes, request.room);
  if (node.login) await rest(world, 0, deadline.signal);
  return body;
};

/** Sends the request, and again if the login needs it: a node does not process a request whose login it refuses. */
const postWithLogin = async (client: Client, request: HttpRequest, deadline: Deadline): Promise<Response> => {
  const { world, node } = client;
  for (let again = 0; ; again++) {
    const tried = client.session !== undefined;
    const response = await post(client, request, deadline.signal);
    if (response.status !== 401) return response;
    const header = response.headers.get('www-authenticate');
    const challenge = readChallenge(header);
    // Read it to the end, so that the browser keeps the connection, and with it the nonce.
    await readBody(response, REFUSAL_BYTES, () => undefined);
    client.session = challenge && { challenge, count: 0 };
    const wrongPassword = tried && challenge?.stale !== true;
    if (!node.login || !challenge || wrongPassword || again === STALE_NONCES)
      throw fault('node_login', {
        address: node.text,
        tried: node.login !== undefined,
        // Firefox removes this header, and other browsers do if the node does not expose it to pages.
        ...(node.login && header === null && { hidden: true }),
      });
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
  if (request.contentType !== undefined) headers['Content-Type'] = request.contentType;
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

/** True if the same request may succeed a little later. */
const isTemporary = (error: unknown): boolean =>
  !isFault(error) ||
  (error.code === 'node_http' && TEMPORARY_STATUS.has((error.data as { status: number }).status)) ||
  (error.code === 'bad_answer' && (error.data as { what: string }).what === BROKE_OFF);

/** A moment passes until a connection can be used again; a new connection would have another nonce. */
const rest = ({ clock }: HttpWorld, round: number, signal: AbortSignal): Promise<void> =>
  clock.sleep(CONNECTION_REUSE_MS * round, signal);

/** Each pause is three times the last, randomly varied: after an outage, wallets must not all return at once. */
const pause = async ({ clock, random }: HttpWorld, round: number, signal?: AbortSignal): Promise<void> => {
  const jitter = 0.5 + random.bytes(1)[0]! / 256;
  try {
    await clock.sleep(FIRST_PAUSE_MS * 3 ** round * jitter, signal);
  } catch {
    throw fault('cancelled');
  }
};
