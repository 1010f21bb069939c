/**
 * The HTTP server of the light-wallet protocol: POST /login and so on, and the web socket /feed. A request has no login; a view key opens its account alone.
 * Pages may call as the flags say, and each caller as much as limits.ts allows.
 */
import { createServer, type IncomingMessage as Request, type ServerResponse as Response } from 'node:http';
import type { Duplex } from 'node:stream';
import { isFault } from '../../base/fault.ts';
import { writeJson } from '../../base/json.ts';
import { messageOf } from '../errors.mjs';
import { allowsOrigin, createAccess } from '../http/access.ts';
import { createBudget, discardBody, limitAnswer, readBody } from '../http/bodies.ts';
import type { ConnectionLimits } from '../http/connections.ts';
import { listen } from '../http/listen.ts';
import { createConnectionLimit } from '../http/server.ts';
import { secure, type RpcTls } from '../tls/rpc-tls.ts';
import type { LightCall, LightCalls } from './calls.ts';
import { FEED_PROTOCOL, serveFeed, type FeedAccount } from './feed.ts';
import type { Keeper } from './keeper.ts';
import { LightError } from './light-error.ts';
import { createLimits, type TakeTokens } from './limits.ts';
import { readRequest, type LightRequest } from './requests.ts';
import { acceptSocket, type LightSocket } from './web-socket.ts';

interface DoorOptions extends LightCalls {
  readonly keeper: Pick<Keeper, 'find' | 'session'>;
  readonly port: number;
  readonly ip: string;
  readonly tls?: RpcTls | undefined;
  readonly origins: readonly string[];
  readonly hosts: readonly string[];
  readonly connections?: { readonly all?: number | undefined } & ConnectionLimits;
  readonly take?: TakeTokens;
  readonly say: (line: string) => void;
}

/**
 * Milliseconds for the head of a request, for all of it, for the client to read the answer, in which the rest of a refused
 * request is dropped, and in which the answer to a refused web socket is sent.
 */
const TIMES = { head: 10_000, request: 60_000, answer: 120_000, discard: 5000, idle: 120_000, refusal: 1000 };
/** Bytes of all requests under way together. */
const BODIES = 32 << 20;
const FEEDS = 500;
const FEED_COST = 5;

/** Answers {listen(), stop()}; `listen` answers the port. */
export function createDoor({ ip, port, tls, connections = {}, ...options }: DoorOptions) {
  const { origins, hosts, say, take = createLimits() } = options;
  const refuse = createAccess({ ips: [ip], origins, hosts, flag: '--light-wallet-origins' });
  const parts = { ...options, refuse, take };
  const serve = createCallServer(parts);
  const feeds = createFeedServer(parts);
  const handle = (req: Request, res: Response): void =>
    void serve(req, res).catch((error: unknown) => fail(req, res, { error, origins, say }));
  const server = createServer({
    keepAliveTimeout: TIMES.idle,
    headersTimeout: TIMES.head,
    requestTimeout: TIMES.request,
  });
  server.on('request', handle).on('checkContinue', handle).on('upgrade', feeds.upgrade);
  const waiting = tls && secure(server, tls, { headMs: TIMES.head, refused: say });
  createConnectionLimit(connections)(server);
  return {
    listen: () => listen(server, port, ip),
    stop: (): Promise<void> =>
      new Promise((resolve) => {
        waiting?.stop();
        feeds.stop();
        server.close(() => resolve());
        server.closeIdleConnections();
        setTimeout(() => server.closeAllConnections(), 2000).unref();
      }),
  };
}

interface Parts extends Omit<DoorOptions, 'ip' | 'port' | 'tls' | 'connections'> {
  readonly refuse: ReturnType<typeof createAccess>;
  readonly take: TakeTokens;
}

const createCallServer = ({ calls, refuse, take, origins }: Parts) => {
  const budget = createBudget(BODIES);
  const answerTo = async (req: Request, call: LightCall, text: string): Promise<string> => {
    const request = req.method === 'GET' ? {} : readRequest(text);
    if (!take(callerAddress(req), call.cost(request)))
      throw new LightError(429, 'This address asks too much: wait a minute');
    return writeJson(await charged(take, req, call.answer(request)));
  };
  return async (req: Request, res: Response): Promise<void> => {
    const cors = corsHeaders(req, origins);
    const refusal = refuse(req.method, withType(req));
    if (refusal) throw new LightError(refusal.status, refusal.body.trim());
    if (req.method === 'OPTIONS') {
      res.writeHead(204, cors);
      res.end();
      return;
    }
    const call = callFor(calls, req);
    const start = (): unknown => req.headers.expect && res.writeContinue();
    const read = await readBody(req, { max: call.most, budget, start });
    if ('status' in read) throw new LightError(read.status, 'The request is too long, or there are too many');
    try {
      const body = await answerTo(req, call, read.bytes.toString('utf8'));
      send(res, 200, { ...cors, 'Content-Type': 'application/json' }, body);
    } finally {
      read.release();
    }
  };
};

