/** A node with a repeated chain (tests/bench/repeated-chain.ts) behind `fetch`, which counts what it is asked. */
import { writeJson, parseJson, type Json } from '../../src/base/json.ts';
import { utf8 } from '../../src/base/bytes.ts';
import { readEpee } from '../../src/protocol/encoding/epee.ts';
import { repeatChain, templateOf, type RepeatedChain } from '../bench/repeated-chain.ts';
import { decodeBlocks, getRawBlocks } from '../../src/daemon/bin/get-blocks.ts';
import { readBlock } from '../../src/protocol/block/block.ts';
import { recordedChain } from '../vectors/regtest/recorded-chain.ts';
import { useWasmKernel } from './wasm-kernel.ts';

/** An address that may be a regtest node's. */
export const NODE = 'http://127.0.0.1:18081';

/** Blocks with one transaction each. From `forkAt` on, if given, they have others than a chain without it. */
export async function chainOf(blocks: number, forkAt = Infinity): Promise<RepeatedChain> {
  await useWasmKernel();
  const { bytes } = recordedChain();
  const templates = decodeBlocks(bytes).flatMap(({ block, txs, outputCounts }) => {
    const { txHashes } = readBlock(block);
    return txs.map((blob, i) => templateOf(blob, txHashes[i]!, outputCounts[i + 1]!));
  });
  const wanted = Array.from(
    { length: blocks },
    (_, i) => templates[(i + (i + 1 >= forkAt ? 1 : 0)) % templates.length]!,
  );
  return repeatChain(bytes, { blocks, txsPerBlock: 1 }, wanted);
}

export interface ChainNode {
  chain: RepeatedChain;
  /** Waits before each answer to /getblocks.bin. */
  wait: () => Promise<unknown>;
  /** Paths or methods, in order. */
  readonly asked: string[];
  /** First heights of the requests for blocks; -1: with a history. */
  readonly heights: number[];
  /** Heights of the blocks in its answers. */
  readonly sent: number[];
  readonly fetch: (url: string, init: RequestInit) => Promise<Response>;
}

export function createChainNode(chain: RepeatedChain): ChainNode {
  const node: ChainNode = {
    chain,
    wait: () => Promise.resolve(),
    asked: [],
    heights: [],
    sent: [],
    fetch: async (url, init) => {
      const path = new URL(url).pathname;
      const body = new Uint8Array(init.body as Uint8Array);
      node.asked.push(path === '/json_rpc' ? methodOf(body) : path);
      if (path !== '/getblocks.bin') return answerTo(node.chain, path);
      node.heights.push(readEpee(body).number('start_height', 0) || -1);
      await node.wait();
      init.signal?.throwIfAborted();
      const answer = new Uint8Array(node.chain.answer(body));
      const { startHeight, count } = getRawBlocks({}).read(answer.slice());
      node.sent.push(...Array.from({ length: count }, (_, i) => startHeight + i));
      return new Response(answer);
    },
  };
  return node;
}

const methodOf = (body: Uint8Array): string =>
  (parseJson(new TextDecoder().decode(body)) as { method: string }).method;

const answerTo = ({ height, topHash }: RepeatedChain, path: string): Response => {
  const answers: Readonly<Record<string, { readonly [name: string]: Json }>> = {
    '/get_info': {
      height,
      target_height: height,
      top_block_hash: topHash,
      synchronized: true,
      nettype: 'fakechain',
    },
    '/get_transaction_pool_hashes': { tx_hashes: [] },
    '/json_rpc': {
      jsonrpc: '2.0',
      id: '0',
      result: { status: 'OK', version: 16, earliest_height: 0, enabled: true, state: 2, threshold: 0 },
    },
  };
  const answer = answers[path];
  if (!answer) return new Response('', { status: 404 });
  return new Response(new Uint8Array(utf8(writeJson({ status: 'OK', untrusted: false, ...answer }))));
};
