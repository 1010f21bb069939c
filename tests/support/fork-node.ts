/**
 * A node of a made-up chain over the fork (tests/unit/wallet/fork-chain.ts) on loopback, as far as a wallet asks one that reads
 * and pays by membership proofs.
 */
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import { listen } from '../../src/server/http/listen.ts';
import { utf8 } from '../../src/base/bytes.ts';
import { parseJson, writeJson } from '../../src/base/json.ts';
import { readEpee } from '../../src/protocol/encoding/epee.ts';
import { asTxId } from '../../src/base/brands.ts';
import { fromHex, toHex } from '../../src/base/hex.ts';
import type { TowerSums } from '../../src/kernel/tower-sums.ts';
import type { ForkChain } from '../unit/wallet/fork-chain.ts';
import type { Person } from '../unit/wallet/test-money.ts';
import { SLOWEST, takeTransaction, type PoolTx } from './fork-pool.ts';
import { fastSums } from './tower-sums.ts';

export interface ForkNode extends AsyncDisposable {
  readonly url: string;
  /** Blocks in an answer at most. */
  most: number;
  /** Answers with blocks so far. */
  readonly answers: number;
  /** Until `letGo`, it answers no more than `more` further requests for blocks; resolves when one has to wait. */
  holdAfter(more: number): Promise<void>;
  letGo(): void;
  /** What it was sent and took. */
  readonly pool: readonly PoolTx[];
  /** Why it refused what it was sent. */
  readonly refused: readonly string[];
  /** Mines a block with all that waits in the pool. */
  mine(miner: Person): void;
  /** Until `letGo`, it takes a transaction without answering; resolves when one came. */
  holdSent(): Promise<void>;
}

/** The payments that it was sent. */
const createPool = (chain: ForkChain) => {
  const pool: PoolTx[] = [];
  const refused: string[] = [];
  const spent = new Set<string>();
  const random = (n: number): Uint8Array => crypto.getRandomValues(new Uint8Array(n));
  let sums: Promise<TowerSums> | undefined;
  let held: { readonly came: () => void; readonly over: Promise<void>; readonly end: () => void } | undefined;
  const take = async (hex: string): Promise<object> => {
    const taken = takeTransaction(fromHex(hex), chain, spent, { random, sums: await (sums ??= fastSums()) });
    const known = typeof taken !== 'string' && pool.some(({ id }) => id === taken.id);
    if (typeof taken === 'string') {
      refused.push(taken);
      return { status: 'Failed', reason: taken, double_spend: taken === 'double spend' };
    }
    if (!known) pool.push(taken);
    for (const input of taken.pruned.prefix.inputs)
      if (input.kind === 'key') spent.add(toHex(input.keyImage));
    if (held) {
      held.came();
      await held.over;
    }
    return { status: 'OK' };
  };
  const mined = new Map<string, number>();
  return {
    pool,
    refused,
    mine: (miner: Person): void => {
      const txs = pool.filter(({ id }) => !mined.has(id));
      const ids = new Map(txs.map(({ pruned, id }) => [pruned, asTxId(fromHex(id))]));
      for (const { id } of txs) mined.set(id, chain.height);
      chain.add([...ids.keys()], miner, 50n, (tx) => ids.get(tx));
    },
    hold: (): Promise<void> =>
      new Promise((came) => {
        let end = (): void => undefined;
        held = { came, over: new Promise<void>((resolve) => (end = resolve)), end };
      }),
    letGo: (): void => {
      held?.end();
      held = undefined;
    },
    answer: async (path: string, body: Uint8Array): Promise<object | undefined> => {
      const asked = (): Record<string, unknown> =>
        parseJson(new TextDecoder().decode(body)) as Record<string, unknown>;
      if (path === '/send_raw_transaction') return take(String(asked()['tx_as_hex']));
      if (path === '/get_transaction_pool_hashes')
        return { status: 'OK', tx_hashes: pool.filter(({ id }) => !mined.has(id)).map(({ id }) => id) };
      if (path !== '/get_transactions') return undefined;
      const ids = asked()['txs_hashes'] as readonly string[];
      const found = pool.filter(({ id }) => ids.includes(id));
      return {
        status: 'OK',
        txs: found.map(({ id, blob }) => ({
          ...{ tx_hash: id, as_hex: toHex(blob), in_pool: !mined.has(id), output_indices: [] },
          ...(mined.has(id) && { block_height: mined.get(id), block_timestamp: 0 }),
        })),
        missed_tx: ids.filter((id) => !found.some((each) => each.id === id)),
      };
    },
  };
};

