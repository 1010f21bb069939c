/**
 * A client of SOCKS5 (RFC 1928) without login: connections to nodes go through a proxy such as Tor's, which also looks up
 * their names, so that no question for them leaves this machine by another way.
 */
import { isIP, connect, type Socket } from 'node:net';

export interface Proxy {
  readonly host: string;
  readonly port: number;
}

/** Reads `[IP:]PORT`; undefined if it is something else, or a name, which would be looked up here. */
export function readProxyAddress(text: string): Proxy | undefined {
  const [, host = '127.0.0.1', port] = /^(?:(\d+(?:\.\d+){3}|\[[0-9a-f:.]+\]):)?(\d{1,5})$/i.exec(text) ?? [];
  const bare = host.replace(/^\[(.*)\]$/, '$1');
  if (port === undefined || isIP(bare) === 0 || Number(port) < 1 || Number(port) > 65535) return undefined;
  return { host: bare, port: Number(port) };
}

/** Tor may need a minute for a circuit. */
const PATIENCE_MS = 60_000;
const VERSION = 5;
const NO_LOGIN = 0;
const CONNECT = 1;
const TYPE = { ipv4: 1, name: 3, ipv6: 4 };

/** Connects through the proxy. Rejects when it refuses, answers nonsense or is silent. */
export function connectThrough(proxy: Proxy, host: string, port: number): Promise<Socket> {
  return new Promise((resolve, reject) => {
    // A name that cannot be sent is refused before there is a connection.
    const target = requestOf(host, port);
    const socket = connect(proxy);
    const fail = (error: Error): void => {
      socket.destroy();
      reject(error);
    };
    const steps = handshake(socket, target);
    let rest = Buffer.alloc(0);
    let wanted = steps.next().value ?? 0;
    const read = (piece: Buffer): void => {
      rest = Buffer.concat([rest, piece]);
      try {
        while (rest.length >= wanted) {
          const { value, done } = steps.next(rest.subarray(0, wanted));
          rest = rest.subarray(wanted);
          if (done) {
            finish();
            return;
          }
          wanted = value;
        }
      } catch (error) {
        fail(error as Error);
      }
    };
    const silent = (): void => fail(new Error('The proxy does not answer'));
    const ended = (): void => fail(new Error('The proxy has closed the connection'));
    const finish = (): void => {
      // A node waits for the first request.
      if (rest.length > 0) {
        fail(new Error('The proxy has sent more than an answer'));
        return;
      }
      socket.off('data', read).off('error', fail).off('timeout', silent).off('close', ended).setTimeout(0);
      resolve(socket);
    };
    socket.setTimeout(PATIENCE_MS);
    socket.on('data', read).on('error', fail).on('timeout', silent).on('close', ended);
  });
}

/** Yields how many bytes of the proxy it needs next, and takes them. */
function* handshake(socket: Socket, request: Buffer): Generator<number, void, Buffer> {
  socket.write(Buffer.from([VERSION, 1, NO_LOGIN]));
  const [version, login] = yield 2;
  if (version !== VERSION || login !== NO_LOGIN) throw new Error('The proxy is none of SOCKS5 without login');
  socket.write(request);
  const [, reply, , type] = yield 4;
  if (reply !== 0) throw new Error(`The proxy refuses the connection (${reply})`);
  const length = type === TYPE.ipv4 ? 4 : type === TYPE.ipv6 ? 16 : (yield 1)[0]!;
  // The address that the proxy uses, and its port.
  yield length + 2;
}

const requestOf = (host: string, port: number): Buffer =>
  Buffer.concat([Buffer.from([VERSION, CONNECT, 0]), addressOf(host), Buffer.from([port >> 8, port & 255])]);

/** As in a request: its type, then itself. */
const addressOf = (host: string): Buffer => {
  const bare = host.replace(/^\[(.*)\]$/, '$1');
  if (isIP(bare) === 4) return Buffer.from([TYPE.ipv4, ...bare.split('.').map(Number)]);
  if (isIP(bare) === 6) return Buffer.from([TYPE.ipv6, ...ipv6Bytes(bare)]);
  const name = Buffer.from(bare, 'latin1');
  if (name.length === 0 || name.length > 255) throw new Error('A name of 1 to 255 bytes is needed');
  return Buffer.concat([Buffer.from([TYPE.name, name.length]), name]);
};

/** The URL parser has already written out an IPv4 address at the end. */
const ipv6Bytes = (text: string): readonly number[] => {
  const [head = '', tail] = text.split('::');
  const groups = (part: string): string[] => (part === '' ? [] : part.split(':'));
  const [before, after] = [groups(head), groups(tail ?? '')];
  const zeros = tail === undefined ? 0 : 8 - before.length - after.length;
  return [...before, ...Array.from({ length: zeros }, () => '0'), ...after].flatMap((group) => {
    const number = Number.parseInt(group, 16);
    return [number >> 8, number & 255];
  });
};
