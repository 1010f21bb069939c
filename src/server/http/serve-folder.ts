/** A small static server for the built app: right types, the production headers, compressed, nothing outside its folder. */
import { createReadStream, statSync } from 'node:fs';
import { createServer, type IncomingMessage as Request, type ServerResponse as Response } from 'node:http';
import { extname, join, normalize, sep } from 'node:path';
import { headersOf, pageOf, type Headers, type Page } from './headers.ts';
import { codeOf } from '../errors.mjs';
import { compressedCopy, encodingFor } from './compress.ts';
import { listen } from './listen.ts';

export interface FolderServer {
  readonly url: string;
  readonly port: number;
  readonly stop: () => Promise<void>;
}
interface ServeOptions {
  readonly root: string;
  readonly host?: string | undefined;
  /** 0 takes a free one. */
  readonly port?: number | undefined;
  /** A free port will do when `port` is taken. */
  readonly orFree?: boolean | undefined;
  /** Paths and values served as JSON; may be filled later. */
  readonly extra?: Readonly<Record<string, unknown>>;
  /** Go with every answer about this page. */
  readonly headers?: (page: Page) => Headers;
  /** May take a request: then it answers true and the request. */
  readonly first?: (req: Request, res: Response) => boolean;
}

const JSON_TYPE = 'application/json; charset=utf-8';
const TEXT_TYPE = 'text/plain; charset=utf-8';
const types: Readonly<Record<string, string>> = {
  '.html': 'text/html; charset=utf-8',
  '.js': 'text/javascript; charset=utf-8',
  '.mjs': 'text/javascript; charset=utf-8',
  '.css': 'text/css; charset=utf-8',
  '.json': JSON_TYPE,
  '.map': JSON_TYPE,
  '.webmanifest': 'application/manifest+json; charset=utf-8',
  '.wasm': 'application/wasm',
  '.svg': 'image/svg+xml',
  '.png': 'image/png',
  '.ico': 'image/x-icon',
  '.woff2': 'font/woff2',
  '.woff': 'font/woff',
  '.txt': TEXT_TYPE,
  '.md': TEXT_TYPE,
};

/** Serves the folder `root`. */
export async function serveFolder({
  root,
  host = '127.0.0.1',
  port = 0,
  orFree = false,
  extra = {},
  headers = headersOf,
  first = () => false,
}: ServeOptions): Promise<FolderServer> {
  const server = createServer((req, res) => {
    if (!first(req, res)) answer(req, res, { root, extra, headers });
  });
  const bound = await listen(server, port, host).catch((error: unknown) => {
    if (!orFree || codeOf(error) !== 'EADDRINUSE') throw error;
    return listen(server, 0, host);
  });
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

const answer = (
  req: Request,
  res: Response,
  {
    root,
    extra,
    headers: headersFor,
  }: {
    readonly root: string;
    readonly extra: Readonly<Record<string, unknown>>;
    readonly headers: (page: Page) => Headers;
  },
) => {
  const path = pathOf(req.url);
  const always = headersFor(pageOf(path ?? ''));
  const send = (status: number, headers: Readonly<Record<string, string>>, body: string = '') => {
    res.writeHead(status, { ...always, ...headers });
    res.end(req.method === 'HEAD' ? undefined : body);
  };
  if (req.method !== 'GET' && req.method !== 'HEAD') {
    send(405, { Allow: 'GET, HEAD' });
    return;
  }
  if (path !== undefined && Object.hasOwn(extra, path)) {
    send(200, { 'Content-Type': JSON_TYPE, 'Cache-Control': 'no-store' }, JSON.stringify(extra[path]));
    return;
  }
  const file = path === undefined ? undefined : fileOf(root, path);
  if (file === undefined) {
    send(404, { 'Content-Type': TEXT_TYPE }, 'not found\n');
    return;
  }
  const type = types[extname(file.name)] ?? 'application/octet-stream';
  const encoding = encodingFor(req.headers['accept-encoding'], type, file.size);
  const tag = `"${file.size.toString(36)}-${Math.trunc(file.mtimeMs).toString(36)}${encoding ? `-${encoding}` : ''}"`;
  const headers = {
    ...always,
    'Content-Type': type,
    Vary: 'Accept-Encoding',
    ...(encoding && { 'Content-Encoding': encoding }),
    // Names of built files contain a hash of their content; all other files must be requested again.
    'Cache-Control': /-[\w-]{8,}\.\w+$/.test(file.name) ? 'public, max-age=31536000, immutable' : 'no-cache',
    ETag: tag,
  };
  if (req.headers['if-none-match'] === tag) {
    res.writeHead(304, headers);
    res.end();
    return;
  }
  if (req.method === 'HEAD') {
    res.writeHead(200, encoding ? headers : { ...headers, 'Content-Length': file.size });
    res.end();
    return;
  }
  if (encoding) {
    compressedCopy(file.name, encoding).then(
      (bytes) => res.writeHead(200, { ...headers, 'Content-Length': bytes.length }).end(bytes),
      () => res.destroy(),
    );
    return;
  }
  res.writeHead(200, { ...headers, 'Content-Length': file.size });
  createReadStream(file.name)
    .on('error', () => res.destroy())
    .pipe(res);
};

const pathOf = (url: string | undefined) => {
  try {
    return decodeURIComponent(url?.split(/[?#]/)[0] ?? '');
  } catch {
    return undefined;
  }
};

const fileOf = (root: string, path: string) => {
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
