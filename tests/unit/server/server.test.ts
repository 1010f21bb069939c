/** The wallet server's HTTP with clients that are not allowed to use it, and with those that send too much or too slowly. */
import { createHash } from 'node:crypto';
import { connect, type Socket } from 'node:net';
import { afterEach, describe, expect, it, vi } from 'vitest';
import { createRpcServer } from '../../../src/server/http/server.ts';
import { authorization, readChallenge } from '../../../src/daemon/digest.ts';
import { createLogin, type LoginCheck } from '../../../src/transport/http-login.ts';

const MIB = 1024 * 1024;
const LOGIN = { username: 'me', password: 'secret' };
const md5 = (text: string): string => createHash('md5').update(text).digest('hex');
let nonces = 0;
const login = (): LoginCheck => createLogin({ ...LOGIN, md5, nonce: () => `nonce ${++nonces}` });

type Options = Parameters<typeof createRpcServer>[0];
const stops: (() => unknown)[] = [];
afterEach(async () => {
  for (const stop of stops.splice(0).reverse()) await stop();
});
/** A server that answers every envelope with the request itself. */
const start = async (options: Partial<Options> = {}) => {
  const asked: string[] = [];
  const server = createRpcServer({
    ask: (envelope) => {
      asked.push(envelope);
      return Promise.resolve(`{"length":${envelope.length}}`);
    },
    port: 0,
    ip: '127.0.0.1',
    origins: [],
    ...options,
  });
  const port = await server.listen();
  stops.push(() => server.stop());
  return { port, asked };
};

interface Raw {
  readonly socket: Socket;
  readonly text: () => string;
  /** Resolves with the received text when it contains `part` or the connection has ended. */
  readonly until: (part: string) => Promise<string>;
  readonly closed: Promise<void>;
}
const open = (port: number): Raw => {
  const socket = connect(port, '127.0.0.1');
  let text = '';
  socket.setEncoding('latin1').on('data', (part: string) => (text += part));
  // A reset connection is closed too.
  socket.on('error', () => undefined);
  const closed = new Promise<void>((resolve) => socket.on('close', () => resolve()));
  stops.push(() => socket.destroy());
  const until = (part: string): Promise<string> =>
    new Promise((resolve) => {
      const look = (): void => {
        if (text.includes(part)) resolve(text);
      };
      look();
      socket.on('data', look);
      void closed.then(() => resolve(text));
    });
  return { socket, text: () => text, until, closed };
};
const head = (length: number, ...lines: string[]): string =>
  ['POST /json_rpc HTTP/1.1', 'Host: localhost', ...lines, `Content-Length: ${length}`, '', ''].join('\r\n');

it('a request with the header Idempotency-Key is asked with this key, others with none', async () => {
  const keys: unknown[] = [];
  const ask = (_envelope: string, key?: string): Promise<string> => {
    keys.push(key);
    return Promise.resolve('{}');
  };
  const { port } = await start({ ask });
  for (const line of ['Idempotency-Key: order 1', 'X-Other: 2']) {
    const client = open(port);
    client.socket.write(`${head(2, line)}{}`);
    await client.until('\r\n\r\n{}');
  }
  expect(keys).toEqual(['order 1', undefined]);
});

