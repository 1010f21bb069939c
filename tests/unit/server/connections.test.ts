/** Connections to the wallet server: callers of one address cannot keep all others out. */
import { EventEmitter } from 'node:events';
import { connect, type Socket } from 'node:net';
import { afterEach, describe, expect, it } from 'vitest';
import { createAdmission } from '../../../src/server/http/connections.ts';
import { createRpcServer } from '../../../src/server/http/server.ts';

const from = (remoteAddress: string) =>
  Object.assign(new EventEmitter(), { remoteAddress }) as unknown as Socket;

// threat: server-floods
describe('an address', () => {
  it.each([
    ['203.0.113.7', '::ffff:203.0.113.7', 2],
    ['2001:db8::1', '2001:db8:0:0:ffff::2', 2],
    ['127.0.0.1', '127.0.0.1', 3],
    ['::ffff:192.168.1.2', '192.168.1.2', 3],
    ['fe80::1%eth0', 'fe80::2', 3],
  ])('%s has, with %s, %i connections at once', (one, same, most) => {
    const admits = createAdmission({ perPrivate: 3, perPublic: 2 });
    const sockets = Array.from({ length: most }, (_, i) => from(i === 0 ? one : same));
    expect(sockets.map(admits)).toEqual(sockets.map(() => true));
    expect(admits(from(one))).toBe(false);
    expect(admits(from('198.51.100.1'))).toBe(true);
    expect(admits(from('2001:db8:0:1::1'))).toBe(true);
    sockets[0]!.emit('close');
    expect([admits(from(same)), admits(from(same))]).toEqual([true, false]);
  });
});

describe('the server', () => {
  const stops: (() => unknown)[] = [];
  afterEach(async () => {
    for (const stop of stops.splice(0).reverse()) await stop();
  });
  // threat: server-floods
  it.each([undefined, 'autodetect'] as const)(
    'with TLS %s answers another address while one address holds idle connections without end',
    async (mode) => {
      const server = createRpcServer({
        ask: () => Promise.resolve('{}'),
        ...{ port: 0, ip: '127.0.0.1', origins: [] },
        connections: { all: 8, perPrivate: 4 },
        ...(mode && {
          tls: { mode, clients: false, rules: { options: {}, digest: '', refusal: () => undefined } },
        }),
      });
      const port = await server.listen();
      stops.push(() => server.stop());
      const open = (localAddress: string): Promise<boolean> =>
        new Promise((resolve) => {
          const socket = connect({ host: '127.0.0.1', port, localAddress });
          stops.push(() => socket.destroy());
          // A connection that is let in waits for a request; another one is closed.
          socket.on('error', () => undefined).on('close', () => resolve(false));
          socket.write('POST /json_rpc HTTP/1.1\r\nHost: localhost\r\nContent-Length: 2\r\n\r\n{}');
          socket.once('data', () => resolve(true));
        });
      const idle = await Promise.all(Array.from({ length: 8 }, () => open('127.0.0.2')));
      expect(idle.filter(Boolean)).toHaveLength(4);
      expect(await open('127.0.0.3')).toBe(true);
    },
  );
});
