/** The relay of the command on real sockets: who may ask it, what it answers, and that a wallet's daemon reads from it. */
import { createServer, type Server } from 'node:http';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { readRelayCode } from '../../../../src/base/relay-code.ts';
import { createDaemon } from '../../../../src/daemon/daemon.ts';
import { createFetches } from '../../../../src/nodejs/fetches.ts';
import { startRelay } from '../../../../src/nodejs/relay/relay.ts';
import { sourceTree } from '../../../../src/nodejs/source-tree.ts';
import type { NodePorts, NodeSettings } from '../../../../src/ports/node-control.ts';
import { positionsOf, readCompact } from '../../../../src/protocol/compact/compact-blocks.ts';
import { portOf } from '../../../../src/server/http/listen.ts';
import { readCommandFlags } from '../../../../src/server/command/flags.ts';
import { pairingLines, runRelay, type RunningRelay } from '../../../../src/server/relay/run-relay.ts';
import { systemClock, systemRandom } from '../../../../src/store/platform.ts';
import { repeatChain } from '../../../bench/repeated-chain.ts';
import { recordedChain } from '../../../vectors/regtest/recorded-chain.ts';

const folder = mkdtempSync(join(tmpdir(), 'ostro-relay-'));
const asked: string[] = [];
let node: Server;
let relay: RunningRelay;
let settings: NodeSettings;
let ports: NodePorts;
const { fetch, fetchBy, stop } = createFetches({});

const start = (): Promise<RunningRelay> =>
  runRelay(
    {
      node: `http://127.0.0.1:${portOf(node)}`,
      ...{ port: 0, ip: '127.0.0.1', address: undefined, folder, files: undefined, proxy: undefined },
    },
    { kernel: sourceTree.kernel, say: () => undefined },
  );

beforeAll(async () => {
  const recorded = recordedChain();
  const chain = await repeatChain(recorded.bytes, { blocks: 270, txsPerBlock: 4 });
  node = createServer((req, res) => {
    const parts: Buffer[] = [];
    req.on('data', (part: Buffer) => parts.push(part));
    req.on('end', () => {
      asked.push(req.url!);
      const body = Buffer.concat(parts);
      const info = {
        height: chain.height,
        top_block_hash: chain.topHash,
        synchronized: true,
        nettype: 'mainnet',
        mainnet: true,
      };
      res.end(
        req.url === '/getblocks.bin'
          ? chain.answer(body)
          : JSON.stringify({ id: 0, jsonrpc: '2.0', status: 'OK', ...INFO, ...info, result: {} }),
      );
    });
  });
  await new Promise<void>((resolve) => node.listen(0, '127.0.0.1', resolve));
  relay = await start();
  const { address, username, password, fingerprint } = readRelayCode(relay.code)!;
  settings = {
    ...{ address, username, password, kind: 'relay' },
    tls: {
      privateKeyFile: '',
      certificateFile: '',
      caFile: '',
      fingerprints: [fingerprint],
      anyCertificate: false,
      chained: false,
    },
  };
  ports = createDaemon({ fetch, fetchBy, clock: systemClock, random: systemRandom }).at(settings);
});
afterAll(async () => {
  await relay.stop();
  stop();
  node.close();
  rmSync(folder, { recursive: true });
});
const INFO = {
  ...{
    target_height: 0,
    difficulty: 1,
    adjusted_time: 0,
    block_weight_limit: 600_000,
    block_weight_median: 300_000,
  },
  ...{ version: '', offline: false, busy_syncing: false, testnet: false, stagenet: false, untrusted: false },
};

