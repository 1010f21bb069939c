/**
 * Real Monero programs as children: a regtest daemon and wallet servers, on loopback, in folders that the caller owns.
 * Used by the devnet of `npm start`, by the journeys and by the parity tests.
 */
import { Agent, request } from 'node:http';
import { createServer } from 'node:net';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { messageOf } from '../../../src/server/errors.mjs';
import { startChild, type Child } from '../setup/process.mjs';
import { listen } from '../../../src/server/http/listen.ts';
import { parseJson } from '../../../src/server/json.mjs';

/**
 * A certificate and its key, which no program accepts as anybody's. Without one, monerod makes an RSA key of 4096 bits at
 * each start, and monero-wallet-rpc one for each wallet that it opens, which takes one to three seconds of computing.
 * The connections stay encrypted: without TLS, each request of a wallet waits 40 ms for the network.
 */
const certificate = join(import.meta.dirname, 'self-signed.pem');
/** Arguments of a wallet program that talks to a daemon with TLS: it shows this certificate instead of a new one. */
export const daemonCertificate = [
  ...['--daemon-ssl-private-key', certificate],
  ...['--daemon-ssl-certificate', certificate],
] as const;

/** A program that answers. */
export interface Server {
  readonly child: Child;
  readonly port: number;
  readonly url: string;
}

/** A TCP port that was free a moment ago. */
export async function freePort() {
  const server = createServer();
  const port = await listen(server, 0, '127.0.0.1');
  await new Promise((resolve) => server.close(resolve));
  return port;
}

/**
 * POSTs text, answers the body's text. A fresh connection each time: a restarted daemon leaves no stale socket. It asks
 * to be kept and is dropped by us: with `Connection: close` monero-wallet-rpc 0.18.4.0 cuts long answers off.
 * `timeout`: milliseconds
 */
export async function post(url: string, body: string, timeout: number = 120_000): Promise<string> {
  const agent = new Agent({ keepAlive: true });
  try {
    return await postOver(agent, url, body, timeout);
  } finally {
    agent.destroy();
  }
}
const postOver = (agent: Agent, url: string, body: string, timeout: number): Promise<string> =>
  new Promise((resolve, reject) => {
    const headers = { 'content-type': 'application/json' };
    const req = request(url, { method: 'POST', agent, timeout, headers }, (res) => {
      const parts: Buffer[] = [];
      res.on('data', (part: Buffer) => parts.push(part));
      res.on('end', () => {
        const text = Buffer.concat(parts).toString('utf8');
        if (res.statusCode === 200) resolve(text);
        else reject(new Error(`${url} answered ${res.statusCode}: ${text.slice(0, 200)}`));
      });
      res.on('error', reject);
    });
    req.on('timeout', () => req.destroy(new Error(`${url} did not answer within ${timeout} ms`)));
    req.on('error', reject);
    req.end(body);
  });

/**
 * JSON-RPC with plain numbers: callers keep amounts below 2^53. Answers the result; throws the error's sentence.
 * `timeout`: milliseconds
 */
export async function callRpc(
  base: string,
  method: string,
  params: object = {},
  timeout?: number,
): Promise<unknown> {
  const text = await post(
    `${base}/json_rpc`,
    JSON.stringify({ jsonrpc: '2.0', id: '0', method, params }),
    timeout,
  );
  const { result, error } = parseJson(text) as Envelope;
  if (error) throw new Error(`${method}: ${error.message} (${error.code})`);
  return result;
}

interface Envelope {
  readonly result?: unknown;
  readonly error?: { readonly message: string; readonly code: number };
}

/**
 * Starts on a free port and waits for the first answer; a port lost to a neighbour is tried again with another.
 */
const startServer = async (
  name: string,
  wishedPort: number | undefined,
  start: (port: number) => Child | Promise<Child>,
  ready: (url: string) => Promise<unknown>,
): Promise<Server> => {
  for (let attempt = 1; ; attempt++) {
    const port = wishedPort ?? (await freePort());
    const child = await start(port);
    const url = `http://127.0.0.1:${port}`;
    let ended: string | undefined;
    void child.exited.then((why) => (ended = why));
    const deadline = Date.now() + 60_000;
    for (;;) {
      try {
        await ready(url);
        if (ended === undefined) return { child, port, url };
      } catch {
        if (Date.now() > deadline) {
          await child.stop();
          throw new Error(`${name} did not answer within a minute:\n${child.tail()}`);
        }
      }
      if (ended !== undefined) break;
      await sleep(100);
    }
    if (wishedPort !== undefined || attempt === 3)
      throw new Error(`${ended} before it was ready:\n${child.tail()}`);
  }
};

/**
 * A regtest daemon, every block as easy as can be; offline, unless it gets a `p2pPort` on which peers can connect.
 * `port` is optional; `args` are added at the end. The chain is in `dataDir` and survives a restart.
 */
