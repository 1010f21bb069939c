/**
 * A simulated monerod behind the engine's `fetch`: it answers requests with the bytes of a real one, from its own view of
 * the chain. It lags, goes away, answers late, cuts answers off, refuses payments that it keeps, accepts payments that it
 * forgets, and tells false chains and pools.
 */
import { utf8 } from '../../src/base/bytes.ts';
import { fromHex, toHex } from '../../src/base/hex.ts';
import { parseJson, writeJson } from '../../src/base/json.ts';
import { epee, readEpee, writeEpee } from '../../src/protocol/encoding/epee.ts';
import { Writer } from '../../src/protocol/encoding/writer.ts';
import { acceptable, isUnlocked, outputAt, type Network, type SimChain, type SimTx } from './network.ts';
import type { Scheduler } from './scheduler.ts';

/** `keeps`: refuses a payment and passes it on later. `forgets`: accepts a payment and drops it. */
export type Mood =
  'honest' | 'lagging' | 'flaky' | 'dead' | 'silent' | 'keeps' | 'forgets' | 'false blocks' | 'false pool';
export const MOODS: readonly Mood[] = [
  'honest',
  'lagging',
  'flaky',
  'dead',
  'silent',
  'keeps',
  'forgets',
  'false blocks',
  'false pool',
];

/** A request as a node sees it. */
export interface Seen {
  readonly node: string;
  readonly path: string;
  readonly body: Uint8Array;
}
export interface SimNode {
  readonly address: string;
  mood: Mood;
  /** Rejects or never settles when the node is away; `alive`: whether the caller still runs. */
  fetch(path: string, init: RequestInit): Promise<Response>;
}
interface NodeWorld {
  readonly scheduler: Scheduler;
  readonly network: Network;
  readonly onRequest: (seen: Seen) => void;
  /** A wallet's transaction reached a node, whatever the node does with it. */
  readonly onTransaction: (tx: SimTx, refused: boolean) => void;
}

const FEES = [20_000n, 80_000n, 320_000n, 4_000_000n];
const MOST_BLOCKS = 60;
const LAG = 4;

export function createSimNode(world: NodeWorld, address: string): SimNode {
  const { scheduler, onRequest } = world;
  const { dice } = scheduler;
  const node: SimNode = {
    address,
    mood: 'honest',
    fetch: (path, init) =>
      new Promise((resolve, reject) => {
        const body = new Uint8Array(init.body as Uint8Array);
        onRequest({ node: address, path, body });
        init.signal?.addEventListener('abort', () => reject(init.signal!.reason as Error), { once: true });
        if (node.mood === 'silent') return;
        const delay = dice.wait(node.mood === 'flaky' ? 5000 : 150);
        scheduler.after(delay / 2, `request ${address.slice(-2)} ${path}`, () => {
          if (node.mood === 'dead' || (node.mood === 'flaky' && dice.chance(0.3))) {
            reject(new TypeError('fetch failed'));
            return;
          }
          const answer = answerTo(world, node, path, body);
          // The node has done what was asked; its answer may still be lost.
          if (node.mood === 'flaky' && dice.chance(0.3)) return;
          const cut = node.mood === 'flaky' && dice.chance(0.1);
          scheduler.after(delay / 2, `answer ${address.slice(-2)} ${path}`, () => {
            if (init.signal?.aborted) return;
            resolve(responseOf(answer, cut));
          });
        });
      }),
  };
  return node;
}

/** The part of a Response that the daemon module uses, without the platform's streams. */
const responseOf = (answer: Uint8Array | number, cut: boolean): Response => {
  const status = typeof answer === 'number' ? answer : 200;
  const bytes = typeof answer === 'number' ? new Uint8Array(0) : answer;
  const pieces = [cut ? bytes.slice(0, bytes.length >> 1) : bytes];
  const reader = {
    read: () => {
      const value = pieces.shift();
      if (value) return Promise.resolve({ done: false, value });
      return cut ? Promise.reject(new TypeError('terminated')) : Promise.resolve({ done: true, value });
    },
    cancel: () => Promise.resolve(),
  };
  const body = {
    getReader: (options?: unknown) => {
      if (options !== undefined) throw new TypeError('not a stream of bytes');
      return reader;
    },
    cancel: () => Promise.resolve(),
  };
  return { status, ok: status === 200, headers: new Headers(), body } as unknown as Response;
};

