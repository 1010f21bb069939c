/** Sites for tests of WEBCAT: an HTTPS server with many host names, its certificates, and the extension that enrols the names. */
import { execFileSync } from 'node:child_process';
import { cpSync, existsSync, mkdirSync, readFileSync, statSync, writeFileSync } from 'node:fs';
import { createServer as createHttpServer } from 'node:http';
import { createServer } from 'node:https';
import { join } from 'node:path';
import { headersOf, pageOf } from '../../../src/server/http/headers.ts';

/** WEBCAT's test build accepts this port. */
export const PORT = 8443;
const TYPES: Readonly<Record<string, string>> = {
  html: 'text/html; charset=utf-8',
  js: 'text/javascript',
  css: 'text/css',
  json: 'application/json',
  wasm: 'application/wasm',
  woff2: 'font/woff2',
  png: 'image/png',
  webmanifest: 'application/manifest+json',
};

export interface Answer {
  readonly status: number;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: Buffer;
}
export interface Site {
  /** The built app. */
  readonly folder: string;
  /** The files that a dishonest server sends in place of `honest`. */
  readonly change?: Change | undefined;
}
export type Change = (path: string, honest: Answer) => Answer;
export interface Asked {
  readonly path: string;
  /** `Sec-Fetch-Dest`: what the browser wants the file for. */
  readonly destination: string;
}
export interface Sites {
  /** Base64 of the authority that signed the certificate. */
  readonly authority: string;
  readonly asked: (host: string) => readonly Asked[];
  readonly stop: () => void;
}

/** Serves `siteOf(host)` under each of the hosts, with the headers of a good host. `folder`: for certificates. */
export async function serveSites(
  hosts: readonly string[],
  siteOf: (host: string) => Site,
  folder: string,
): Promise<Sites> {
  const { cert, key, authority } = makeCertificates(folder, hosts);
  const asked = new Map<string, Asked[]>();
  const server = createServer({ cert, key }, (req, res) => {
    const host = (req.headers.host ?? '').split(':')[0]!;
    const url = (req.url ?? '/').split('?')[0]!;
    const path = url === '/' ? '/index.html' : url;
    const destination = String(req.headers['sec-fetch-dest']);
    asked.set(host, [...(asked.get(host) ?? []), { path, destination }]);
    const site = siteOf(host);
    const honest = fileAnswer(join(site.folder, path), path);
    const { status, headers, body } = site.change?.(path, honest) ?? honest;
    res.writeHead(status, headers).end(body);
  });
  await new Promise<void>((resolve, reject) => {
    server.once('error', reject);
    server.listen(PORT, '127.0.0.1', resolve);
  });
  return {
    authority,
    asked: (host) => asked.get(host) ?? [],
    stop: () => {
      server.close();
      server.closeAllConnections();
    },
  };
}

const fileAnswer = (file: string, path: string): Answer => {
  const found = existsSync(file) && statSync(file).isFile();
  return {
    status: found ? 200 : 404,
    headers: {
      ...headersOf(pageOf(path)),
      'Content-Type': TYPES[path.split('.').at(-1)!] ?? 'application/octet-stream',
      'Cache-Control': 'no-store',
    },
    body: found ? readFileSync(file) : Buffer.from('not found\n'),
  };
};

const makeCertificates = (folder: string, hosts: readonly string[]) => {
  const openssl = (command: string) =>
    execFileSync('openssl', command.split(' '), { cwd: folder, stdio: 'pipe' });
  const read = (name: string) => readFileSync(join(folder, name), 'utf8');
  const names = hosts.map((host) => `DNS:${host}`).join(',');
  writeFileSync(
    join(folder, 'names'),
    `subjectAltName=${names}\nbasicConstraints=CA:FALSE\nextendedKeyUsage=serverAuth\n`,
  );
  openssl('req -x509 -newkey rsa:2048 -nodes -keyout ca.key -out ca.pem -days 30 -subj /CN=authority');
  openssl('req -newkey rsa:2048 -nodes -keyout site.key -out site.csr -subj /CN=site');
  openssl(
    'x509 -req -in site.csr -CA ca.pem -CAkey ca.key -CAcreateserial -days 30 -out site.pem -extfile names',
  );
  return {
    cert: read('site.pem'),
    key: read('site.key'),
    authority: read('ca.pem').replaceAll(/-----.*?-----|\s/g, ''),
  };
};

/** Serves the list from which WEBCAT's test builds up to 2.7.1 take the hosts; later ones find it in their package. */
export async function serveList(hosts: readonly string[], enrollment: string): Promise<{ stop: () => void }> {
  const list = JSON.stringify(Object.fromEntries(hosts.map((host) => [host, enrollment])));
  const server = createHttpServer((req, res) => {
    const known = req.url === '/testing-list';
    res.writeHead(known ? 200 : 404, { 'Access-Control-Allow-Origin': '*' }).end(known ? list : '');
  });
  await new Promise<void>((resolve, reject) => {
    server.once('error', reject);
    server.listen(1234, '127.0.0.1', resolve);
  });
  return {
    stop: () => {
      server.close();
      server.closeAllConnections();
    },
  };
}

/** Packs WEBCAT's extension, built in `source`, with a list that enrols the hosts. `enrollment`: its hash, hex. */
export function packExtension(
  source: string,
  folder: string,
  hosts: readonly string[],
  enrollment: string,
): string {
  const copy = join(folder, 'extension');
  for (const part of ['manifest.json', 'dist', 'icons', 'pages', '_locales'])
    if (existsSync(join(source, part))) cpSync(join(source, part), join(copy, part), { recursive: true });
  mkdirSync(join(copy, 'data'));
  const zero = '00'.repeat(32);
  const leaves = hosts.map((host) => [
    `canonical/.${host.split('.').reverse().join('.')}`,
    `0A20${enrollment}`,
  ]);
  const proof = { app_hash: zero, canonical_root_hash: zero };
  writeFileSync(join(copy, 'data', 'list.json'), JSON.stringify({ leaves, proof }));
  const header = { time: new Date().toISOString() };
  writeFileSync(join(copy, 'data', 'block.json'), JSON.stringify({ signed_header: { header } }));
  execFileSync('zip', ['-q', '-r', '-0', join(folder, 'extension.zip'), '.'], { cwd: copy });
  return join(folder, 'extension.zip');
}
