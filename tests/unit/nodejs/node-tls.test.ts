/** TLS settings of a node against servers of node:https: which certificates are accepted, and how a refusal is told. */
import { X509Certificate } from 'node:crypto';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { createServer, type Server } from 'node:https';
import { connect, createServer as createTcpServer, type AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { TLSSocket } from 'node:tls';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createDaemon } from '../../../src/daemon/daemon.ts';
import { createFetches } from '../../../src/nodejs/fetches.ts';
import type { NodeTls } from '../../../src/ports/node-control.ts';
import { projectRoot } from '../../../scripts/tools/setup/setup.mjs';
import { faultOf, nodeWorld } from '../daemon/world.ts';

const SELF = join(projectRoot, 'scripts/tools/app/self-signed.pem');
const certificates = join(projectRoot, 'tests/support/certificates');
const [ROOT, BETWEEN, CHAINED] = ['root', 'between', 'chained-node'].map((name) =>
  join(certificates, `${name}.pem`),
) as [string, string, string];
const BOTH = join(tmpdir(), `ostro-authorities-${process.pid}.pem`);
const fingerprintOf = (file: string): string =>
  new X509Certificate(readFileSync(file)).fingerprint256.replaceAll(':', '').toLowerCase();

const NO_TLS: NodeTls = {
  ...{ privateKeyFile: '', certificateFile: '', caFile: '' },
  ...{ fingerprints: [], anyCertificate: false, chained: false },
};

let folder: string;
/** What arrived at the server of this certificate: number of requests, and the certificates of the callers. */
const seen = { requests: 0, callers: [] as (string | undefined)[] };
const servers: Server[] = [];
const urls = new Map<string, string>();

beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), 'ostro-tls-'));
  writeFileSync(BOTH, readFileSync(ROOT, 'utf8') + readFileSync(BETWEEN, 'utf8'));
  for (const file of [SELF, CHAINED]) {
    const pem = readFileSync(file);
    const server = createServer(
      { key: pem, cert: pem, requestCert: true, rejectUnauthorized: false },
      (req, res) => {
        seen.requests += 1;
        seen.callers.push((req.socket as TLSSocket).getPeerX509Certificate()?.fingerprint256);
        req.resume();
        res.end('{"status":"OK"}');
      },
    );
    await new Promise<void>((done) => server.listen(0, '127.0.0.1', done));
    servers.push(server);
    urls.set(file, `https://127.0.0.1:${(server.address() as AddressInfo).port}`);
  }
});
afterAll(() => {
  for (const server of servers) {
    server.closeAllConnections();
    server.close();
  }
  rmSync(folder, { recursive: true });
  rmSync(BOTH);
});

/** Asks the server of this certificate under these settings: its answer, or the fault. */
const ask = async (
  server: string,
  tls: Partial<NodeTls>,
  proxy?: string,
): Promise<Awaited<ReturnType<typeof faultOf>> | string> => {
  const fetches = createFetches({});
  const daemon = createDaemon({ ...nodeWorld(), ...fetches });
  const before = seen.requests;
  try {
    const settings = { address: urls.get(server)!, tls: { ...NO_TLS, ...tls }, ...(proxy && { proxy }) };
    const failed = await faultOf(daemon.check(settings));
    // The answer is none of a node: it came, and everything before it was right.
    return failed.code === 'node_bad_answer' && seen.requests > before ? 'answered' : failed;
  } finally {
    fetches.stop();
  }
};