describe('a paired wallet', () => {
  it('reads compact blocks and output keys over the pinned certificate', async () => {
    const blocks = readCompact(await ports.compactBlocks(205, 20));
    expect({ from: blocks.startHeight, count: blocks.count, txs: [...blocks.txs] }).toEqual({
      ...{ from: 205, count: 20, txs: Array.from({ length: 20 }, () => 4) },
    });
    const [keys] = await ports.outputKeys([206]);
    const { outputAt } = positionsOf(blocks);
    expect(keys).toHaveLength(32 * (outputAt[2]! - outputAt[1]!));
  });

  it('learns the beginnings of the key images of blocks alone, up to the last that is served', async () => {
    const { images } = readCompact(await ports.compactBlocks(205, 56));
    expect(await ports.imageStarts(205, 500)).toEqual({ startHeight: 205, count: 56, unknown: 0, images });
    expect((await ports.imageStarts(261, 500)).count).toBe(0);
  });

  it('asks its node through it', async () => {
    expect(await ports.blocksFrom(3, { maxBlocks: 2 })).toMatchObject({ startHeight: 3, count: 2 });
    expect((await ports.tip()).height).toBe(271);
  });

  it('asks a node by its own TLS settings', async () => {
    // The node is the relay, whose certificate only its fingerprint proves.
    const second = await startRelay({ kernel: sourceTree.kernel, node: settings, folder: undefined });
    const { status, body } = await second.answer('/get_info', new TextEncoder().encode('{}'));
    second.stop();
    expect([status, new TextDecoder().decode(body)]).toEqual([200, expect.stringContaining('"height"')]);
    const typed = ['--node', 'https://node.example:1', '--daemon-ssl-allowed-fingerprints', '00'.repeat(32)];
    const flags = readCommandFlags(['--relay', ...typed]);
    expect(flags).toMatchObject({ relay: { tls: { fingerprints: ['00'.repeat(32)] } } });
  });

  it('has the same login after a restart', async () => {
    const again = await start();
    await again.stop();
    const [before, after] = [relay, again].map(({ code }) => readRelayCode(code)!);
    expect(after).toEqual({ ...before, address: after!.address });
  });
});

describe('the relay refuses', () => {
  const plain = (path: string, init: RequestInit = {}) =>
    globalThis.fetch(`http://127.0.0.1:${relay.port}${path}`, { method: 'POST', ...init });

  // threat: other-wallets
  it('whoever has no login, and tells pages of other sites what to send', async () => {
    const answer = await plain('/compact_blocks.bin');
    expect(answer.status).toBe(401);
    expect(answer.headers.get('www-authenticate')).toMatch(/^Digest /);
    expect(answer.headers.get('access-control-allow-origin')).toBe('*');
    const preflight = await plain('/getblocks.bin', { method: 'OPTIONS' });
    expect(preflight.headers.get('access-control-allow-headers')).toBe('Authorization');
  });

  // threat: other-wallets
  it('commands to its node, also inside of JSON-RPC', async () => {
    asked.length = 0;
    const daemon = createDaemon({ fetch, fetchBy, clock: systemClock, random: systemRandom });
    const own = { ...settings, trusted: true };
    daemon.use(own);
    await expect(daemon.stopMining()).rejects.toMatchObject({
      code: expect.stringMatching(/^node_/) as string,
    });
    await expect(daemon.callNode(own, 'set_bans', { bans: [] })).rejects.toMatchObject({
      code: expect.stringMatching(/^node_/) as string,
    });
    expect(asked).toEqual([]);
  });
});

describe('the command line', () => {
  it('starts a relay with --relay, and refuses its flags without', () => {
    expect(readCommandFlags(['--relay', '--node', 'http://nas:18081', '--relay-port', '9'])).toMatchObject({
      relay: { node: 'http://nas:18081', port: 9, ip: '0.0.0.0' },
    });
    expect(readCommandFlags([])).toMatchObject({ relay: undefined });
    expect(() => readCommandFlags(['--relay-port', '9'])).toThrow('--relay-port needs --relay');
    expect(() => readCommandFlags(['--relay', '--relay-address', 'ftp://x'])).toThrow('--relay-address');
    expect(() => readCommandFlags(['--relay', '--relay-certificate', 'x'])).toThrow('need each other');
  });

  it('shows the code as a picture and as text', () => {
    const lines = pairingLines(relay.code);
    expect(lines[1]).toBe(relay.code);
    expect(lines[0]!.length).toBeGreaterThan(500);
  });
});
