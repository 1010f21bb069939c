/**
 * A node whose chain has later consensus rules: a proxy in front of a real monerod. From the heights of `forks` on it
 * shows the real blocks in the layout of version 17 or 18 (later-blocks.ts), under the ids that follow from it; everything
 * else is the real node's, which also takes the transactions that are relayed.
 */
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { fromHex, toHex } from '../../src/base/hex.ts';
import { parseJson, writeJson } from '../../src/base/json.ts';
import { utf8 } from '../../src/base/bytes.ts';
import { decodeBlocks, getRawBlocks } from '../../src/daemon/bin/get-blocks.ts';
import { blockId, readBlock } from '../../src/protocol/block/block.ts';
import type { Block } from '../../src/protocol/block/types.ts';
import { epee, readEpee, writeEpee } from '../../src/protocol/encoding/epee.ts';
import { listsOf } from './index-lists.ts';
import { writeCarrotBlock, writeLaterBlock } from './later-blocks.ts';
import './some-kernel.ts';

export interface LaterNode extends AsyncDisposable {
  readonly url: string;
  /** First heights of versions 17 and 18. */
  forks: { 17: number; 18: number };
  /** Whether it answers relayed transactions. */
  relays: boolean;
  /** Paths, or methods of /json_rpc, that were asked. */
  readonly asked: string[];
}

/** The real node: a regtest, or the devnet of the journeys. Its blocks must not be removed. */
export interface RealNode {
  readonly url: string;
  readonly height: () => Promise<number>;
  readonly daemon: (method: string, params: { readonly height: number }) => Promise<object>;
}

export async function startLaterNode(chain: RealNode): Promise<LaterNode> {
  const server = createServer((request, response) => void serve(node, chain, request, response));
  await new Promise<void>((done) => server.listen(0, '127.0.0.1', done));
  const node: LaterNode = {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    forks: { 17: Infinity, 18: Infinity },
    relays: true,
    asked: [],
    async [Symbol.asyncDispose]() {
      server.closeAllConnections();
      await new Promise((done) => server.close(done));
    },
  };
  return node;
}

const serve = async (
  node: LaterNode,
  chain: RealNode,
  request: IncomingMessage,
  response: ServerResponse,
): Promise<void> => {
  const parts: Buffer[] = [];
  for await (const part of request) parts.push(part as Buffer);
  const body = new Uint8Array(Buffer.concat(parts));
  const path = request.url ?? '';
  node.asked.push(path === '/json_rpc' ? String(jsonOf(body)['method']) : path);
  if (path === '/send_raw_transaction' && !node.relays) {
    response.destroy();
    return;
  }
  const view = await viewOf(node, chain);
  const answer = await fetch(chain.url + path, { method: 'POST', body: view.request(path, body) });
  const bytes = new Uint8Array(await answer.arrayBuffer());
  response.writeHead(answer.status, { 'access-control-allow-origin': '*' });
  response.end(answer.ok ? view.answer(path, body, bytes) : bytes);
};

type Json = Record<string, unknown>;
const jsonOf = (bytes: Uint8Array): Json => parseJson(new TextDecoder().decode(bytes)) as Json;

interface LaterIds {
  /** By height. */
  readonly ids: Map<number, Uint8Array>;
  /** By the later id, in hex. */
  readonly realIds: Map<string, Uint8Array>;
}
/** The chain of these tests only grows, so that ids stay as long as the forks do. */
const known = new WeakMap<object, LaterIds>();
const idsOf = (forks: object): LaterIds => {
  const made = known.get(forks) ?? { ids: new Map(), realIds: new Map() };
  known.set(forks, made);
  return made;
};

interface View {
  request(path: string, body: Uint8Array): Uint8Array<ArrayBuffer>;
  answer(path: string, request: Uint8Array, bytes: Uint8Array): Uint8Array;
}

