/**
 * The daemon module's way to the network in Node: `fetch` over node:http and node:https, with a few connections that are
 * used again. It follows no redirect and sends no header of its own but those of the connection. Errors are TypeErrors
 * with the reason in `cause`, as those of Node's own fetch, which gives no hold on its connections.
 */
import {
  Agent as HttpAgent,
  request as httpRequest,
  type AgentOptions,
  type IncomingMessage,
} from 'node:http';
import { Agent as HttpsAgent, request as httpsRequest } from 'node:https';
import { isIP, type Socket } from 'node:net';
import { connect as connectTls, type ConnectionOptions, type TLSSocket } from 'node:tls';
import type { TlsRules } from './node-tls.ts';
import { connectThrough, type Proxy } from './socks.ts';

export interface NodeFetch {
  readonly fetch: (url: string, init: RequestInit) => Promise<Response>;
  /** Closes the connections. */
  readonly stop: () => void;
}

/**
 * `sockets`: connections to a host at once. With a `proxy` every request goes through it; with `tls` nothing is sent over
 * https before these rules have judged the certificate.
 */
export function createNodeFetch(sockets = 4, proxy?: Proxy, tls?: TlsRules): NodeFetch {
  // monerod ties a digest login to the connection, so the last used connection is used again.
  const keep: AgentOptions = { keepAlive: true, maxSockets: sockets, scheduling: 'lifo' };
  const agents = { http: new HttpAgent(keep), https: new HttpsAgent(keep) };
  if (proxy) agents.http.createConnection = plainly(proxy);
  if (proxy || tls) agents.https.createConnection = securely(proxy, tls);
  return {
    fetch: (url, { method = 'GET', headers, body, signal }) =>
      new Promise((resolve, reject) => {
        const fail = (cause: unknown): void => reject(new TypeError('fetch failed', { cause }));
        const options = {
          method,
          headers: Object.fromEntries(new Headers(headers)),
          ...(signal && { signal }),
        };
        const answered = (answer: IncomingMessage): void => {
          try {
            resolve(responseOf(answer));
          } catch (error) {
            answer.destroy();
            fail(error);
          }
        };
        const asked =
          new URL(url).protocol === 'https:'
            ? httpsRequest(url, { ...options, agent: agents.https }, answered)
            : httpRequest(url, { ...options, agent: agents.http }, answered);
        asked.on('error', fail);
        // Node reports no error for a connection that another protocol takes over (status 101), nor for its end.
        asked.on('upgrade', (_answer, socket: Socket) => {
          socket.destroy();
          fail(new Error('the node answered with another protocol'));
        });
        asked.on('close', () => fail(new Error('the connection was closed')));
        // With the whole body at once, Node writes its length.
        asked.end(body);
      }),
    stop: () => {
      for (const agent of Object.values(agents)) agent.destroy();
    },
  };
}

type Connecting = HttpAgent['createConnection'];

const plainly =
  (proxy: Proxy): Connecting =>
  (options, ready) => {
    const { host = '', port = 0 } = options as ConnectionOptions;
    hand(connectThrough(proxy, host, port), ready);
    return undefined;
  };

/** Through the proxy, if there is one; the node proves its name on that connection. */
const securely =
  (proxy: Proxy | undefined, tls: TlsRules | undefined): Connecting =>
  (options, ready) => {
    const given = options as ConnectionOptions;
    const { host = '', port = 0 } = given;
    const names = isIP(host) === 0 && { servername: host };
    const open = (socket?: Socket): TLSSocket =>
      connectTls({ ...given, ...names, ...tls?.options, ...(socket && { socket }) });
    const opened = proxy ? connectThrough(proxy, host, port).then(open) : Promise.resolve(open());
    hand(tls ? opened.then((socket) => judged(socket, tls)) : opened, ready);
    return undefined;
  };

const hand = (socket: Promise<Socket>, ready: Parameters<Connecting>[1]): void => {
  socket.then(
    (stream) => ready?.(null, stream),
    (error: unknown) => ready?.(error as Error, undefined as never),
  );
};

const HANDSHAKE_MS = 60_000;

/** The connection when its handshake is complete and the rules accept the certificate. */
const judged = (socket: TLSSocket, tls: TlsRules): Promise<TLSSocket> =>
  new Promise((resolve, reject) => {
    const fail = (error: Error): void => {
      socket.destroy();
      reject(error);
    };
    const ended = (): void => fail(new Error('The node has closed the connection'));
    const silent = (): void => fail(new Error('The node does not complete the TLS handshake'));
    socket.setTimeout(HANDSHAKE_MS);
    socket.on('error', fail).on('close', ended).on('timeout', silent);
    socket.once('secureConnect', () => {
      const refusal = tls.refusal(socket);
      if (refusal) {
        fail(refusal);
        return;
      }
      socket.off('error', fail).off('close', ended).off('timeout', silent).setTimeout(0);
      resolve(socket);
    });
  });

const WITHOUT_BODY = new Set([204, 205, 304]);

const responseOf = (answer: IncomingMessage): Response => {
  const { statusCode: status = 0, rawHeaders } = answer;
  const headers = new Headers();
  for (let at = 0; at + 1 < rawHeaders.length; at += 2) headers.append(rawHeaders[at]!, rawHeaders[at + 1]!);
  const bare = WITHOUT_BODY.has(status);
  if (bare) answer.resume();
  return new Response(bare ? null : streamOf(answer), { status, headers });
};

/** The body, which is read from the connection as fast as the reader takes it. */
const streamOf = (answer: IncomingMessage): ReadableStream<Uint8Array> =>
  new ReadableStream<Uint8Array>(
    {
      start: (controller) => {
        let over = false;
        const end = (error?: Error): void => {
          if (over) return;
          over = true;
          if (error) controller.error(new TypeError('terminated', { cause: error }));
          else controller.close();
        };
        answer
          .on('data', (piece: Buffer) => {
            if (over) return;
            controller.enqueue(new Uint8Array(piece.buffer, piece.byteOffset, piece.byteLength));
            if ((controller.desiredSize ?? 0) <= 0) answer.pause();
          })
          .on('end', () => end())
          .on('error', end)
          .on('close', () => end(new Error('the connection was closed')));
      },
      pull: () => void answer.resume(),
      cancel: () => void answer.destroy(),
    },
    { highWaterMark: 1 << 20, size: (piece) => piece.byteLength },
  );
