/** --rpc-ssl and IPv6: which connections the server takes, on real sockets. */
import { X509Certificate } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { request } from 'node:http';
import { request as secureRequest, type RequestOptions } from 'node:https';
import { connect, createServer, type AddressInfo } from 'node:net';
import { join } from 'node:path';
import { afterEach, describe, expect, it } from 'vitest';
import { readTls } from '../../../src/nodejs/node-tls.ts';
import { createRpcServer } from '../../../src/server/http/server.ts';
import type { RpcTls } from '../../../src/server/tls/rpc-tls.ts';
import { selfSigned } from '../../../src/server/tls/self-signed.ts';
import { projectRoot } from '../../../scripts/tools/setup/setup.mjs';

const SELF = join(projectRoot, 'scripts/tools/app/self-signed.pem');
const CHAINED = join(projectRoot, 'tests/support/certificates/chained-node.pem');
const fingerprintOf = (file: string): string =>
  new X509Certificate(readFileSync(file)).fingerprint256.replaceAll(':', '').toLowerCase();
const NONE = {
  ...{ privateKeyFile: '', certificateFile: '', caFile: '' },
  ...{ fingerprints: [], anyCertificate: false, chained: false },
};
const tlsOf = (mode: RpcTls['mode'], given = {}, clients = false): RpcTls => ({
  mode,
  clients,
  rules: readTls({ ...NONE, ...given }),
});

const stops: (() => unknown)[] = [];
afterEach(async () => {
  for (const stop of stops.splice(0).reverse()) await stop();
});
const start = async (options: Partial<Parameters<typeof createRpcServer>[0]>) => {
  const refused: string[] = [];
  const server = createRpcServer({
    ask: () => Promise.resolve('{"here":true}'),
    refused: (why) => refused.push(why),
    ...{ port: 0, ip: '127.0.0.1', origins: [] },
    ...options,
  });
  stops.push(() => server.stop());
  const bound = await server.listenAll();
  return { bound, port: bound[0]!.port, refused };
};
/** The body of the answer, or the code of the error. */
const ask = (port: number, tls?: RequestOptions, host = '127.0.0.1'): Promise<string> =>
  new Promise((resolve) => {
    const options = { host, port, method: 'POST', path: '/json_rpc', agent: false as const };
    const asked = tls ? secureRequest({ ...options, rejectUnauthorized: false, ...tls }) : request(options);
    asked.on('error', (error) => resolve(error.message));
    asked.on('response', (res) => res.on('data', (data: Buffer) => resolve(data.toString())));
    asked.end('{}');
  });
const ANSWER = '{"here":true}';

describe('a server with --rpc-ssl', () => {
  it('autodetect answers under TLS and without on one port', async () => {
    const { port } = await start({ tls: tlsOf('autodetect') });
    const answers = await Promise.all([ask(port), ask(port, {}), ask(port), ask(port, {})]);
    expect(answers).toEqual([ANSWER, ANSWER, ANSWER, ANSWER]);
  });
  // threat: server-host
  it('enabled answers under TLS alone, with the certificate of the flags', async () => {
    const { port, refused } = await start({
      tls: tlsOf('enabled', { privateKeyFile: SELF, certificateFile: SELF }),
    });
    const trusting = { rejectUnauthorized: true, ca: readFileSync(SELF), servername: 'node.test' };
    expect(await ask(port, trusting)).toBe(ANSWER);
    expect(await ask(port)).toMatch(/hang up|ECONNRESET/);
    expect(refused).toEqual(['a connection without TLS']);
  });
  it('disabled answers without TLS alone', async () => {
    const { port } = await start({});
    expect(await ask(port)).toBe(ANSWER);
    expect(await ask(port, {})).not.toBe(ANSWER);
  });
  // threat: server-host
  it.each([
    ['fingerprint', { fingerprints: [fingerprintOf(SELF)] }],
    ['file of authorities', { caFile: SELF }],
  ])('takes only clients whose certificate the %s names', async (_, given) => {
    const { port, refused } = await start({ tls: tlsOf('enabled', given, true) });
    const showing = (file: string) => ({ key: readFileSync(file), cert: readFileSync(file) });
    expect(await ask(port, showing(SELF))).toBe(ANSWER);
    expect(await ask(port, showing(CHAINED))).not.toBe(ANSWER);
    expect(await ask(port, {})).not.toBe(ANSWER);
    expect(refused[0]).toContain(fingerprintOf(CHAINED));
    expect(refused[1]).toContain('no certificate');
  });
  // threat: server-floods
  it('ends connections that never begin, and those that begin a handshake and wait', async () => {
    const { port } = await start({ tls: tlsOf('autodetect'), limits: { headMs: 50 } });
    for (const first of [Buffer.alloc(0), Buffer.from('160301', 'hex')]) {
      const socket = connect(port, '127.0.0.1');
      socket.write(first);
      await new Promise((resolve) => socket.on('error', () => undefined).on('close', resolve));
    }
    expect(await ask(port, {})).toBe(ANSWER);
  });
  it('ends with connections that have not begun', async () => {
    const { port } = await start({ tls: tlsOf('autodetect') });
    const socket = connect(port, '127.0.0.1');
    const closed = new Promise((resolve) => socket.on('error', () => undefined).on('close', resolve));
    await new Promise((resolve) => socket.on('connect', resolve));
    await stops.pop()!();
    await closed;
  });
});

describe('a certificate of its own', () => {
  it('is a valid one, signed by its key, for half a year, and another each time', () => {
    const now = new Date('2026-11-27T12:00:00Z');
    const [one, two] = [selfSigned(now), selfSigned(now)];
    const certificate = new X509Certificate(one.cert);
    expect(certificate.verify(certificate.publicKey)).toBe(true);
    expect(certificate.checkIssued(certificate)).toBe(true);
    expect([certificate.subject, certificate.validFrom, certificate.validTo]).toEqual([
      'CN=Ostro wallet-rpc',
      'Nov 26 12:00:00 2026 GMT',
      'May 28 12:00:00 2027 GMT',
    ]);
    expect(two.cert).not.toBe(one.cert);
  });
});

describe('a server with --rpc-use-ipv6', () => {
  const occupy = async (): Promise<number> => {
    const other = createServer();
    await new Promise<void>((done) => other.listen(0, '127.0.0.1', done));
    stops.push(() => other.close());
    return (other.address() as AddressInfo).port;
  };
  it('answers on both addresses under one port', async () => {
    const { bound, port } = await start({ ipv6: { ip: '::1', alone: false } });
    expect(bound).toEqual([
      { ip: '127.0.0.1', port },
      { ip: '::1', port },
    ]);
    expect([await ask(port), await ask(port, undefined, '::1')]).toEqual([ANSWER, ANSWER]);
  });
  it('does not start when the IPv4 address is taken, but with --rpc-ignore-ipv4', async () => {
    const port = await occupy();
    await expect(start({ port, ipv6: { ip: '::1', alone: false } })).rejects.toThrow('EADDRINUSE');
    const { bound, refused } = await start({ port, ipv6: { ip: '::1', alone: true } });
    expect(bound).toEqual([{ ip: '::1', port }]);
    expect(refused[0]).toMatch(/^Failed to bind IPv4: .*EADDRINUSE/);
  });
  it('goes on without IPv6 when that address is not there', async () => {
    const { bound, refused } = await start({ ipv6: { ip: '2001:db8::1', alone: false } });
    expect(bound).toHaveLength(1);
    expect(refused[0]).toMatch(/^Failed to bind IPv6/);
  });
});
