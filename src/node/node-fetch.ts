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
import { isIP } from 'node:net';
import { connect as connectTls, type ConnectionOptions } from 'node:tls';
import { connectThrough, type Proxy } from './socks.ts';

export interface NodeFetch {
  readonly fetch: (url: string, init: RequestInit) => Promise<Response>;
  /** Closes the connections. */
  readonly stop: () => void;
}

/** `sockets`: connections to a host at once. With a `proxy` every request goes through it. */
export function createNodeFetch(sockets = 4, proxy?: Proxy): NodeFetch {
  // monerod ties a digest login to the connection, so the last used connection is used again.
  const keep: AgentOptions = { keepAlive: true, maxSockets: sockets, scheduling: 'lifo' };
  const agents = { http: new HttpAgent(keep), https: new HttpsAgent(keep) };
  if (proxy) useProxy(agents, proxy);
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
        // With the whole body at once, Node writes its length.
        asked.end(body);
      }),
    stop: () => {
      for (const agent of Object.values(agents)) agent.destroy();
    },
  };
}

/** The agents connect through the proxy, and under https prove the node's name on that connection. */
const useProxy = ({ http, https }: { http: HttpAgent; https: HttpsAgent }, proxy: Proxy): void => {
  const through =
    (secure: boolean): HttpAgent['createConnection'] =>
    (options, ready) => {
      const given = options as ConnectionOptions;
      const { host = '', port = 0 } = given;
      connectThrough(proxy, host, port).then(
        (socket) => {
          const names = isIP(host) === 0 && { servername: host };
          const stream = secure ? connectTls({ ...given, ...names, socket }) : socket;
          ready?.(null, stream);
        },
        (error: unknown) => ready?.(error as Error, undefined as never),
      );
      return undefined;
    };
  http.createConnection = through(false);
  https.createConnection = through(true);
};

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
