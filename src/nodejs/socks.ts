/**
 * A client of SOCKS5 (RFC 1928, RFC 1929) and SOCKS4a: connections to nodes go through a proxy such as Tor's, which also looks
 * up their names, so that no question for them leaves this machine by another way.
 */
import { isIP, connect, type Socket } from 'node:net';

export interface Proxy {
  readonly host: string;
  readonly port: number;
  /** SOCKS4a; without it SOCKS5. */
  readonly version?: 4;
  /** SOCKS5 only. */
  readonly login?: { readonly username: string; readonly password: string };
}

export const PROXY_FORM =
  '[IP:]PORT of a SOCKS5 proxy, socks5://[USER:PASSWORD@]IP:PORT, or socks4a://IP:PORT (socks4 would look up names here)';

/**
 * Reads `[IP:]PORT`, or an address with a scheme as the reference does; undefined if it is something else, or a name, which would
 * be looked up here. Upstream: net::socks::endpoint::get in src/net/parse.cpp, which takes SOCKS4a without a scheme.
 */
export function readProxyAddress(text: string): Proxy | undefined {
  const [, scheme = '', user, host = scheme === '' ? '127.0.0.1' : '', port] =
    /^(?:(socks|socks4a|socks5):\/\/)?(?:([^@/]*)@)?(?:(\d+(?:\.\d+){3}|\[[0-9a-f:.]+\]):)?(\d{1,5})$/i.exec(
      text,
    ) ?? [];
  const bare = host.replace(/^\[(.*)\]$/, '$1');
  if (port === undefined || isIP(bare) === 0 || Number(port) < 1 || Number(port) > 65535) return undefined;
  const address = { host: bare, port: Number(port) };
  const takesLogin = scheme.toLowerCase() === 'socks5';
  if (user !== undefined) return takesLogin ? withLogin(address, user) : undefined;
  return takesLogin || scheme === '' ? address : { ...address, version: 4 };
}

const withLogin = (address: Proxy, text: string): Proxy | undefined => {
  const at = text.indexOf(':');
  const parts = at < 0 ? [text, ''] : [text.slice(0, at), text.slice(at + 1)];
  try {
    const [username = '', password = ''] = parts.map(decodeURIComponent);
    const fit = [username, password].every((part) => Buffer.byteLength(part) <= 255);
    return username !== '' && fit ? { ...address, login: { username, password } } : undefined;
  } catch {
    return undefined;
  }
};

/** Tor may need a minute for a circuit. */
const PATIENCE_MS = 60_000;
const VERSION = 5;
const NO_LOGIN = 0;
const PASSWORD = 2;
const CONNECT = 1;
const GRANTED_4 = 0x5a;
const TYPE = { ipv4: 1, name: 3, ipv6: 4 };

/** Connects through the proxy. Rejects when it refuses, answers nonsense or is silent. */
export function connectThrough(proxy: Proxy, host: string, port: number): Promise<Socket> {
  return new Promise((resolve, reject) => {
    // A name that cannot be sent is refused before there is a connection.
    const handshake =
      proxy.version === 4
        ? handshake4a(requestOf4a(host, port))
        : handshake5(requestOf(host, port), proxy.login);
    const socket = connect({ host: proxy.host, port: proxy.port });
    const fail = (error: Error): void => {
      socket.destroy();
      reject(error);
    };
    const steps = handshake(socket);
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
type Handshake = (socket: Socket) => Generator<number, void, Buffer>;

const handshake5 = (request: Buffer, login: Proxy['login']): Handshake =>
  function* (socket): Generator<number, void, Buffer> {
    const wanted = login ? PASSWORD : NO_LOGIN;
    socket.write(Buffer.from([VERSION, 1, wanted]));
    const [version, method] = yield 2;
    if (version !== VERSION || method !== wanted)
      throw new Error(`The proxy is none of SOCKS5 ${login ? 'with a password' : 'without login'}`);
    if (login) {
      socket.write(Buffer.concat([Buffer.from([1]), field(login.username), field(login.password)]));
      const [, status] = yield 2;
      if (status !== 0) throw new Error('The proxy refuses the login');
    }
    socket.write(request);
    const [, reply, , type] = yield 4;
    if (reply !== 0) throw new Error(`The proxy refuses the connection (${reply})`);
    const length = type === TYPE.ipv4 ? 4 : type === TYPE.ipv6 ? 16 : (yield 1)[0]!;
    // The address that the proxy uses, and its port.
    yield length + 2;
  };

const field = (text: string): Buffer => {
  const bytes = Buffer.from(text);
  return Buffer.concat([Buffer.from([bytes.length]), bytes]);
};

const handshake4a = (request: Buffer): Handshake =>
  function* (socket): Generator<number, void, Buffer> {
    socket.write(request);
    const [version, reply] = yield 8;
    if (version !== 0 || reply !== GRANTED_4) throw new Error(`The proxy refuses the connection (${reply})`);
  };

/** SOCKS4 with the name at the end, which the proxy looks up: https://www.openssh.org/txt/socks4a.protocol */
const requestOf4a = (host: string, port: number): Buffer => {
  const kind = isIP(host.replace(/^\[(.*)\]$/, '$1'));
  if (kind === 6) throw new Error('SOCKS4a reaches no IPv6 address');
  const name = kind === 4 ? undefined : Buffer.from(host, 'latin1');
  if (name && (name.length === 0 || name.length > 255)) throw new Error('A name of 1 to 255 bytes is needed');
  const address = name ? [0, 0, 0, 1] : host.split('.').map(Number);
  const head = Buffer.from([4, CONNECT, port >> 8, port & 255, ...address, 0]);
  return name ? Buffer.concat([head, name, Buffer.from([0])]) : head;
};

const requestOf = (host: string, port: number): Buffer =>
  Buffer.concat([Buffer.from([VERSION, CONNECT, 0]), addressOf(host), Buffer.from([port >> 8, port & 255])]);

/** Address of a SOCKS5 request: a byte for its type, then the address itself. */
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