describe('a request that is not allowed', () => {
  const FOREIGN = 'Origin: https://evil.example';
  // threat: server-floods
  it.each([
    ['without the login', 401, head(60 * MIB)],
    ['to another path', 401, head(60 * MIB).replace('/json_rpc', '/other')],
    ['under a foreign host name', 403, head(60 * MIB).replace('localhost', 'evil.example')],
    ['of a foreign page', 403, head(60 * MIB, FOREIGN)],
  ])('%s is answered before its body is sent, and the connection ends', async (_why, expected, text) => {
    const { port, asked } = await start({ login: login(), limits: { discardMs: 100 } });
    const client = open(port);
    client.socket.write(text);
    const answer = await client.until('\r\n\r\n');
    expect(answer).toMatch(new RegExp(`^HTTP/1.1 ${expected} `));
    expect(answer).toContain('Connection: close');
    await client.closed;
    expect(asked).toEqual([]);
  });

  it('to another path is answered before its body is sent, when no login is required', async () => {
    const { port, asked } = await start();
    const client = open(port);
    client.socket.write(head(60 * MIB).replace('/json_rpc', '/other'));
    expect(await client.until('\r\n\r\n')).toMatch(/^HTTP\/1.1 404 /);
    expect(asked).toEqual([]);
  });

  it('gets its answer when it sends its whole body before it reads', async () => {
    const { port, asked } = await start({ login: login() });
    const client = open(port);
    client.socket.write(head(60 * MIB));
    client.socket.write(Buffer.alloc(60 * MIB, 'x'));
    expect(await client.until('401 Unauthorized</h1>')).toContain('HTTP/1.1 401');
    expect(asked).toEqual([]);
  });

  it('loses its connection when the rest of it does not arrive', async () => {
    const { port } = await start({ login: login(), limits: { discardMs: 100 } });
    const client = open(port);
    client.socket.write(`${head(60 * MIB)}some of it`);
    await client.closed;
    expect(client.text()).toContain('HTTP/1.1 401');
  });

  it('keeps its connection when it is short, so that the login needs no second one', async () => {
    const { port, asked } = await start({ login: login() });
    const client = open(port);
    client.socket.write(`${head(2)}{}`);
    const challenge = /WWW-Authenticate: (.*)/.exec(await client.until('</html>'))![1]!;
    expect(client.text().match(/WWW-Authenticate/g)).toHaveLength(2);
    const request = { method: 'POST', uri: '/json_rpc', count: 1, cnonce: 'c' };
    const header = authorization(LOGIN, readChallenge(challenge)!, request);
    client.socket.write(`${head(2, `Authorization: ${header}`)}{}`);
    expect(await client.until('"length"')).toContain('HTTP/1.1 200');
    expect(asked).toEqual(['{}']);
  });

  it('may have a user name with any letters', async () => {
    const me = { username: 'Ольга Müller', password: 'señal' };
    const { port } = await start({ login: createLogin({ ...me, md5, nonce: () => 'n' }) });
    const client = open(port);
    client.socket.write(`${head(2)}{}`);
    const challenge = /WWW-Authenticate: (.*)/.exec(await client.until('</html>'))![1]!;
    const request = { method: 'POST', uri: '/json_rpc', count: 1, cnonce: 'c' };
    const header = authorization(me, readChallenge(challenge)!, request);
    client.socket.write(`${head(2, `Authorization: ${header}`)}{}`, 'latin1');
    expect(await client.until('"length"')).toContain('HTTP/1.1 200');
  });

  it('gets no “100 Continue”', async () => {
    const { port } = await start({ login: login() });
    const client = open(port);
    client.socket.write(head(MIB, 'Expect: 100-continue'));
    await client.closed;
    expect(client.text()).toMatch(/^HTTP\/1.1 401 /);
  });
});

