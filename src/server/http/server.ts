/**
 * The HTTP server. It checks host, origin, login and path in the head of a request (access.ts and
 * src/transport/http-endpoint.ts); only then does it read the body and pass it to the wallet as text.
 */
import {
  createServer,
  type IncomingMessage as Request,
  type Server,
  type ServerResponse as Response,
} from 'node:http';
import type { Socket } from 'node:net';
import { allowsOrigin, createAccess } from './access.ts';
import { createBinding, type BindOptions } from './bind.ts';
import { createAdmission, type ConnectionLimits } from './connections.ts';
import { createBudget, discardBody, isShort, limitAnswer, readBody } from './bodies.ts';
import {
  envelopeAnswer,
  refuseHttp,
  wireText,
  type HttpAnswer as Answer,
  type LoginAsker,
} from '../../transport/http-endpoint.ts';
import { secure, type RpcTls } from '../tls/rpc-tls.ts';
import type { EventStreams } from '../events/event-streams.ts';

const PATH = '/json_rpc';
/** A refusal with another status ends the connection. */
const GOES_ON = new Set([200, 401, 404]);
/** Answered without a login and on every path, as the reference does; what a page may do is in corsHeaders. */
const PREFLIGHT: Answer = { status: 200, headers: [], body: '' };

const MIB = 1024 * 1024;
const LIMITS = {
  /** Bytes; more than any set of transactions needs. */
  body: 64 * MIB,
  /** Bytes of all requests under way together. */
  bodies: 128 * MIB,
  /** Milliseconds for a request's head, for the whole request, and for the client to read the answer. */
  headMs: 10_000,
  requestMs: 60_000,
  answerMs: 120_000,
  /** Milliseconds in which the server reads and drops the rest of a refused request. */
  discardMs: 5_000,
};
const CONNECTIONS = 1000;

/** A wallet: the path under which it answers, to whom, and how. With `streams` the path is that of its events. */
export interface Target {
  readonly path: string;
  readonly login: LoginAsker | undefined;
  readonly ask: (envelope: string, idempotencyKey?: string) => Promise<string>;
  readonly streams?: EventStreams | undefined;
}
interface ServerOptions extends Omit<BindOptions, 'refused'> {
  readonly ask?: Target['ask'];
  readonly login?: LoginAsker | undefined;
  /** Finds the target that answers under a path; without it `ask` does, at /json_rpc. */
  readonly route?: (path: string) => Target;
  readonly tls?: RpcTls | undefined;
  /** Hears why a connection was refused, and why an address is not possible. */
  readonly refused?: BindOptions['refused'];
  readonly origins: readonly string[];
  readonly hosts?: readonly string[];
  readonly limits?: Partial<typeof LIMITS>;
  readonly connections?: { readonly all?: number | undefined } & ConnectionLimits;
  readonly answered?: (req: Request, answer: Pick<Answer, 'status' | 'body'>) => void;
}

/**
 * `ask` takes an envelope as text, and the key of a repeated call; `origins` are pages that may call, `hosts` names of
 * this machine; `answered` hears of each answer.
 */
export function createRpcServer({
  ask = () => Promise.reject(new Error('no wallet')),
  login,
  port,
  ip,
  ipv6,
  tls,
  refused = () => {},
  origins,
  hosts = [],
  limits: given = {},
  connections = {},
  answered = () => {},
  route = () => ({ path: PATH, login, ask }),
}: ServerOptions) {
  const limits = { ...LIMITS, ...given };
  const refuseAccess = createAccess({ ips: [ip, ...(ipv6 ? [ipv6.ip] : [])], origins, hosts });
  const budget = createBudget(limits.bodies);
  const { refuse, send } = createReplies({ limits, origins, answered });
  const streaming = createStreaming({ origins, answered });

  const serve = async (req: Request, res: Response) => {
    const head = headOf(req);
    const target = route(head.path);
    const refusal =
      refuseAccess(req.method, req.headers) ??
      (req.method === 'OPTIONS' ? PREFLIGHT : await refuseHttp(target, head)) ??
      target.streams?.refuse(req);
    if (refusal) {
      refuse(req, res, refusal);
      return;
    }
    if (target.streams) {
      await streaming.serve(target.streams, req, res);
      return;
    }
    const start = () => req.headers.expect && res.writeContinue();
    const read = await readBody(req, { max: limits.body, budget, start });
    if ('status' in read) {
      refuse(req, res, { status: read.status, headers: [], body: '' });
      return;
    }
    const { bytes, release } = read;
    try {
      const answer = envelopeAnswer(await target.ask(wireText(bytes), keyOf(req)));
      send(req, res, answer);
      answered(req, answer);
    } finally {
      release();
    }
  };
  const handle = (req: Request, res: Response) =>
    void serve(req, res).catch((error: unknown) => {
      if (!res.headersSent) res.writeHead(500, { ...corsHeaders(req, origins), 'Content-Length': 0 });
      res.end();
      // Disconnected clients are not logged.
      if (req.complete) answered(req, { status: 500, body: String(error) });
    });
  const limitConnections = createConnectionLimit(connections);
  const open = () => {
    const server = createServer({
      keepAliveTimeout: 120_000,
      headersTimeout: limits.headMs,
      requestTimeout: limits.requestMs,
      connectionsCheckingInterval: Math.min(5000, limits.headMs / 2),
    });
    server.on('request', handle).on('checkContinue', handle);
    const waiting = tls && secure(server, tls, { headMs: limits.headMs, refused });
    limitConnections(server);
    return {
      server,
      stop: () => {
        waiting?.stop();
        return stopServer(server, streaming);
      },
    };
  };
  return createBinding(open, { ip, port, ipv6, refused });
}