const createFeedServer = ({ check, keeper, refuse, take }: Parts) => {
  const feeds = new Set<LightSocket>();
  return {
    upgrade: (req: Request, stream: Duplex): void => {
      // Node has removed its own listeners, and an error without a listener ends the program.
      stream.on('error', () => stream.destroy());
      const fits = pathOf(req) === '/feed' && !refuse(req.method, withType(req)) && feeds.size < FEEDS;
      const socket =
        fits && take(callerAddress(req), FEED_COST) ? acceptSocket(req, stream, FEED_PROTOCOL) : undefined;
      if (!socket) {
        stream.end('HTTP/1.1 400 Bad Request\r\nConnection: close\r\nContent-Length: 0\r\n\r\n');
        // The caller may keep its side open, and the server does not know this connection any more.
        setTimeout(() => stream.destroy(), TIMES.refusal).unref();
        return;
      }
      feeds.add(socket);
      stream.on('close', () => feeds.delete(socket));
      const open = async (given: LightRequest): Promise<FeedAccount> => {
        const { credentials } = check(given);
        const session = await keeper.session(credentials);
        return { account: () => keeper.find(credentials.address), session };
      };
      serveFeed(socket, (given) => charged(take, req, open(given)));
    },
    stop: (): void => {
      for (const socket of feeds) socket.close(1001);
    },
  };
};

/** A refusal that costs more than its call takes these tokens, too. */
const charged = <T>(take: TakeTokens, req: Request, answer: Promise<T>): Promise<T> =>
  answer.catch((error: unknown) => {
    if (error instanceof LightError && error.cost > 0) take(callerAddress(req), error.cost);
    throw error;
  });

const fail = (
  req: Request,
  res: Response,
  {
    error,
    origins,
    say,
  }: { readonly error: unknown; readonly origins: readonly string[]; readonly say: (line: string) => void },
): void => {
  const { status, sentence } = statusOf(error);
  if (status === 500) say(`${req.method} ${pathOf(req)}: ${messageOf(error)}`);
  if (res.headersSent || res.destroyed) return;
  const headers = {
    ...corsHeaders(req, origins),
    'Content-Type': 'application/json',
    ...(status === 429 && { 'Retry-After': '60' }),
  };
  const answer = (): void => send(res, status, headers, JSON.stringify({ error: sentence }));
  if (req.complete) answer();
  else {
    res.setHeader('Connection', 'close');
    const room = req.headers.expect ? { bytes: 0, ms: 0 } : { bytes: BODIES, ms: TIMES.discard };
    discardBody(req, room, answer);
  }
};

const callFor = (calls: LightCalls['calls'], req: Request): LightCall => {
  const path = pathOf(req);
  if (path === '/feed') throw new LightError(501, 'This is a web socket');
  const call = Object.hasOwn(calls, path) ? calls[path] : undefined;
  if (!call) throw new LightError(404, 'There is no such call');
  if (req.method === 'GET' && call.get) return call;
  if (req.method !== 'POST') throw new LightError(405, 'Only POST');
  if (!/^\s*application\/json\s*(;|$)/i.test(req.headers['content-type'] ?? '') && !call.get)
    throw new LightError(415, 'The request must be application/json');
  return call;
};

/** GET and OPTIONS have no body whose type a page could say. */
const withType = ({ method, headers }: Request): Request['headers'] =>
  method === 'POST' ? headers : { ...headers, 'content-type': 'application/json' };

const statusOf = (error: unknown): { readonly status: number; readonly sentence: string } => {
  if (error instanceof LightError) return { status: error.status, sentence: error.message };
  return isFault(error)
    ? { status: 503, sentence: 'The node does not answer' }
    : { status: 500, sentence: 'The call failed' };
};

const send = (
  res: Response,
  status: number,
  headers: Readonly<Record<string, string>>,
  body: string,
): void => {
  const bytes = Buffer.from(body);
  limitAnswer(res, TIMES.answer);
  res.writeHead(status, { ...headers, 'Cache-Control': 'no-store', 'Content-Length': bytes.length });
  res.end(bytes);
};

const pathOf = ({ url = '' }: Request): string => url.split('?')[0] ?? '';
const callerAddress = ({ socket }: Request): string => socket.remoteAddress ?? '';

const corsHeaders = ({ headers: { origin } }: Request, origins: readonly string[]): Record<string, string> =>
  origin === undefined || !allowsOrigin(origins, origin)
    ? { Vary: 'Origin' }
    : {
        Vary: 'Origin',
        'Access-Control-Allow-Origin': origin,
        'Access-Control-Allow-Headers': 'Content-Type',
        'Access-Control-Allow-Methods': 'POST, GET, OPTIONS',
        'Access-Control-Max-Age': '600',
      };