export function startMonerod({
  bin,
  dataDir,
  port,
  p2pPort,
  args = [],
}: {
  readonly bin: string;
  readonly dataDir: string;
  readonly port?: number | undefined;
  readonly p2pPort?: number | undefined;
  readonly args?: readonly string[];
}) {
  return startServer(
    'monerod',
    port,
    async (rpcPort) =>
      startChild('monerod', join(bin, 'monerod'), [
        ...[
          '--regtest',
          ...(p2pPort === undefined ? ['--offline'] : []),
          '--fixed-difficulty',
          '1',
          '--keep-fakechain',
          '--non-interactive',
          '--no-igd',
          ...(args.includes('--zmq-pub') ? [] : ['--no-zmq']),
        ],
        ...['--data-dir', dataDir, '--log-file', join(dataDir, 'monerod.log'), '--log-level', '0'],
        ...['--rpc-bind-ip', '127.0.0.1', '--rpc-bind-port', String(rpcPort)],
        ...['--p2p-bind-ip', '127.0.0.1', '--p2p-bind-port', String(p2pPort ?? (await freePort()))],
        // Any page may call it, with many connections: it is a test network on loopback.
        ...[
          '--rpc-access-control-origins',
          '*',
          '--disable-rpc-ban',
          '--rpc-max-connections-per-private-ip',
          '100',
        ],
        ...['--check-updates', 'disabled', '--disable-dns-checkpoints'],
        ...['--rpc-ssl-private-key', certificate, '--rpc-ssl-certificate', certificate],
        ...args,
      ]),
    (url) => callRpc(url, 'get_block_count', {}, 5000),
  );
}

/**
 * A wallet server with its wallet files in `dir`, bound to the daemon at `daemonUrl`; it asks for `login` {username,
 * password}, if there is one.
 */
export function startWalletRpc({
  bin,
  dir,
  daemonUrl,
  port,
  login,
  args = [],
}: {
  readonly bin: string;
  readonly dir: string;
  readonly daemonUrl: string;
  readonly port?: number | undefined;
  readonly login?: { readonly username: string; readonly password: string } | undefined;
  readonly args?: readonly string[];
}) {
  return startServer(
    'monero-wallet-rpc',
    port,
    (rpcPort) =>
      startChild('monero-wallet-rpc', join(bin, 'monero-wallet-rpc'), [
        ...['--daemon-address', daemonUrl, '--trusted-daemon', '--allow-mismatched-daemon-version'],
        ...['--rpc-bind-ip', '127.0.0.1', '--rpc-bind-port', String(rpcPort)],
        ...(login ? ['--rpc-login', `${login.username}:${login.password}`] : ['--disable-rpc-login']),
        // The wallet program needs a folder or one file.
        ...(args.includes('--wallet-file') ? [] : ['--wallet-dir', dir]),
        ...['--shared-ringdb-dir', join(dir, 'ringdb')],
        ...['--log-file', join(dir, 'wallet-rpc.log'), '--log-level', '0', '--no-dns', '--disable-rpc-ban'],
        // The bench has more programs than its own limit of 100.
        ...['--rpc-max-connections', '1000', '--rpc-max-connections-per-private-ip', '1000'],
        ...['--rpc-ssl', 'disabled'],
        ...(args.includes('--offline') ? ['--daemon-ssl', 'disabled'] : daemonCertificate),
        ...args,
      ]),
    (url) =>
      callRpc(url, 'get_version', {}, 5000).catch((error: unknown) => {
        if (login === undefined || !messageOf(error).includes('answered 401')) throw error;
      }),
  );
}

/**
 * Mines `blocks` blocks paying `address`; answers the new height. At difficulty 1 any nonce will do: templates are
 * handed in as they are, which spares the slow hash that `generateblocks` looks for one with.
 */
export async function mineBlocks(daemonUrl: string, blocks: number, address: string) {
  await poolIsOut(daemonUrl);
  let height = 0;
  for (let left = blocks; left > 0; left--) {
    const wish = { wallet_address: address, reserve_size: 0 };
    const template = (await callRpc(daemonUrl, 'get_block_template', wish)) as {
      blocktemplate_blob: string;
      height: number;
    };
    await callRpc(daemonUrl, 'submit_block', [template.blocktemplate_blob]);
    height = template.height + 1;
  }
  return height;
}

interface Pool {
  transactions?: readonly { relayed: boolean; do_not_relay: boolean }[];
}

/** monerod mines what it has relayed, and relaying takes it a moment: without waiting, a payment misses its block. */
const poolIsOut = async (daemonUrl: string) => {
  for (let attempt = 0; attempt < 30; attempt++) {
    const answer = await post(`${daemonUrl}/get_transaction_pool`, '{}');
    const { transactions = [] } = parseJson(answer) as Pool;
    if (transactions.every(({ relayed, do_not_relay }) => relayed || do_not_relay)) return;
    await sleep(100);
  }
};
