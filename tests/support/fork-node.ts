/**
 * A node of a made-up chain over the fork (tests/unit/wallet/fork-chain.ts) on loopback, as far as a wallet that only reads
 * asks one.
 */
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import { listen } from '../../src/server/http/listen.ts';
import { utf8 } from '../../src/base/bytes.ts';
import { toHex } from '../../src/base/hex.ts';
import { parseJson, writeJson } from '../../src/base/json.ts';
import { readEpee } from '../../src/protocol/encoding/epee.ts';
import type { ForkChain } from '../unit/wallet/fork-chain.ts';

export interface ForkNode extends AsyncDisposable {
  readonly url: string;
  /** Blocks in an answer at most. */
  most: number;
  /** Answers with blocks so far. */
  readonly answers: number;
  /** Until `letGo`, it answers no more than `more` further requests for blocks; resolves when one has to wait. */
  holdAfter(more: number): Promise<void>;
  letGo(): void;
}

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
    const answer = jsonAnswer(path, body, chain, forks);
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
    },
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
  if (method === 'get_version') return { version: (4 << 16) | 0 };
  if (method !== 'hard_fork_info') return undefined;
  return {
    version: height >= forks[18] ? 18 : height >= forks[17] ? 17 : 16,
    earliest_height: version === 17 || version === 18 ? forks[version] : 2n ** 64n - 1n,
  };
};