const viewOf = ({ network }: NodeWorld, { mood }: SimNode): SimChain =>
  mood === 'lagging' ? network.chain.slice(0, Math.max(1, network.chain.length - LAG)) : network.chain;

const answerTo = (world: NodeWorld, node: SimNode, path: string, body: Uint8Array): Uint8Array | number => {
  const chain = viewOf(world, node);
  const json = (fields: object): Uint8Array => utf8(writeJson({ status: 'OK', untrusted: false, ...fields }));
  switch (path) {
    case '/getblocks.bin':
      return blocksFrom(chain, body, node.mood === 'false blocks');
    case '/get_info':
      return json(infoOf(chain));
    case '/get_transaction_pool_hashes':
      return json({ tx_hashes: poolOf(world, node).map(({ id }) => id) });
    case '/get_transactions':
      return json(lookedUp(world, node, chain, body));
    case '/get_outs.bin':
      return outs(chain, body);
    case '/get_output_distribution.bin':
      return distribution(chain, body);
    case '/send_raw_transaction':
      return json(taken(world, node, chain, body));
    case '/json_rpc':
      return rpc(chain, body);
    default:
      return 404;
  }
};

const infoOf = (chain: SimChain) => ({
  height: chain.length,
  target_height: chain.length,
  top_block_hash: toHex(chain.at(-1)!.id),
  synchronized: true,
  nettype: 'fakechain',
  version: '0.18.5.1',
  block_weight_median: 300_000,
  block_weight_limit: 600_000,
});

const blocksFrom = (chain: SimChain, body: Uint8Array, changed: boolean): Uint8Array => {
  const asked = readEpee(body);
  const heights = new Map(chain.map(({ id, height }) => [toHex(id), height]));
  const common = asked.blobs('block_ids', 32).map((id) => heights.get(toHex(id)));
  const from = asked.number('start_height', 0) || (common.find((height) => height !== undefined) ?? 0);
  const most = Math.min(asked.number('max_block_count', 0) || MOST_BLOCKS, MOST_BLOCKS);
  const sent = chain.slice(from, from + most);
  const forged = changed && sent.length > 1 ? sent.at(-1) : undefined;
  return writeEpee({
    blocks: epee.sections(
      sent.map((block) => ({
        pruned: epee.bool(true),
        block: epee.bytes(block.bytes),
        txs: epee.sections(
          // A hidden transaction: the block's id no longer fits its contents.
          (block === forged ? block.txs.slice(1) : block.txs).map(({ pruned, prunableHash }) => ({
            blob: epee.bytes(pruned),
            prunable_hash: epee.bytes(prunableHash),
          })),
        ),
      })),
    ),
    output_indices: epee.sections(
      sent.map((block) => ({
        indices: epee.sections(indicesOf(block).map((list) => ({ indices: epee.u64s(list) }))),
      })),
    ),
    start_height: epee.u64(from),
    current_height: epee.u64(chain.length),
    status: epee.text('OK'),
  });
};
const indicesOf = ({ height, firstOutput, txs }: SimChain[number]): readonly (readonly number[])[] => {
  if (height === 0) return [[0]];
  let next = firstOutput;
  return [[next++], ...txs.map(({ outputs }) => outputs.map(() => next++))];
};

/** A lagging node has no waiting transactions; one with a false pool hides half of them. */
const poolOf = ({ network }: NodeWorld, { mood }: SimNode): readonly SimTx[] => {
  const all = [...network.pool.values()];
  if (mood === 'lagging') return [];
  return mood === 'false pool' ? all.filter((_, i) => i % 2 === 1) : all;
};

const lookedUp = (world: NodeWorld, node: SimNode, chain: SimChain, body: Uint8Array): object => {
  const { txs_hashes: ids } = parseJson(new TextDecoder().decode(body)) as unknown as {
    readonly txs_hashes: readonly string[];
  };
  const waiting = new Map(poolOf(world, node).map((tx) => [tx.id, tx]));
  const found = ids.flatMap((id): readonly (ReturnType<typeof entryOf> & object)[] => {
    const tx = waiting.get(id);
    if (tx) return [{ ...entryOf(tx), ...{ in_pool: true, relayed: true } }];
    const block = chain.find(({ txs }) => txs.some((each) => each.id === id));
    if (!block) return [];
    const at = block.txs.findIndex((each) => each.id === id);
    return [
      {
        ...entryOf(block.txs[at]!),
        ...{ in_pool: false, block_height: block.height, block_timestamp: block.time },
        ...{ output_indices: indicesOf(block)[at + 1] },
      },
    ];
  });
  const known = new Set(found.map(({ tx_hash }) => tx_hash));
  return { txs: found, missed_tx: ids.filter((id) => !known.has(id)) };
};
const entryOf = ({ id, pruned, prunableHash, whole }: SimTx) => ({
  tx_hash: id,
  as_hex: whole ? toHex(whole) : '',
  pruned_as_hex: whole ? '' : toHex(pruned),
  prunable_as_hex: '',
  prunable_hash: toHex(prunableHash),
  double_spend_seen: false,
});