// threat: server-floods
describe('a request that is allowed', () => {
  it('is not read beyond the size limit, with or without a declared length', async () => {
    const { port, asked } = await start({ limits: { body: 1000, discardMs: 100 } });
    const [declared, undeclared] = [open(port), open(port)];
    declared.socket.write(head(1001));
    undeclared.socket.write(
      'POST /json_rpc HTTP/1.1\r\nHost: localhost\r\nTransfer-Encoding: chunked\r\n\r\n',
    );
    undeclared.socket.write(`3e9\r\n${'x'.repeat(1001)}\r\n`);
    for (const client of [declared, undeclared]) {
      expect(await client.until('\r\n\r\n')).toMatch(/^HTTP\/1.1 413 /);
      await client.closed;
    }
    expect(asked).toEqual([]);
  });

  it('is refused while too much is under way, and accepted when there is room again', async () => {
    const { port, asked } = await start({ limits: { body: 40_000, bodies: 100_000, discardMs: 100 } });
    const slow = Array.from({ length: 3 }, () => open(port));
    for (const { socket } of slow) socket.write(head(40_000) + 'x'.repeat(32_000));
    /** Sends requests until one gets this status: the server reads and drops the others meanwhile. */
    const sendUntil = async (status: number): Promise<void> => {
      const answers: string[] = [];
      const wanted = `HTTP/1.1 ${status} `;
      while (!answers.at(-1)?.startsWith(wanted)) {
        expect(answers.length, `no answer of 2,000 is ${status}`).toBeLessThan(2000);
        const client = open(port);
        client.socket.write(head(32_000) + 'x'.repeat(32_000));
        answers.push(await client.until('\r\n\r\n'));
      }
    };
    await sendUntil(503);
    // One request completes, one client disconnects.
    slow[0]!.socket.write('x'.repeat(4000));
    slow[1]!.socket.destroy();
    await sendUntil(200);
    slow[0]!.socket.write('x'.repeat(4000));
    expect(await slow[0]!.until('"length"')).toContain('{"length":40000}');
    expect(asked.map(({ length }) => length).filter((length) => length !== 32_000)).toEqual([40_000]);
    await sendUntil(200);
  });

  it('of an allowed page is not asked for again by its browser for ten minutes', async () => {
    const { port } = await start({ origins: ['https://shop.example'] });
    const preflight = async (origin: string) => {
      const { socket, until } = open(port);
      const head = ['OPTIONS /json_rpc HTTP/1.1', 'Host: localhost', `Origin: ${origin}`];
      socket.write([...head, 'Access-Control-Request-Method: POST', '', ''].join('\r\n'));
      return until('\r\n\r\n');
    };
    expect(await preflight('https://shop.example')).toContain('\r\nAccess-Control-Max-Age: 600\r\n');
    expect(await preflight('https://evil.example')).not.toContain('Access-Control-');
  });
  it('is aborted when its head or its body arrives too slowly', async () => {
    const { port, asked } = await start({ limits: { headMs: 300, requestMs: 600 } });
    const [slowHead, slowBody] = [open(port), open(port)];
    slowHead.socket.write('POST /json_rpc HTTP/1.1\r\nHost: local');
    slowBody.socket.write(`${head(1000)}a`);
    await Promise.all([slowHead.closed, slowBody.closed]);
    expect(slowBody.text()).toMatch(/^(HTTP\/1.1 408 |$)/);
    expect(asked).toEqual([]);
  });

  it('may wait for its answer longer than its body may take', async () => {
    let asked = (): void => undefined;
    const isAsked = new Promise<void>((resolve) => (asked = resolve));
    let answer = (): void => undefined;
    const { port } = await start({
      ask: () =>
        new Promise((resolve) => {
          asked();
          answer = () => resolve('late');
        }),
      limits: { headMs: 2000, requestMs: 3000 },
    });
    const client = open(port);
    client.socket.write(`${head(2)}{}`);
    await isAsked;
    // A request that begins later and whose body does not arrive is aborted by then.
    const slowBody = open(port);
    slowBody.socket.write(`${head(1000)}a`);
    await slowBody.closed;
    answer();
    expect(await client.until('late')).toContain('HTTP/1.1 200');
  });

  it('is dropped when its client does not read the answer', async () => {
    let answered = (): void => undefined;
    const isAnswered = new Promise<void>((resolve) => (answered = resolve));
    const { port } = await start({
      ask: () => Promise.resolve('x'.repeat(64 * MIB)),
      limits: { answerMs: 300 },
      answered: () => answered(),
    });
    const client = open(port);
    client.socket.pause();
    vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
    stops.push(() => void vi.useRealTimers());
    client.socket.write(`${head(2)}{}`);
    await isAnswered;
    vi.advanceTimersByTime(299);
    expect(vi.getTimerCount()).toBe(1);
    vi.advanceTimersByTime(1);
    client.socket.resume();
    await client.closed;
    expect(client.text().length).toBeLessThan(64 * MIB);
  });

  it('gets an error when the wallet fails', async () => {
    const { port } = await start({ ask: () => Promise.reject(new Error('gone')) });
    expect((await fetch(`http://127.0.0.1:${port}/json_rpc`, { method: 'POST', body: '{}' })).status).toBe(
      500,
    );
  });
});
