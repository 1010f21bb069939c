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
import {
  acceptable,
  blockOf,
  heightOf,
  isSpent,
  isUnlocked,
  outputAt,
  readSent,
  type Network,
  type SimChain,
  type SimTx,
} from './network.ts';
import type { Scheduler } from './scheduler.ts';

/**
 * `keeps`: refuses a payment and passes it on later. `refuses`: drops it. `forgets`: accepts a payment and drops it.
 * `loses answers`: takes a payment, and most callers do not hear so. `busy`: says so and keeps the payment all the same.
 * `repeats`: answers what it answered before.
 */
export const MOODS = [
  'honest',
  'lagging',
  'flaky',
  'dead',
  'silent',
  'busy',
  'repeats',
  'keeps',
  'refuses',
  'loses answers',
  'forgets',
  'false blocks',
  'false pool',
  'false outputs',
  'false fees',
] as const;
export type Mood = (typeof MOODS)[number];
/** `n`: from 0 to 1. */
export function moodOf(n: number): Mood {
  return n < 0.5 ? 'honest' : MOODS[Math.floor((2 * n - 1) * MOODS.length)]!;
}
/** A node in another mood deceives its callers. */
export function isDeceiving(mood: Mood): boolean {
  return !['honest', 'flaky', 'dead', 'silent', 'loses answers'].includes(mood);
}

/** A request as a node sees it. */
export interface Seen {
  readonly node: string;
  readonly path: string;
  readonly body: Uint8Array;
  /** The process that asks. */
  readonly from: string;
}
export interface SimNode {
  readonly address: string;
  mood: Mood;
  /** Rejects or never settles when the node is away. */
  fetch(path: string, init: RequestInit, from: string): Promise<Response>;
  /** The answers that it gave last, by path. */
  readonly given: Map<string, Uint8Array>;
}
interface NodeWorld {
  readonly scheduler: Scheduler;
  readonly network: Network;
  readonly onRequest: (seen: Seen) => void;
  /** The node names this transaction. */
  readonly onShown: (id: string) => void;
  /** A wallet's transaction reached a node, whatever the node does with it. */
  readonly onTransaction: (tx: SimTx, refused: boolean, from: string) => void;
}
type Answer = Uint8Array | number;

const SENDING = '/send_raw_transaction';
const FEES = [20_000n, 80_000n, 320_000n, 4_000_000n];
const MOST_BLOCKS = 60;
const LAG = 4;

