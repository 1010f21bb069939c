/**
 * Nodes that do not work, each for one reason: real servers on loopback, most of them in front of a real monerod whose
 * answers they change in one field.
 */
import {
  createServer,
  type IncomingMessage,
  type RequestListener,
  type Server,
  type ServerResponse,
} from 'node:http';
import { createServer as createTlsServer } from 'node:https';
import type { AddressInfo } from 'node:net';
import { readFileSync } from 'node:fs';

type Fields = Record<string, unknown>;
/** Other values of fields, or a function that changes the bytes. */
type Change = Readonly<Fields> | ((answer: Buffer) => Buffer);
/** A self-signed certificate and its key; no browser accepts it. Made with `openssl req -x509 -newkey ec -days 36500 -nodes`. */
const PEM = readFileSync(new URL('../../scripts/tools/app/self-signed.pem', import.meta.url));

export interface Staged {
  readonly address: string;
  readonly stop: () => void;
}

export async function listen(answer: RequestListener, { tls = false } = {}): Promise<Staged> {
  const server: Server = tls ? createTlsServer({ key: PEM, cert: PEM }, answer) : createServer(answer);
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const { port } = server.address() as AddressInfo;
  return {
    address: `${tls ? 'https' : 'http'}://127.0.0.1:${String(port)}`,
    stop: () => {
      server.close();
      server.closeAllConnections();
    },
  };
}

const bodyOf = async (request: IncomingMessage): Promise<Buffer> => {
  const parts: Buffer[] = [];
  for await (const part of request) parts.push(part as Buffer);
  return Buffer.concat(parts);
};

/** Forwards every request, and its answer with the headers. */
export function forward(target: string): RequestListener {
  return (request, response) => void pass(target, request, response, {});
}

/**
 * Forwards to a node, and changes its answers: by path, or by method of /json_rpc. `cors: false` leaves out
 * the headers that let pages read.
 */
export function changed(
  target: string,
  changes: Readonly<Record<string, Change>> = {},
  { cors = true } = {},
): RequestListener {
  return (request, response) => void pass(target, request, response, { changes, cors });
}

const pass = async (
  target: string,
  request: IncomingMessage,
  response: ServerResponse,
  { changes = {}, cors = true }: { changes?: Readonly<Record<string, Change>>; cors?: boolean },
): Promise<void> => {
  const body = await bodyOf(request);
  const path = request.url ?? '/';
  const method = request.method ?? 'GET';
  const origin = request.headers.origin;
  try {
    const answer = await fetch(target + path, {
      method,
      headers: { ...(origin !== undefined && { origin }) },
      ...(method !== 'GET' && method !== 'HEAD' && { body: new Uint8Array(body) }),
    });
    const bytes = Buffer.from(await answer.arrayBuffer());
    const headers = Object.fromEntries(
      [...answer.headers].filter(
        ([name]) =>
          !/^(content-length|content-encoding|transfer-encoding|connection)$/.test(name) &&
          (cors || !name.startsWith('access-control-')),
      ),
    );
    const name = path === '/json_rpc' ? (JSON.parse(body.toString()) as { method: string }).method : path;
    response.writeHead(answer.status, headers).end(withChange(bytes, path, changes[name]));
  } catch {
    response.destroy();
  }
};

const withChange = (bytes: Buffer, path: string, change: Change | undefined): Buffer => {
  if (!change) return bytes;
  if (typeof change === 'function') return change(bytes);
  const whole = JSON.parse(bytes.toString()) as Fields;
  return Buffer.from(
    JSON.stringify(
      path === '/json_rpc'
        ? { ...whole, result: { ...(whole['result'] as Fields), ...change } }
        : { ...whole, ...change },
    ),
  );
};

const OPEN = { 'access-control-allow-origin': '*', 'access-control-allow-headers': '*' };

/** Answers every page with this status and text. */
export function says(
  status: number,
  text: string,
  headers: Readonly<Record<string, string>> = {},
): RequestListener {
  return (_request, response) => {
    response.writeHead(status, { ...OPEN, ...headers }).end(text);
  };
}
export const isSilent: RequestListener = () => undefined;
/** Sends bytes as fast as the connection allows, for ever. */
export const floods: RequestListener = (_request, response) => {
  response.writeHead(200, OPEN);
  const piece = Buffer.alloc(1 << 16, 0x20);
  const pour = (): void => {
    while (!response.destroyed && response.write(piece));
  };
  response.on('drain', pour);
  pour();
};
