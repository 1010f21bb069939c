/** The HTTP side: takes requests apart for the page's door (src/transport/http-door.ts) and puts its answers together. */
import { createServer } from 'node:http';

/** More than any set of transactions needs. */
const MAX_BODY = 64 * 1024 * 1024;

/**
 * Answers {server, listen(), stop()}. `http` is the page's; `origins` are pages that may call; `answered` hears of each
 * answer that was sent.
 */
export const createRpcServer = ({ http, port, ip, origins, answered = () => {} }) => {
  const server = createServer({ keepAliveTimeout: 120_000 }, async (req, res) => {
    const cors = corsHeaders(req, origins);
    if (req.method === 'OPTIONS') {
      res.writeHead(200, { ...cors, 'Content-Length': 0 });
      return res.end();
    }
    try {
      const body = await readBody(req);
      if (body === undefined) {
        res.writeHead(413, { Connection: 'close' });
        return res.end();
      }
      const answer = await http({
        method: req.method,
        path: req.url,
        authorization: req.headers.authorization,
        body,
      });
      const bytes = Buffer.from(answer.body);
      res.writeHead(
        answer.status,
        Object.entries(cors)
          .concat(together(answer.headers), [['Content-Length', bytes.length]])
          .flat(),
      );
      res.end(req.method === 'HEAD' ? undefined : bytes);
      answered(req, answer);
    } catch (error) {
      if (!res.headersSent) res.writeHead(500, { ...cors, 'Content-Length': 0 });
      res.end();
      answered(req, { status: 500, body: String(error) });
    }
  });
  return {
    listen: () =>
      new Promise((resolve, reject) => {
        server.once('error', reject);
        server.listen(port, ip, () => {
          server.off('error', reject);
          resolve(server.address().port);
        });
      }),
    /** No new calls; those under way have a moment to be answered. */
    stop: () =>
      new Promise((resolve) => {
        const timer = setTimeout(() => server.closeAllConnections(), 2000);
        server.close(() => {
          clearTimeout(timer);
          resolve();
        });
        server.closeIdleConnections();
      }),
  };
};

/** Several headers of one name (the challenges of a login) as one entry with a list. */
const together = (headers) => {
  const byName = new Map();
  for (const [name, value] of headers) byName.set(name, [...(byName.get(name) ?? []), value]);
  return [...byName].flatMap(([name, values]) => values.map((value) => [name, value]));
};

const readBody = async (req) => {
  const parts = [];
  let size = 0;
  for await (const part of req) {
    size += part.length;
    if (size > MAX_BODY) return undefined;
    parts.push(part);
  }
  return Buffer.concat(parts);
};

const corsHeaders = ({ headers: { origin } }, origins) => {
  if (origin === undefined || !(origins.includes('*') || origins.includes(origin))) return {};
  return {
    'Access-Control-Allow-Origin': origin,
    'Access-Control-Allow-Headers': 'Content-Type, Authorization, X-Requested-With',
    'Access-Control-Allow-Methods': 'POST, PUT, GET, OPTIONS',
    'Access-Control-Expose-Headers': 'WWW-Authenticate',
  };
};