describe('a node under https', () => {
  // threat: wrong-host
  it.each([
    ['any certificate', SELF, { anyCertificate: true }],
    ['its fingerprint', SELF, { fingerprints: ['00'.repeat(32), fingerprintOf(SELF)] }],
    ['its certificate as the file of authorities', SELF, { caFile: SELF }],
    ['the authority that signed it', CHAINED, { caFile: BOTH }],
    ['an authority further up with allow-chained', CHAINED, { caFile: ROOT, chained: true }],
    ['another authority and its fingerprint', SELF, { caFile: ROOT, fingerprints: [fingerprintOf(SELF)] }],
  ] as const)('is asked when the settings accept %s', async (_, server, tls) => {
    expect(await ask(server, tls)).toBe('answered');
  });
  // threat: wrong-host
  it.each([
    ['another fingerprint', SELF, { fingerprints: ['00'.repeat(32)] }, 'among the allowed ones'],
    ['the fingerprint of its authority', CHAINED, { fingerprints: [fingerprintOf(BETWEEN)] }, 'among the'],
    ['another authority', SELF, { caFile: ROOT, chained: true }, 'accepted by the CA file'],
    ['an authority further up', CHAINED, { caFile: ROOT }, 'accepted by the CA file'],
    [
      'neither its authority nor its fingerprint',
      SELF,
      { caFile: ROOT, fingerprints: ['00'.repeat(32)] },
      'accepted by the CA file or among the allowed ones',
    ],
  ] as const)('gets no byte of a request when the settings accept %s', async (_, server, tls, why) => {
    const before = seen.requests;
    const failed = await ask(server, tls);
    expect(failed).toMatchObject({ code: 'node_tls', data: { address: urls.get(server) } });
    const told = (failed as { data: { why: string } }).data.why;
    expect(told).toContain(`the SHA-256 fingerprint ${fingerprintOf(server)} is not ${why}`);
    expect(seen.requests).toBe(before);
  });
  it('is refused with a certificate of no known authority when only a client certificate is set', async () => {
    const failed = await ask(SELF, { privateKeyFile: SELF, certificateFile: SELF });
    expect(failed).toMatchObject({ code: 'node_tls' });
  });
  it('sees the certificate that the settings name', async () => {
    await ask(SELF, { privateKeyFile: SELF, certificateFile: SELF, anyCertificate: true });
    expect(seen.callers.at(-1)).toBe(new X509Certificate(readFileSync(SELF)).fingerprint256);
    await ask(SELF, { anyCertificate: true });
    expect(seen.callers.at(-1)).toBeUndefined();
  });
  it('is judged behind a proxy, too', async () => {
    const hosts: string[] = [];
    const proxy = createTcpServer((socket) => {
      socket.on('error', () => undefined);
      socket.once('data', () => {
        socket.write(Buffer.from('0500', 'hex'));
        socket.once('data', (request) => {
          hosts.push(request.subarray(4, 8).join('.'));
          const onward = connect(request.readUInt16BE(8), '127.0.0.1');
          onward.on('error', () => socket.destroy());
          socket.on('close', () => onward.destroy());
          socket.write(Buffer.from('05000001000000000000', 'hex'));
          socket.pipe(onward).pipe(socket);
        });
      });
    });
    await new Promise<void>((done) => proxy.listen(0, '127.0.0.1', done));
    const address = `127.0.0.1:${(proxy.address() as AddressInfo).port}`;
    expect(await ask(SELF, { fingerprints: [fingerprintOf(SELF)] }, address)).toBe('answered');
    expect(await ask(SELF, { fingerprints: ['00'.repeat(32)] }, address)).toMatchObject({ code: 'node_tls' });
    expect(hosts).toEqual(['127.0.0.1', '127.0.0.1']);
    proxy.close();
  });
});

describe('settings of a node that cannot be used', () => {
  it.each([
    ['ssl_ca_file', { caFile: '/nowhere/ca.pem' }, 'ENOENT'],
    ['ssl_ca_file', { caFile: certificates }, 'no file'],
    ['ssl_ca_file', { caFile: join(certificates, 'README.md') }, ''],
    ['ssl_certificate_path', { privateKeyFile: SELF }, 'both given or both empty'],
    ['ssl_private_key_path', { certificateFile: SELF }, 'both given or both empty'],
    ['ssl_private_key_path', { certificateFile: SELF, privateKeyFile: ROOT }, ''],
    ['ssl_private_key_path', { certificateFile: ROOT, privateKeyFile: SELF }, ''],
  ])('are refused by name: %s', async (parameter, tls, why) => {
    const failed = await ask(SELF, tls);
    expect(failed).toMatchObject({ code: 'bad_node_tls', data: { parameter } });
    expect((failed as { data: { why: string } }).data.why).toContain(why);
  });
  it('are refused: a proxy with a name, and a second proxy', async () => {
    expect(await ask(SELF, {}, 'tor:9050')).toMatchObject({ data: { parameter: 'proxy' } });
    const { fetchBy, stop } = createFetches({ proxy: { host: '127.0.0.1', port: 1 } });
    expect(() => fetchBy({ proxy: '9050' })).toThrow('proxy_already_set');
    stop();
  });
  it('are read again when a node is chosen again', async () => {
    const file = join(folder, 'ca.pem');
    writeFileSync(file, readFileSync(ROOT));
    const fetches = createFetches({});
    const tls = { ...NO_TLS, caFile: file };
    const url = urls.get(SELF)!;
    await expect(fetches.fetchBy({ tls })(url, {})).rejects.toThrow('fetch failed');
    writeFileSync(file, readFileSync(SELF));
    expect((await fetches.fetchBy({ tls })(url, {})).status).toBe(200);
    // The same files: the same connections.
    expect(fetches.fetchBy({ tls })).toBe(fetches.fetchBy({ tls }));
    fetches.stop();
  });
});

describe('the TLS settings of one origin', () => {
  it('hold for its node and for no other', async () => {
    const origin = urls.get(SELF)!;
    const { fetch, stop } = createFetches({ nodeTls: { origin, tls: { ...NO_TLS, anyCertificate: true } } });
    expect((await fetch(`${origin}/x`, {})).status).toBe(200);
    await expect(fetch(urls.get(CHAINED)!, {})).rejects.toThrow('fetch failed');
    stop();
  });
});