interface Hold {
  /** Answers that it still gives. */
  left: number;
  readonly reached: () => void;
  readonly over: Promise<void>;
  readonly end: () => void;
}

export async function startForkNode(
  chain: ForkChain,
  forks: { readonly 17: number; readonly 18: number },
): Promise<ForkNode> {
  let answers = 0;
  const waiting = createPool(chain);
  let hold: Hold | undefined;
  const blocksFor = async (body: Uint8Array): Promise<Uint8Array> => {
    if (hold && hold.left-- <= 0) {
      hold.reached();
      await hold.over;
    }
    answers += 1;
    const asked = readEpee(body);
    const ids = asked.blobs('block_ids', 32);
    const common = ids.map((id) => chain.heightOf(id)).find((height) => height !== undefined);
    return chain.bytes(asked.number('start_height', 0) || (common ?? 0), node.most);
  };
  const answerTo = async (path: string, body: Uint8Array): Promise<Uint8Array | undefined> => {
    if (path === '/getblocks.bin') return blocksFor(body);
    const answer = (await waiting.answer(path, body)) ?? jsonAnswer(path, body, chain, forks);
    return answer && utf8(writeJson(answer));
  };
  const serve = async (request: IncomingMessage, response: ServerResponse): Promise<void> => {
    const parts: Buffer[] = [];
    for await (const part of request) parts.push(part as Buffer);
    const answer = await answerTo(request.url ?? '', new Uint8Array(Buffer.concat(parts)));
    response.writeHead(answer ? 200 : 404, { 'access-control-allow-origin': '*' }).end(answer);
  };
  const server = createServer((request, response) => {
    serve(request, response).catch(() => response.destroy());
  });
  const node: ForkNode = {
    url: `http://127.0.0.1:${await listen(server, 0, '127.0.0.1')}`,
    most: 500,
    get answers() {
      return answers;
    },
    holdAfter: (more) =>
      new Promise((reached) => {
        let end = (): void => undefined;
        const over = new Promise<void>((resolve) => (end = resolve));
        hold = { left: more, reached, over, end };
      }),
    letGo: () => {
      hold?.end();
      hold = undefined;
      waiting.letGo();
    },
    ...{ pool: waiting.pool, refused: waiting.refused, mine: waiting.mine, holdSent: waiting.hold },
    async [Symbol.asyncDispose]() {
      node.letGo();
      server.closeAllConnections();
      await new Promise((done) => server.close(done));
    },
  };
  return node;
}

const jsonAnswer = (
  path: string,
  body: Uint8Array,
  chain: ForkChain,
  forks: { readonly 17: number; readonly 18: number },
): object | undefined => {
  const { height } = chain;
  const base = { status: 'OK', untrusted: false };
  if (path === '/get_info')
    return {
      ...base,
      ...{ height, target_height: height, top_block_hash: toHex(chain.idAt(height - 1)), synchronized: true },
      ...{
        nettype: 'fakechain',
        version: '0.19.0.0',
        block_weight_median: 300_000,
        block_weight_limit: 600_000,
      },
    };
  if (path === '/get_transaction_pool_hashes') return { ...base, tx_hashes: [] };
  if (path !== '/json_rpc') return undefined;
  const { method, params } = parseJson(new TextDecoder().decode(body)) as unknown as Asked;
  const result = rpcAnswer(method, Number(params?.version ?? 0), height, forks);
  return result
    ? { jsonrpc: '2.0', id: '0', result: { ...base, ...result } }
    : { jsonrpc: '2.0', id: '0', error: { code: -32_601, message: 'Method not found' } };
};
interface Asked {
  readonly method: string;
  readonly params?: { readonly version?: unknown };
}

const rpcAnswer = (
  method: string,
  version: number,
  height: number,
  forks: { readonly 17: number; readonly 18: number },
): object | undefined => {
  if (method === 'get_fee_estimate')
    return {
      fee: SLOWEST,
      fees: [SLOWEST, 4n * SLOWEST, 16n * SLOWEST, 200n * SLOWEST],
      quantization_mask: 10_000,
    };
  if (method === 'get_version') return { version: (4 << 16) | 0 };
  if (method !== 'hard_fork_info') return undefined;
  return {
    version: height >= forks[18] ? 18 : height >= forks[17] ? 17 : 16,
    earliest_height: version === 17 || version === 18 ? forks[version] : 2n ** 64n - 1n,
  };
};
