/** --proxy: requests to nodes through SOCKS5, and through nothing else. */
import { createServer as createHttpServer } from 'node:http';
import { connect, createServer, type AddressInfo, type Server, type Socket } from 'node:net';
import { afterEach, describe, expect, it } from 'vitest';
import { connectThrough } from '../../../src/nodejs/socks.ts';
import { createNodeFetch } from '../../../src/nodejs/node-fetch.ts';

const opened: { readonly close: () => unknown }[] = [];
afterEach(() => {
  for (const each of opened.splice(0)) each.close();
});
const listen = async (server: Server): Promise<number> => {
  await new Promise<void>((done) => server.listen(0, '127.0.0.1', done));
  opened.push(server);
  return (server.address() as AddressInfo).port;
};

/** A proxy that connects every address to `port`; `asked` gets the requests in hex. */
const startProxy = (port: number, asked: string[], reply = '05000001000000000000'): Promise<number> =>
  listen(
    createServer((socket) => {
      socket.on('error', () => undefined);
      socket.once('data', (greeting) => {
        expect(greeting.toString('hex')).toBe('050100');
        socket.write(Buffer.from('0500', 'hex'));
        socket.once('data', (request) => {
          asked.push(request.toString('hex'));
          // In two pieces.
          socket.write(Buffer.from(reply.slice(0, 6), 'hex'));
          setImmediate(() => {
            socket.write(Buffer.from(reply.slice(6), 'hex'));
            const onward: Socket = connect(port, '127.0.0.1');
            onward.on('error', () => socket.destroy());
            socket.on('close', () => onward.destroy());
            socket.pipe(onward).pipe(socket);
          });
        });
      });
    }),
  );
const fetchThrough = (port: number): ReturnType<typeof createNodeFetch>['fetch'] => {
  const { fetch, stop } = createNodeFetch(2, { host: '127.0.0.1', port });
  opened.push({ close: stop });
  return fetch;
};

describe('a request through a SOCKS5 proxy', () => {
  it.each([
    ['node.example:18081', '03', `0c${Buffer.from('node.example').toString('hex')}`],
    ['abc.onion:18081', '03', `09${Buffer.from('abc.onion').toString('hex')}`],
    ['192.0.2.7:18081', '01', 'c0000207'],
    ['[2001:db8::7]:18081', '04', '20010db8000000000000000000000007'],
  ])(
    'to %s leaves name and address to the proxy, and uses its connection again',
    async (host, type, bytes) => {
      const node = createHttpServer((req, res) => {
        req.resume();
        res.end(req.headers.host);
      });
      const asked: string[] = [];
      const fetch = fetchThrough(await startProxy(await listen(node), asked));
      for (let i = 0; i < 3; i++) {
        const answer = await fetch(`http://${host}/x`, { method: 'POST', body: 'y' });
        expect(await answer.text()).toBe(host);
      }
      expect(asked).toEqual([`050100${type}${bytes}46a1`]);
    },
  );
  it.each([
    ['refuses', '05050001000000000000', /refuses the connection \(5\)/],
    ['is none', undefined, /none of SOCKS5/],
  ])('fails when the proxy %s', async (_, reply, why) => {
    const other = createServer((socket) => socket.end('HTTP/1.1 400 Bad Request\r\n\r\n'));
    const port = reply === undefined ? await listen(other) : await startProxy(1, [], reply);
    const failed = await fetchThrough(port)('http://node.example/', {}).catch((error: unknown) => error);
    expect(failed).toBeInstanceOf(TypeError);
    expect(String((failed as Error).cause)).toMatch(why);
  });
  it('refuses a name that is too long for a request, without a connection', async () => {
    await expect(connectThrough({ host: '127.0.0.1', port: 1 }, 'a'.repeat(256), 80)).rejects.toThrow(
      '255 bytes',
    );
  });
  it.each([
    ['node.example', `040146a10000000100${Buffer.from('node.example').toString('hex')}00`],
    ['192.0.2.7', '040146a1c000020700'],
  ])('of SOCKS4a, to %s, leaves the name to it', async (host, request) => {
    const asked: string[] = [];
    const proxy = createServer((socket) =>
      socket.once('data', (bytes) => {
        asked.push(bytes.toString('hex'));
        socket.end(Buffer.from('005a000000000000', 'hex'));
      }),
    );
    const at = { host: '127.0.0.1', port: await listen(proxy), version: 4 } as const;
    (await connectThrough(at, host, 18081)).destroy();
    expect(asked).toEqual([request]);
    await expect(connectThrough(at, '::1', 1)).rejects.toThrow('no IPv6 address');
  });
  // threat: wrong-host
  it.each([
    ['takes', '0502', '0100', undefined],
    ['refuses', '0502', '0101', 'refuses the login'],
    ['does not ask for', '0500', '', 'none of SOCKS5 with a password'],
  ])('with a login that the proxy %s', async (_, greeting, verdict, why) => {
    const asked: string[] = [];
    const answers = [greeting, verdict, '05000001000000000000'];
    const proxy = createServer((socket) =>
      socket
        .on('error', () => undefined)
        .on('data', (bytes) => {
          asked.push(bytes.toString('hex'));
          const answer = answers.shift();
          if (answer) socket.write(Buffer.from(answer, 'hex'));
        }),
    );
    const login = { username: 'me', password: 'pw' };
    const at = { host: '127.0.0.1', port: await listen(proxy), login };
    const connected = connectThrough(at, 'n', 1);
    if (why === undefined) (await connected).destroy();
    else await expect(connected).rejects.toThrow(why);
    expect(asked.slice(0, 2)).toEqual(why?.includes('password') ? ['050102'] : ['050102', '01026d65027077']);
  });
  it('fails when there is no proxy, and never goes another way', async () => {
    let direct = 0;
    const node = await listen(createHttpServer((_req, res) => res.end(String(++direct))));
    const refused = createServer();
    const port = await listen(refused);
    refused.close();
    await expect(fetchThrough(port)(`http://127.0.0.1:${node}/`, {})).rejects.toThrow(TypeError);
    expect(direct).toBe(0);
  });
});
