/** A hostile node on loopback: a test sets its answers. */
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';

export type Behaviour = (response: ServerResponse, path: string, body: Buffer) => void;

export interface HostileNode extends AsyncDisposable {
  readonly address: string;
  /** Sets the behaviour for every path except those of `except`. */
  behave(behaviour: Behaviour, except?: Readonly<Record<string, Behaviour>>): void;
  /** Requested paths since the last `behave`, /json_rpc with its method. */
  readonly asked: readonly string[];
  /** The highest number of open requests since the last `behave`. */
  readonly mostAtOnce: number;
  /** Bytes handed to the sockets since the last `behave`. */
  readonly sent: number;
}

export async function startHostileNode(): Promise<HostileNode> {
  let behaviour: Behaviour = (response) => response.end();
  let except: Readonly<Record<string, Behaviour>> = {};
  let asked: string[] = [];
  let open = 0;
  let mostAtOnce = 0;
  let sentBefore = 0;
  const sockets = new Set<NonNullable<ServerResponse['socket']>>();
  const written = () => [...sockets].reduce((sum, socket) => sum + socket.bytesWritten, 0);

  const serve = (request: IncomingMessage, response: ServerResponse): void => {
    sockets.add(request.socket);
    mostAtOnce = Math.max(mostAtOnce, ++open);
    response.once('close', () => open--);
    const parts: Buffer[] = [];
    request.on('data', (part: Buffer) => parts.push(part));
    request.on('end', () => {
      const body = Buffer.concat(parts);
      const path = pathOf(request.url ?? '', body);
      asked.push(path);
      (except[path] ?? behaviour)(response, path, body);
    });
  };
  const server = createServer(serve);
  await new Promise<void>((done) => server.listen(0, '127.0.0.1', done));
  return {
    address: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    behave(next, others = {}) {
      behaviour = next;
      except = others;
      asked = [];
      mostAtOnce = open;
      sentBefore = written();
    },
    get asked() {
      return asked;
    },
    get mostAtOnce() {
      return mostAtOnce;
    },
    get sent() {
      return written() - sentBefore;
    },
    async [Symbol.asyncDispose]() {
      server.closeAllConnections();
      await new Promise((done) => server.close(done));
    },
  };
}

const pathOf = (url: string, body: Buffer): string =>
  url === '/json_rpc' ? (JSON.parse(body.toString()) as { method: string }).method : url;

/** Sends these bytes and ends. */
export function says(
  bytes: string | Uint8Array,
  status = 200,
  headers: Record<string, string> = {},
): Behaviour {
  return (response) => {
    response.writeHead(status, headers);
    response.end(bytes);
  };
}

export const isSilent: Behaviour = () => undefined;

/** Sends the beginning of an answer, then nothing more. */
export const stalls: Behaviour = (response) => {
  response.writeHead(200);
  response.write('{');
};

/** Sends a byte now and then, for ever. */
export const trickles: Behaviour = (response) => {
  response.writeHead(200);
  const timer = setInterval(() => response.write(' '), 20);
  response.once('close', () => {
    clearInterval(timer);
  });
};

/** Sends bytes as fast as the connection allows, for ever. */
export const floods: Behaviour = (response) => {
  response.writeHead(200);
  const piece = Buffer.alloc(1 << 16, 0x20);
  const pour = (): void => {
    while (!response.destroyed && response.write(piece));
  };
  response.on('drain', pour);
  pour();
};

/** Announces more bytes than it sends, and closes the connection. */
export const breaksOff: Behaviour = (response) => {
  response.writeHead(200, { 'content-length': '1000' });
  response.write('{"status": "OK",', () => response.destroy());
};

export const hangsUp: Behaviour = (response) => {
  response.destroy();
};
