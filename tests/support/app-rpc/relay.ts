/**
 * Forwards the page's requests to the node and the resolver. A node sends no CORS headers for the page, and a browser that
 * ignores them would have to run without its web security; so the page asks its own server, at a path that no other
 * page knows. The relay neither reads nor stores what it forwards.
 */
import { randomBytes } from 'node:crypto';
import {
  request as httpRequest,
  Agent as HttpAgent,
  type AgentOptions,
  type IncomingHttpHeaders,
  type IncomingMessage,
  type ServerResponse,
} from 'node:http';
import { request as httpsRequest, Agent as HttpsAgent } from 'node:https';

/** The forwarded headers of requests and answers; all others stay on this machine. */
const ASKED = ['accept', 'authorization', 'content-type', 'content-length'];
const ANSWERED = ['content-type', 'content-length', 'www-authenticate', 'location'];

export type Relay = ReturnType<typeof createRelay>;

/**
 * Answers {path, handle(req, res), stop()}: a request to `path` + encodeURIComponent(url) goes to that url, over at most
 * `sockets` connections at once.
 */
export function createRelay(sockets = 4) {
  const path = `/${randomBytes(24).toString('hex')}/`;
  // monerod ties a digest login to the connection, so the last used connection is used again.
  const keep: AgentOptions = { keepAlive: true, maxSockets: sockets, scheduling: 'lifo' };
  const agents = { 'http:': new HttpAgent(keep), 'https:': new HttpsAgent(keep) };
  return {
    path,
    /** False: not for us. */
    handle: (req: IncomingMessage, res: ServerResponse) => {
      if (!req.url?.startsWith(path)) return false;
      const target = targetOf(req.url.slice(path.length));
      // The page treats a broken connection as a node that does not answer.
      const fail = () => res.destroy();
      if (target === undefined) return (fail(), true);
      const secure = target.protocol === 'https:';
      const ask = secure ? httpsRequest : httpRequest;
      const onward = ask(
        target,
        { method: req.method, headers: pick(req.headers, ASKED), agent: agents[secure ? 'https:' : 'http:'] },
        (answer) => {
          res.writeHead(answer.statusCode ?? 502, pick(answer.headers, ANSWERED));
          answer.on('error', fail).pipe(res);
        },
      );
      onward.on('error', fail);
      res.on('close', () => onward.destroy());
      req.on('error', () => onward.destroy()).pipe(onward);
      return true;
    },
    stop: () => Object.values(agents).forEach((agent) => agent.destroy()),
  };
}

const pick = (headers: IncomingHttpHeaders, names: readonly string[]) =>
  Object.fromEntries(
    names.filter((name) => headers[name] !== undefined).map((name) => [name, headers[name]]),
  );

const targetOf = (text: string) => {
  try {
    const url = new URL(decodeURIComponent(text));
    return url.protocol === 'http:' || url.protocol === 'https:' ? url : undefined;
  } catch {
    return undefined;
  }
};
