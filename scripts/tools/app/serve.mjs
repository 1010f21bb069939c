/** A small static server for the built app: right types, the production headers, nothing outside its folder. */
import { createReadStream, statSync } from 'node:fs';
import { createServer } from 'node:http';
import { extname, join, normalize, sep } from 'node:path';
import { securityHeaders } from '../build/headers.mjs';

const types = {
  '.html': 'text/html; charset=utf-8',
  '.js': 'text/javascript; charset=utf-8',
  '.mjs': 'text/javascript; charset=utf-8',
  '.css': 'text/css; charset=utf-8',
  '.json': 'application/json; charset=utf-8',
  '.map': 'application/json; charset=utf-8',
  '.webmanifest': 'application/manifest+json; charset=utf-8',
  '.wasm': 'application/wasm',
  '.svg': 'image/svg+xml',
  '.png': 'image/png',
  '.ico': 'image/x-icon',
  '.woff2': 'font/woff2',
  '.woff': 'font/woff',
  '.txt': 'text/plain; charset=utf-8',
  '.md': 'text/plain; charset=utf-8',
};

/**
 * Serves `root` on `host`:`port` (0 takes a free one; with `orFree` so does a port that is taken). `extra` maps paths
 * to values served as JSON and may be filled later. `headers` go with every answer. `first` may take a
 * request: then it answers true and the request. Answers {url, port, stop()}.
 */
export async function serveFolder({
  root,
  host = '127.0.0.1',
  port = 0,
  orFree = false,
  extra = {},
  headers: always = securityHeaders,
  first = () => false,
}) {
  const server = createServer((req, res) => {
    if (first(req, res)) return;
    const send = (status, headers, body = '') => {
      res.writeHead(status, { ...always, ...headers });
      res.end(req.method === 'HEAD' ? undefined : body);
    };
    if (req.method !== 'GET' && req.method !== 'HEAD') return send(405, { Allow: 'GET, HEAD' });
    const path = pathOf(req.url);
    if (path !== undefined && Object.hasOwn(extra, path)) {
      return send(
        200,
        { 'Content-Type': types['.json'], 'Cache-Control': 'no-store' },
        JSON.stringify(extra[path]),
      );
    }
    const file = path === undefined ? undefined : fileOf(root, path);
    if (file === undefined) return send(404, { 'Content-Type': types['.txt'] }, 'not found\n');
    const tag = `"${file.size.toString(36)}-${Math.trunc(file.mtimeMs).toString(36)}"`;
    const headers = {
      ...always,
      'Content-Type': types[extname(file.name)] ?? 'application/octet-stream',
      // Built names carry a hash of their content; everything else must be asked for again.
      'Cache-Control': /-[\w-]{8,}\.\w+$/.test(file.name)
        ? 'public, max-age=31536000, immutable'
        : 'no-cache',
      ETag: tag,
    };
    if (req.headers['if-none-match'] === tag) {
      res.writeHead(304, headers);
      return res.end();
    }
    res.writeHead(200, { ...headers, 'Content-Length': file.size });
    if (req.method === 'HEAD') return res.end();
    createReadStream(file.name)
      .on('error', () => res.destroy())
      .pipe(res);
  });
  try {
    await listen(server, port, host);
  } catch (error) {
    if (!orFree || error.code !== 'EADDRINUSE') throw error;
    await listen(server, 0, host);
  }
  const bound = server.address().port;
  const shown = host === '0.0.0.0' || host === '::' || host === '127.0.0.1' ? 'localhost' : host;
  return {
    port: bound,
    url: `http://${shown.includes(':') ? `[${shown}]` : shown}:${bound}/`,
    stop: () =>
      new Promise((resolve) => {
        server.close(() => resolve());
        server.closeAllConnections();
      }),
  };
}

const listen = (server, port, host) =>
  new Promise((resolve, reject) => {
    server.once('error', reject);
    server.listen(port, host, () => {
      server.off('error', reject);
      resolve();
    });
  });

const pathOf = (url) => {
  try {
    return decodeURIComponent(url.split(/[?#]/)[0]);
  } catch {
    return undefined;
  }
};

const fileOf = (root, path) => {
  if (path.includes('\0')) return undefined;
  const name = normalize(join(root, path.endsWith('/') ? `${path}index.html` : path));
  if (!name.startsWith(normalize(root + sep))) return undefined;
  try {
    const found = statSync(name);
    return found.isFile() ? { name, size: found.size, mtimeMs: found.mtimeMs } : undefined;
  } catch {
    return undefined;
  }
};
