/**
 * The HTTP of a relay for other devices: POST of a node's calls and of its own, with a login in each request, for web pages
 * of any site, since the login protects it as it does a node. With and without TLS on one port.
 */
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import { createHash, randomBytes } from 'node:crypto';
import type { Relay } from '../../nodejs/relay/relay.ts';
import { createLogin } from '../../transport/http-login.ts';
import { createBudget, limitAnswer, readBody } from '../http/bodies.ts';
import { createAdmission } from '../http/connections.ts';
import { listen } from '../http/listen.ts';
import { secure, type RpcTls } from '../tls/rpc-tls.ts';

const MIB = 1024 * 1024;
/** Bytes: the largest transaction set that a wallet sends, and all requests together. Milliseconds: head, request, reading the answer. */
const LIMITS = { body: 8 * MIB, bodies: 64 * MIB, headMs: 10_000, requestMs: 60_000, answerMs: 120_000 };

export interface RelayServerOptions {
  readonly relay: Pick<Relay, 'answer'>;
  readonly login: { readonly username: string; readonly password: string };
  readonly host: string;
  readonly port: number;
  readonly tls: RpcTls | undefined;
  /** Hears of errors that are bugs, and of refused connections. */
  readonly say: (line: string) => void;
}

/** Resolves to the bound port and a function that ends the server. */
export async function startRelayServer({ relay, login, host, port, tls, say }: RelayServerOptions) {
  const check = createLogin({
    ...login,
    md5: (text) => createHash('md5').update(text).digest('hex'),
    nonce: () => randomBytes(16).toString('base64'),
  });
  const budget = createBudget(LIMITS.bodies);
  const serve = async (req: IncomingMessage, res: ServerResponse): Promise<void> => {
    const { method = '', url = '' } = req;
    if (method === 'OPTIONS') {
      res.writeHead(200, { ...CORS, 'Content-Length': 0 }).end();
      return;
    }
    const refused = check.check(method, req.headers.authorization);
    if (refused || method !== 'POST') {
      req.resume();
      const status = refused ? 401 : 405;
      res
        .writeHead(status, {
          ...CORS,
          ...(refused && { 'WWW-Authenticate': [...refused] }),
          'Content-Length': 0,
        })
        .end();
      return;
    }
    const read = await readBody(req, { max: LIMITS.body, budget, start: () => undefined });
    if ('status' in read) {
      res.writeHead(read.status, { ...CORS, Connection: 'close', 'Content-Length': 0 }).end();
      return;
    }
    try {
      const { status, body } = await relay.answer(url, new Uint8Array(read.bytes));
      limitAnswer(res, LIMITS.answerMs);
      res.writeHead(status, {
        ...CORS,
        'Content-Type': 'application/octet-stream',
        'Content-Length': body.length,
      });
      res.end(body);
    } finally {
      read.release();
    }
  };
  const server = createServer(
    { headersTimeout: LIMITS.headMs, requestTimeout: LIMITS.requestMs },
    (req, res) => {
      serve(req, res).catch((error: unknown) => {
        say(String(error));
        if (!res.headersSent) res.writeHead(500, { ...CORS, 'Content-Length': 0 });
        res.end();
      });
    },
  );
  const waiting = tls && secure(server, tls, { headMs: LIMITS.headMs, refused: say });
  const admits = createAdmission({});
  const bound = await listen(server, port, host);
  server.on('connection', (socket) => {
    if (!admits(socket)) socket.destroy();
  });
  return {
    port: bound,
    stop: (): Promise<void> =>
      new Promise((resolve) => {
        waiting?.stop();
        server.close(() => {
          resolve();
        });
        server.closeAllConnections();
      }),
  };
}

const CORS = {
  'Access-Control-Allow-Origin': '*',
  'Access-Control-Allow-Headers': 'Authorization',
  'Access-Control-Allow-Methods': 'POST',
  // Seconds: as long as a browser remembers it at most. Without it, a page asks before almost every request.
  'Access-Control-Max-Age': '7200',
  'Access-Control-Expose-Headers': 'WWW-Authenticate',
  'Cache-Control': 'no-store',
};
