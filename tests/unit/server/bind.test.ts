/** The addresses of the wallet server: IPv4 and IPv6 under one port. */
import { createServer } from 'node:http';
import { connect } from 'node:net';
import { afterEach, expect, it } from 'vitest';
import { createBinding } from '../../../src/server/http/bind.ts';

const stops: (() => Promise<void>)[] = [];
afterEach(async () => {
  for (const stop of stops.splice(0)) await stop();
});

const answers = (host: string, port: number): Promise<boolean> =>
  new Promise((resolve) => {
    const socket = connect({ host, port }, () => resolve(true));
    socket.on('connect', () => socket.destroy()).on('error', () => resolve(false));
  });
const bind = async (ip: string, second?: string): Promise<{ port: number; why: string[] }> => {
  const why: string[] = [];
  const open = () => {
    const server = createServer();
    return { server, stop: () => new Promise<void>((done) => server.close(() => done())) };
  };
  const binding = createBinding(open, {
    ...{ ip, port: 0, ipv6: second === undefined ? undefined : { ip: second, alone: false } },
    refused: (each) => why.push(each),
  });
  const [first] = await binding.listenAll();
  stops.push(binding.stop);
  return { port: first!.port, why };
};

it.each([
  ['127.0.0.1', '::'],
  ['0.0.0.0', '::'],
  ['127.0.0.1', '::1'],
])('answers on %s and on %s under one port', async (ip, ipv6) => {
  const { port, why } = await bind(ip, ipv6);
  expect(why).toEqual([]);
  expect([await answers('127.0.0.1', port), await answers('::1', port)]).toEqual([true, true]);
});
it('answers IPv4 on :: alone, too', async () => {
  const { port } = await bind('::');
  expect([await answers('127.0.0.1', port), await answers('::1', port)]).toEqual([true, true]);
});