export function createSimNode(world: NodeWorld, address: string): SimNode {
  const { scheduler, onRequest } = world;
  const { dice } = scheduler;
  const node: SimNode = {
    address,
    mood: 'honest',
    given: new Map(),
    fetch: (path, init, from) =>
      new Promise((resolve, reject) => {
        const body = new Uint8Array(init.body as Uint8Array);
        onRequest({ node: address, path, body, from });
        init.signal?.addEventListener('abort', () => reject(init.signal!.reason as Error), { once: true });
        if (node.mood === 'silent') return;
        const delay = dice.wait(node.mood === 'flaky' ? 5000 : 150);
        scheduler.after(delay / 2, `request ${address.slice(-2)} ${path}`, () => {
          if (node.mood === 'dead' || (node.mood === 'flaky' && dice.chance(0.3))) {
            reject(new TypeError('fetch failed'));
            return;
          }
          const answer = answerTo(world, node, { node: address, path, body, from });
          // The node has done what was asked; its answer may still be lost.
          if (node.mood === 'flaky' && dice.chance(0.3)) return;
          if (node.mood === 'loses answers' && path === SENDING && dice.chance(0.8)) {
            reject(new TypeError('terminated'));
            return;
          }
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

/** Made once for all answers. */
const NO_HEADERS = new Headers();
/** Made once: its stack costs more than a small answer. */
const NO_BYTES = new TypeError('not a stream of bytes');
/** The part of a Response that the daemon module uses, without the platform's streams. */
const responseOf = (answer: Answer, cut: boolean): Response => {
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
      if (options !== undefined) throw NO_BYTES;
      return reader;
    },
    cancel: () => Promise.resolve(),
  };
  return { status, ok: status === 200, headers: NO_HEADERS, body } as unknown as Response;
};

const viewOf = ({ network }: NodeWorld, { mood }: SimNode): SimChain =>
  mood === 'lagging' ? network.chain.slice(0, Math.max(1, network.chain.length - LAG)) : network.chain;

const answerTo = (world: NodeWorld, node: SimNode, seen: Seen): Answer => {
  const before = node.given.get(seen.path);
  const repeats = (): boolean =>
    node.mood === 'repeats' && before !== undefined && world.scheduler.dice.chance(0.5);
  // A refusal that it repeats hides that it has taken this payment.
  const hides = seen.path === SENDING && repeats();
  const answer = trueAnswer(world, node, seen, hides && isRefusal(before!));
  if (typeof answer === 'number') return answer;
  node.given.set(seen.path, answer);
  if (node.mood === 'busy' && world.scheduler.dice.chance(0.5)) return json({ status: 'BUSY' });
  return hides || (seen.path !== SENDING && repeats()) ? before! : answer;
};
const json = (fields: object): Uint8Array => utf8(writeJson({ status: 'OK', untrusted: false, ...fields }));

const isRefusal = (answer: Uint8Array): boolean => new TextDecoder().decode(answer).includes('"Failed"');

const trueAnswer = (world: NodeWorld, node: SimNode, seen: Seen, denied: boolean): Answer => {
  const chain = viewOf(world, node);
  const { path, body } = seen;
  switch (path) {
    case '/getblocks.bin':
      return blocksFrom(chain, body, node.mood === 'false blocks');
    case '/get_info':
      return json(infoOf(chain));
    case '/get_transaction_pool_hashes':
      return json({ tx_hashes: shownPool(world, node) });
    case '/get_transaction_pool_stats':
      return json({ pool_stats: { num_double_spends: 0 } });
    case '/get_transactions':
      return json(lookedUp(world, node, chain, body));
    case '/get_outs.bin':
      return outs(chain, body, node.mood === 'false outputs');
    case '/get_output_distribution.bin':
      return distribution(chain, body);
    case SENDING:
      return json(taken(world, node, chain, seen, denied));
    case '/is_key_image_spent':
      return json({ spent_status: spentStatus(world, chain, body) });
    case '/json_rpc':
      return rpc(chain, body, node.mood === 'false fees' ? 1000n : 1n);
    default:
      return 404;
  }
};

const shownPool = (world: NodeWorld, node: SimNode): readonly string[] => {
  const ids = poolOf(world, node).map(({ id }) => id);
  for (const id of ids) world.onShown(id);
  return ids;
};

/** 1: in the chain, 2: in the pool. */
const spentStatus = ({ network }: NodeWorld, chain: SimChain, body: Uint8Array): readonly number[] => {
  const { key_images: images } = parseJson(new TextDecoder().decode(body)) as unknown as {
    readonly key_images: readonly string[];
  };
  const waiting = new Set([...network.pool.values()].flatMap((tx) => tx.images));
  return images.map((image) => (isSpent(chain, image) ? 1 : waiting.has(image) ? 2 : 0));
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
  const common = asked.blobs('block_ids', 32).find((id) => heightOf(chain, toHex(id)) !== undefined);
  const from = asked.number('start_height', 0) || (common ? heightOf(chain, toHex(common))! : 0);
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
    const block = blockOf(chain, id);
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

/** `changed`: one of the outputs is said to be locked, or to have another key. */
const outs = (chain: SimChain, body: Uint8Array, changed: boolean): Answer => {
  const asked = readEpee(body).sections('outputs');
  const found = asked.map((each) => outputAt(chain, each.number('index', 0)));
  if (found.some((output) => !output)) return 500;
  const at = changed ? Math.floor(found.length / 2) : -1;
  return writeEpee({
    outs: epee.sections(
      found.map((output, i) => ({
        key: epee.bytes(i === at && i % 2 === 0 ? found[0]!.key : output!.key),
        mask: epee.bytes(output!.mask),
        unlocked: epee.bool(i !== at && isUnlocked(chain, output!)),
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

/** `denied`: the node answers that it has refused the transaction, whatever it does. */
const taken = (
  world: NodeWorld,
  { mood }: SimNode,
  chain: SimChain,
  { body, from }: Seen,
  denied: boolean,
): object => {
  const { network, scheduler, onTransaction } = world;
  const { tx_as_hex: hex } = parseJson(new TextDecoder().decode(body)) as unknown as {
    readonly tx_as_hex: string;
  };
  const judged = acceptable(chain, network.pool.values(), fromHex(hex));
  const refuses = mood === 'keeps' || mood === 'refuses';
  onTransaction(readSent(fromHex(hex)), 'flag' in judged || refuses || denied, from);
  if ('flag' in judged) return { status: 'Failed', reason: judged.flag, [judged.flag]: true };
  const { tx } = judged;
  if (mood === 'forgets') return {};
  if (mood === 'keeps')
    scheduler.after(scheduler.dice.wait(12 * 3_600_000), 'a refused payment is passed on', () => {
      if (!('flag' in acceptable(network.chain, network.pool.values(), fromHex(hex))))
        network.pool.set(tx.id, tx);
    });
  if (refuses) return { status: 'Failed', reason: 'fee too low', fee_too_low: true };
  network.pool.set(tx.id, tx);
  return {};
};

const rpc = (chain: SimChain, body: Uint8Array, factor: bigint): Uint8Array => {
  const { method, params = {} } = parseJson(new TextDecoder().decode(body)) as unknown as {
    readonly method: string;
    readonly params?: Readonly<Record<string, unknown>>;
  };
  const result = rpcResult(chain, method, params, factor);
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
  factor: bigint,
): object | undefined => {
  switch (method) {
    case 'get_version':
      return { version: (3 << 16) | 15 };
    case 'hard_fork_info':
      return { version: 16, earliest_height: Number(params['version']) === 16 ? 1 : 2n ** 64n - 1n };
    case 'get_fee_estimate':
      return { fee: FEES[0]! * factor, fees: FEES.map((fee) => fee * factor), quantization_mask: 10_000n };
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
