/** set_daemon with certificates: monero-wallet-rpc and ours against one monerod that answers under TLS alone. */
import { X509Certificate } from 'node:crypto';
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { request } from 'node:https';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { freePort, startWalletRpc, type Server } from '../../../scripts/tools/app/monero.ts';
import { startChild, type Child } from '../../../scripts/tools/setup/process.mjs';
import { ensureMonero, projectRoot } from '../../../scripts/tools/setup/setup.mjs';
import { startServer, type WalletServer } from '../../browser/wallet-server.ts';
import { limit } from '../../support/tier.ts';
import { until } from '../../support/until.ts';
import { certificates, TLS_ROWS } from './tls-rows.ts';

const SELF = join(projectRoot, 'scripts/tools/app/self-signed.pem');
const ROOT = join(projectRoot, 'tests/support/certificates/root.pem');
const FINGERPRINT = new X509Certificate(readFileSync(SELF)).fingerprint256;

/** True when the node answers under TLS. */
const answers = (port: number): Promise<boolean> =>
  new Promise((resolve) => {
    const options = { rejectUnauthorized: false, method: 'POST', port, path: '/get_height' };
    request(options, (res) => {
      res.resume();
      resolve(res.statusCode === 200);
    })
      .on('error', () => resolve(false))
      .end();
  });

let dir: string;
let monerod: Child;
let node: string;
let native: Server;
let ours: WalletServer;
const callNative = async (method: string, params: object): Promise<object> => {
  const response = await fetch(`${native.url}/json_rpc`, {
    method: 'POST',
    body: JSON.stringify({ jsonrpc: '2.0', id: '0', method, params }),
  });
  return (await response.json()) as object;
};

beforeAll(async () => {
  dir = mkdtempSync(join(tmpdir(), 'ostro-tls-parity-'));
  const bin = await ensureMonero();
  const port = await freePort();
  node = `127.0.0.1:${port}`;
  monerod = startChild('monerod', join(bin, 'monerod'), [
    ...['--regtest', '--offline', '--fixed-difficulty', '1', '--non-interactive', '--no-igd', '--no-zmq'],
    ...['--data-dir', join(dir, 'chain'), '--log-file', join(dir, 'monerod.log')],
    ...['--rpc-bind-port', String(port), '--p2p-bind-ip', '127.0.0.1', '--p2p-bind-port', '0'],
    ...['--check-updates', 'disabled', '--disable-dns-checkpoints', '--disable-rpc-ban'],
    ...['--rpc-ssl', 'enabled', '--rpc-ssl-private-key', SELF, '--rpc-ssl-certificate', SELF],
  ]);
  await until(() => answers(port));
  native = await startWalletRpc({ bin, dir, daemonUrl: '127.0.0.1:1' });
  const wallet = { filename: 'mine', password: 'pw', language: 'English' };
  await callNative('create_wallet', wallet);
  ours = await startServer([
    ...['--disable-rpc-login', '--regtest', '--wallet-dir', join(dir, 'ours')],
    ...['--daemon-address', '127.0.0.1:1'],
  ]);
  await ours.call('create_wallet', wallet);
}, limit(90));
afterAll(async () => {
  ours.child.kill('SIGTERM');
  await ours.ended;
  await Promise.all([native.child.stop(), monerod.stop()]);
  rmSync(dir, { recursive: true, force: true });
});

/** What set_daemon and then refresh answer: `read`, or where it failed. */
const outcomes = async (params: object): Promise<{ native: string; ours: string }> => {
  const steps = async (call: (method: string, params: object) => Promise<unknown>): Promise<string> => {
    if (!(await call('set_daemon', { address: node, trusted: true, ...params }))) return 'refused';
    return (await call('refresh', {})) ? 'read' : 'no connection';
  };
  return {
    native: await steps(async (method, given) => 'result' in (await callNative(method, given))),
    ours: await steps((method, given) =>
      ours.call(method, given).then(
        () => true,
        () => false,
      ),
    ),
  };
};

describe('set_daemon to a node that answers under TLS alone', () => {
  const given = certificates(SELF, ROOT, FINGERPRINT);
  // threat: wrong-host
  it.each(
    TLS_ROWS.map(
      (row) => [`'${row.scheme}', ssl_support ${row.mode ?? 'not given'}, ${row.certificate}`, row] as const,
    ),
  )('has its outcome in both with %s', async (_, { scheme, mode, certificate, theirs, ours: own }) => {
    const params = {
      address: `${scheme}${node}`,
      ...(mode === undefined ? {} : { ssl_support: mode }),
      ...given[certificate],
    };
    expect(await outcomes(params)).toEqual({ native: theirs, ours: own?.[0] ?? theirs });
  });
  it('takes no certificate that the reference refuses, but for fingerprints and https:// that are meant', () => {
    const wider = TLS_ROWS.filter(({ theirs, ours: own }) => theirs !== 'read' && own?.[0] === 'read');
    expect(new Set(wider.map(({ certificate, scheme }) => scheme || certificate))).toEqual(
      new Set([
        'https://',
        'its fingerprint',
        'its fingerprint without colons',
        'two fingerprints',
        'another CA file, its fingerprint',
      ]),
    );
  });
  it('refuses a fingerprint of SHA-1', async () => {
    await expect(
      ours.call('set_daemon', { address: node, ssl_allowed_fingerprints: ['00'.repeat(20)] }),
    ).rejects.toThrow('must decode to exactly 32 bytes (-38)');
  });
  it.each([
    ['its fingerprint', FINGERPRINT, 'read'],
    ['another fingerprint', '00'.repeat(32), 'no connection'],
  ])('has the same outcome in both with %s in the flags', async (_, fingerprint, outcome) => {
    const flags = ['--daemon-ssl-allowed-fingerprints', fingerprint];
    const wallet = { filename: `flags-${fingerprint.slice(0, 2)}`, password: 'pw', language: 'English' };
    const other = await startWalletRpc({ bin: await ensureMonero(), dir, daemonUrl: node, args: flags });
    const own = await startServer([
      ...['--disable-rpc-login', '--regtest', '--wallet-dir', join(dir, 'ours')],
      ...['--daemon-address', node, ...flags],
    ]);
    const theirs = async (method: string, params = {}): Promise<object> => {
      const body = JSON.stringify({ jsonrpc: '2.0', id: '0', method, params });
      return (await (await fetch(`${other.url}/json_rpc`, { method: 'POST', body })).json()) as object;
    };
    await theirs('create_wallet', wallet);
    await own.call('create_wallet', wallet);
    const native = 'result' in (await theirs('refresh')) ? 'read' : 'no connection';
    const read = await own.call('refresh').then(
      () => 'read',
      () => 'no connection',
    );
    own.child.kill('SIGTERM');
    await Promise.all([own.ended, other.child.stop()]);
    expect({ native, ours: read }).toEqual({ native: outcome, ours: outcome });
  });
  // threat: wrong-host
  it('says by name which certificate is refused', async () => {
    await ours.call('set_daemon', { address: node, ssl_allowed_fingerprints: ['00'.repeat(32)] });
    await expect(ours.call('refresh')).rejects.toThrow(
      `the SHA-256 fingerprint ${FINGERPRINT.replaceAll(':', '').toLowerCase()} is not among the allowed ones`,
    );
  });
});