/** Node decodes headers as Latin-1. Clients send the bytes of the login as they are. */
const headOf = ({ method = '', url: path = '', headers: { authorization: given } }: Request) => ({
  ...{ method, path },
  authorization: given && Buffer.from(given, 'latin1').toString('utf8'),
});

/** From then on a connection to the server that is one too many is closed before anything is read from it. */
export function createConnectionLimit(limits: NonNullable<ServerOptions['connections']>) {
  const admits = createAdmission(limits);
  return (server: Server) => {
    server.maxConnections = limits.all ?? CONNECTIONS;
    const take = server.listeners('connection') as ((socket: Socket) => void)[];
    server.removeAllListeners('connection');
    server.on('connection', (socket: Socket) => {
      if (admits(socket)) take.forEach((each) => each.call(server, socket));
      else socket.destroy();
    });
  };
}

/** The key of a call that may be repeated (src/rpc/wire/once.ts), if the request has one. */
const keyOf = ({ headers: { 'idempotency-key': key } }: Request): string | undefined =>
  Array.isArray(key) ? key.join(', ') : key;

/** No new calls; those under way have a moment to be answered. */
const stopServer = (server: Server, streaming: { readonly stop: () => void }): Promise<void> =>
  new Promise((resolve) => {
    streaming.stop();
    const timer = setTimeout(() => server.closeAllConnections(), 2000);
    server.close(() => {
      clearTimeout(timer);
      resolve();
    });
    server.closeIdleConnections();
  });

/** Answers with event streams, and ends those that were used. */
const createStreaming = ({ origins, answered }: Required<Pick<ServerOptions, 'origins' | 'answered'>>) => {
  const used = new Set<EventStreams>();
  return {
    serve: async (streams: EventStreams, req: Request, res: Response) => {
      used.add(streams);
      answered(req, { status: 200, body: '' });
      await streams.serve(req, res, corsHeaders(req, origins));
    },
    stop: () => {
      for (const streams of used) streams.stop();
    },
  };
};

/** Writes answers: `send` in full; `refuse` before the body of the request is there. */
const createReplies = ({
  limits,
  origins,
  answered,
}: Required<Pick<ServerOptions, 'origins' | 'answered'>> & { readonly limits: typeof LIMITS }) => {
  const refuse = (req: Request, res: Response, answer: Answer) => {
    answered(req, answer);
    // The server asks for the login on a connection that the client can continue to use.
    if (isShort(req) && GOES_ON.has(answer.status)) {
      send(req, res, answer);
      return;
    }
    writeHead(req, res, answer, { Connection: 'close' });
    if (req.method === 'HEAD') res.flushHeaders();
    else res.write(answer.body);
    const room = req.headers.expect ? { bytes: 0, ms: 0 } : { bytes: limits.body, ms: limits.discardMs };
    discardBody(req, room, () => res.end());
  };
  const writeHead = (
    req: Request,
    res: Response,
    { status, headers, body }: Answer,
    more: Record<string, string> = {},
  ) => {
    const fields = [
      ...Object.entries({ ...corsHeaders(req, origins), ...more }),
      ...headers,
      ['Content-Length', String(Buffer.byteLength(body))],
    ];
    res.writeHead(status, fields.flat());
    limitAnswer(res, limits.answerMs);
  };
  const send = (req: Request, res: Response, answer: Answer) => {
    writeHead(req, res, answer);
    // Node sends a text together with the head.
    res.end(req.method === 'HEAD' ? '' : answer.body);
  };
  return { refuse, send };
};

const corsHeaders = ({ headers: { origin } }: Request, origins: readonly string[]): Record<string, string> =>
  origin === undefined || !allowsOrigin(origins, origin)
    ? {}
    : {
        'Access-Control-Allow-Origin': origin,
        'Access-Control-Allow-Headers': 'Content-Type, Authorization, Idempotency-Key, X-Requested-With',
        'Access-Control-Allow-Methods': 'POST, PUT, GET, OPTIONS',
        // Seconds: without it a browser asks before each call once a few seconds have passed.
        'Access-Control-Max-Age': '600',
        'Access-Control-Expose-Headers': 'WWW-Authenticate',
      };
