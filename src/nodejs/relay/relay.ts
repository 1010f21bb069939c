/** Answers for a relay: with compact blocks of its own, and, for the other calls of a wallet, with the answers of its node. */
import { isFault } from '../../base/fault.ts';
import { createDaemon } from '../../daemon/daemon.ts';
import { createHttp } from '../../daemon/http.ts';
import { readNodeAddress } from '../../daemon/node-address.ts';
import type { NodeSettings } from '../../ports/node-control.ts';
import { MOST_BLOCKS } from '../../protocol/compact/compact-blocks.ts';
import { writeImageStarts } from '../../protocol/compact/image-starts.ts';
import { readNumbers } from '../../protocol/compact/output-keys.ts';
import { COMPACT_PATHS } from '../../protocol/compact/paths.ts';
import { systemClock, systemRandom } from '../../store/platform.ts';
import { startKernel } from '../kernel.ts';
import { createFetches } from '../fetches.ts';
import type { Proxy } from '../socks.ts';
import { createCompactStore } from './compact-store.ts';

export interface RelayOptions {
  /** URL of the folder of the kernel's builds. */
  readonly kernel: string;
  readonly node: NodeSettings;
  readonly proxy?: Proxy | undefined;
  /** Keeps the compact blocks. */
  readonly folder: string | undefined;
}

/** `status` as of HTTP. */
export interface RelayReply {
  readonly status: number;
  readonly body: Uint8Array;
}

export interface Relay {
  answer(path: string, body: Uint8Array): Promise<RelayReply>;
  stop(): void;
}

/** The calls of a wallet that the node gets; all others, and those that command it, are refused. */
const PASSED: ReadonlySet<string> = new Set([
  ...['/getblocks.bin', '/get_blocks.bin', '/get_blocks_by_height.bin', '/gethashes.bin', '/get_outs.bin'],
  ...['/get_o_indexes.bin', '/get_output_distribution.bin', '/get_info', '/get_height', '/get_transactions'],
  ...['/get_transaction_pool_hashes', '/get_transaction_pool_hashes.bin', '/is_key_image_spent'],
  ...['/send_raw_transaction', '/sendrawtransaction', '/get_outs', '/get_transaction_pool_stats'],
]);
const METHODS: ReadonlySet<string> = new Set([
  ...['get_info', 'get_version', 'get_block_count', 'get_last_block_header', 'get_block_header_by_height'],
  ...['get_block_header_by_hash', 'get_block_headers_range', 'get_fee_estimate', 'hard_fork_info'],
  ...[
    'get_output_distribution',
    'get_output_histogram',
    'get_txpool_backlog',
    'on_get_block_hash',
    'get_block',
  ],
]);
const MAX_ANSWER = 160 << 20;
const SECONDS = 60;

/** Faults bad_node_address, bad_node_tls. */
export async function startRelay({ kernel, node, proxy, folder }: RelayOptions): Promise<Relay> {
  await startKernel(kernel);
  const { fetch, fetchBy, stop } = createFetches({ proxy });
  const world = { fetch, fetchBy, clock: systemClock, random: systemRandom };
  const daemon = createDaemon(world);
  daemon.use(node);
  const store = createCompactStore({ node: daemon, clock: systemClock, folder });
  const http = createHttp({ ...world, fetch: node.tls ? fetchBy(node) : fetch }, readNodeAddress(node));
  const pass = async (path: string, body: Uint8Array): Promise<RelayReply> => ({
    status: 200,
    body: await http.send({ path, body, maxBytes: MAX_ANSWER, seconds: SECONDS, idempotent: false }),
  });
  const answer = async (path: string, body: Uint8Array): Promise<RelayReply> => {
    if (path === COMPACT_PATHS.blocks) {
      const [height = 0, most = 0] = readNumbers(body, 2);
      return { status: 200, body: await store.blocks(height, most) };
    }
    if (path === COMPACT_PATHS.images) {
      const [height = 0, most = 0] = readNumbers(body, 2);
      return { status: 200, body: writeImageStarts(await store.imageStarts(height, most)) };
    }
    if (path === COMPACT_PATHS.outputs)
      return { status: 200, body: await store.outputKeys(readNumbers(body, MOST_BLOCKS)) };
    if (PASSED.has(path)) return pass(path, body);
    const call = path === '/json_rpc' ? callOf(body) : undefined;
    if (call) return pass(path, call);
    return NOT_FOUND;
  };
  return {
    answer: (path, body) => answer(path, body).catch(refusalOf),
    stop,
  };
}

const NOT_FOUND: RelayReply = { status: 404, body: new Uint8Array(0) };

/** A call that the node gets, written anew: two parsers may read one text differently. Undefined for any other. */
const callOf = (body: Uint8Array): Uint8Array | undefined => {
  try {
    const request: unknown = JSON.parse(new TextDecoder().decode(body));
    const { id = 0, method, params } = (request ?? {}) as Partial<Record<string, unknown>>;
    if (typeof method !== 'string' || !METHODS.has(method)) return undefined;
    return new TextEncoder().encode(JSON.stringify({ jsonrpc: '2.0', id, method, params }));
  } catch {
    return undefined;
  }
};

/** A bad request, or a node that does not answer. */
const refusalOf = (error: unknown): RelayReply => {
  if (!isFault(error)) throw error;
  return {
    status: error.code.startsWith('node_') || error.code === 'cancelled' ? 502 : 400,
    body: new Uint8Array(0),
  };
};