/** Ids of the later blocks at present, and the rewriting of requests and answers with them. */
const viewOf = async ({ forks }: LaterNode, chain: RealNode): Promise<View> => {
  const height = await chain.height();
  const { ids, realIds } = idsOf(forks);
  const laterOf = (block: Block, at: number): Block => ({
    ...block,
    header: {
      ...block.header,
      majorVersion: at >= forks[18] ? 18 : 17,
      prevHash: ids.get(at - 1) ?? block.header.prevHash,
    },
  });
  const idOf = (block: Block, at: number): Uint8Array =>
    blockId(readBlock(writeLaterBlock(laterOf(block, at))));
  for (let at = forks[17] + ids.size; at < height; at++) {
    const { blob } = (await chain.daemon('get_block', { height: at })) as { readonly blob: string };
    const block = readBlock(fromHex(blob));
    ids.set(at, idOf(block, at));
    realIds.set(toHex(ids.get(at)!), blockId(block));
  }
  const blocksIn = (bytes: Uint8Array): Uint8Array => {
    const raw = getRawBlocks({}).read(bytes as Uint8Array<ArrayBuffer>);
    const decoded = decodeBlocks(bytes, raw.offsets);
    return writeEpee({
      blocks: epee.sections(
        decoded.map(({ block, txs }, i) => ({
          pruned: epee.bool(true),
          block: epee.bytes(laterBytes(block, raw.startHeight + i)),
          txs: epee.sections(
            txs.map((blob) => ({ blob: epee.bytes(blob), prunable_hash: epee.bytes(new Uint8Array(32)) })),
          ),
        })),
      ),
      output_indices: epee.sections(
        decoded.map((each) => ({
          indices: epee.sections(listsOf(each).map((list) => ({ indices: epee.u64s(list) }))),
        })),
      ),
      start_height: epee.u64(raw.startHeight),
      current_height: epee.u64(raw.chainHeight),
      status: epee.text('OK'),
    });
  };
  const laterBytes = (bytes: Uint8Array, at: number): Uint8Array => {
    if (at < forks[17]) return bytes;
    const block = laterOf(readBlock(bytes), at);
    return at >= forks[18] ? writeCarrotBlock(block.header, at) : writeLaterBlock(block);
  };
  const header = (each: Json): Json => {
    const at = Number(each['height']);
    if (at < forks[17]) return each;
    const before = ids.get(at - 1);
    return {
      ...each,
      major_version: at >= forks[18] ? 18 : 17,
      hash: toHex(ids.get(at)!),
      ...(before && { prev_hash: toHex(before) }),
    };
  };
  return {
    request: (path, body) => new Uint8Array(path === '/getblocks.bin' ? realRequest(body, realIds) : body),
    answer: (path, request, bytes) => {
      if (path === '/getblocks.bin') return blocksIn(bytes);
      if (path === '/get_info')
        return inJson(bytes, (json) => {
          const top = ids.get(Number(json['height']) - 1);
          return top ? { ...json, top_block_hash: toHex(top) } : json;
        });
      if (path !== '/json_rpc') return bytes;
      const asked = jsonOf(request);
      switch (asked['method']) {
        case 'hard_fork_info':
          return result(bytes, (json) => ({ ...json, ...rulesAt(forks, height, asked) }));
        case 'get_block_headers_range':
          return result(bytes, (json) => ({ ...json, headers: (json['headers'] as Json[]).map(header) }));
        default:
          return bytes;
      }
    },
  };
};

/** Fields of hard_fork_info for the version that was asked about, on a chain of this height. */
const rulesAt = (forks: LaterNode['forks'], height: number, asked: Json): Json => {
  const version = Number((asked['params'] as Json)['version']);
  const planned = version === 17 || version === 18 ? forks[version] : Infinity;
  return {
    version: height >= forks[18] ? 18 : height >= forks[17] ? 17 : 16,
    earliest_height: Number.isFinite(planned) ? planned : 2n ** 64n - 1n,
  };
};

const inJson = (bytes: Uint8Array, change: (json: Json) => Json): Uint8Array =>
  utf8(writeJson(change(jsonOf(bytes))));
const result = (bytes: Uint8Array, change: (json: Json) => Json): Uint8Array =>
  inJson(bytes, (json) => ({ ...json, result: change(json['result'] as Json) }));

/** A request for blocks with the ids that the real node knows. */
const realRequest = (body: Uint8Array, realIds: ReadonlyMap<string, Uint8Array>): Uint8Array => {
  const asked = readEpee(body);
  return writeEpee({
    block_ids: epee.blobs(asked.blobs('block_ids', 32).map((id) => realIds.get(toHex(id)) ?? id)),
    start_height: epee.u64(asked.number('start_height', 0)),
    prune: epee.bool(true),
    no_miner_tx: epee.bool(false),
    max_block_count: epee.u64(asked.number('max_block_count', 0)),
  });
};