const outs = (chain: SimChain, body: Uint8Array): Uint8Array | number => {
  const asked = readEpee(body).sections('outputs');
  const found = asked.map((each) => outputAt(chain, each.number('index', 0)));
  if (found.some((output) => !output)) return 500;
  return writeEpee({
    outs: epee.sections(
      found.map((output) => ({
        key: epee.bytes(output!.key),
        mask: epee.bytes(output!.mask),
        unlocked: epee.bool(isUnlocked(chain, output!.height)),
        height: epee.u64(output!.height),
      })),
    ),
    status: epee.text('OK'),
  });
};

const distribution = (chain: SimChain, body: Uint8Array): Uint8Array => {
  const asked = readEpee(body);
  const first = asked.number('from_height', 0);
  const last = asked.number('to_height', 0) || chain.length - 1;
  const writer = new Writer();
  for (const { outputs } of chain.slice(first, last + 1)) writer.varint(outputs.length);
  const before = chain[first];
  return writeEpee({
    distributions: epee.sections([
      {
        amount: epee.u64(0),
        start_height: epee.u64(first),
        binary: epee.bool(true),
        compress: epee.bool(true),
        compressed_data: epee.bytes(writer.done()),
        base: epee.u64(before?.firstOutput ?? 0),
      },
    ]),
    status: epee.text('OK'),
  });
};

const taken = (world: NodeWorld, { mood }: SimNode, chain: SimChain, body: Uint8Array): object => {
  const { network, scheduler, onTransaction } = world;
  const { tx_as_hex: hex } = parseJson(new TextDecoder().decode(body)) as unknown as {
    readonly tx_as_hex: string;
  };
  const judged = acceptable(chain, network.pool.values(), fromHex(hex));
  if ('flag' in judged) return { status: 'Failed', reason: judged.flag, [judged.flag]: true };
  const { tx } = judged;
  onTransaction(tx, mood === 'keeps');
  if (mood === 'forgets') return {};
  if (mood === 'keeps') {
    scheduler.after(scheduler.dice.wait(12 * 3_600_000), 'a refused payment is passed on', () => {
      if (!('flag' in acceptable(network.chain, network.pool.values(), fromHex(hex))))
        network.pool.set(tx.id, tx);
    });
    return { status: 'Failed', reason: 'fee too low', fee_too_low: true };
  }
  network.pool.set(tx.id, tx);
  return {};
};

const rpc = (chain: SimChain, body: Uint8Array): Uint8Array => {
  const { method, params = {} } = parseJson(new TextDecoder().decode(body)) as unknown as {
    readonly method: string;
    readonly params?: Readonly<Record<string, unknown>>;
  };
  const result = rpcResult(chain, method, params);
  return utf8(
    writeJson({
      jsonrpc: '2.0',
      id: '0',
      ...(result
        ? { result: { status: 'OK', untrusted: false, ...result } }
        : { error: { code: -32_601, message: 'Method not found' } }),
    }),
  );
};

const rpcResult = (
  chain: SimChain,
  method: string,
  params: Readonly<Record<string, unknown>>,
): object | undefined => {
  switch (method) {
    case 'get_version':
      return { version: (3 << 16) | 15 };
    case 'hard_fork_info':
      return { version: 16, earliest_height: Number(params['version']) === 16 ? 1 : 2n ** 64n - 1n };
    case 'get_fee_estimate':
      return { fee: FEES[0], fees: FEES, quantization_mask: 10_000n };
    case 'get_txpool_backlog':
      return {};
    case 'get_block_headers_range':
      return {
        headers: chain
          .slice(Number(params['start_height']), Number(params['end_height']) + 1)
          .map(({ height, id, previous, time }) => ({
            height,
            hash: toHex(id),
            prev_hash: toHex(previous),
            timestamp: time,
            reward: 600_000_000_000n,
            major_version: 16,
            block_weight: 1000,
          })),
      };
    default:
      return undefined;
  }
};
