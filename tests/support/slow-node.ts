/** A slow node: a proxy in front of a real monerod that sends a few blocks at a time, each answer after a pause. */
import { createServer, request as send, type IncomingMessage, type ServerResponse } from 'node:http';
import { listen } from '../../src/server/http/listen.ts';
import { decodeBlocks, getRawBlocks } from '../../src/daemon/bin/get-blocks.ts';
import { epee, writeEpee } from '../../src/protocol/encoding/epee.ts';
import { listsOf } from './index-lists.ts';

export interface SlowNode {
  readonly url: string;
  /** Answers with blocks so far. */
  readonly answers: number;
  /** The first block of each answer. */
  readonly starts: readonly number[];
  /** It answers no more than so many requests for blocks. */
  most: number;
  /** Milliseconds before each answer. */
  ms: number;
  stop(): Promise<void>;
}

/** At most `blocks` in an answer, `ms` milliseconds after the answer before it. */
export async function startSlowNode(daemonUrl: string, blocks: number, ms: number): Promise<SlowNode> {
  let wait = ms;
  let answers = 0;
  const starts: number[] = [];
  let most = Infinity;
  let free = Promise.resolve();
  const serve = async (request: IncomingMessage, response: ServerResponse): Promise<void> => {
    const parts: Buffer[] = [];
    for await (const part of request) parts.push(part as Buffer);
    const body = Buffer.concat(parts);
    const asksBlocks = request.method === 'POST' && request.url === '/getblocks.bin';
    if (asksBlocks) {
      free = free.then(async () => {
        await pause(wait);
        while (answers >= most) await pause(50);
        if (!response.destroyed) answers += 1;
      });
      await free;
    }
    const { method, headers } = request;
    const passed = send(new URL(request.url ?? '', daemonUrl), { method, headers }, (answer) => {
      void (async () => {
        const whole: Buffer[] = [];
        for await (const part of answer) whole.push(part as Buffer);
        const bytes = new Uint8Array(Buffer.concat(whole));
        const given = asksBlocks && answer.statusCode === 200 ? getRawBlocks({}).read(bytes) : undefined;
        if (given) starts.push(given.startHeight);
        const shown = given ? firstBlocks(given, blocks) : bytes;
        response.writeHead(answer.statusCode ?? 500, { ...answer.headers, 'content-length': shown.length });
        response.end(shown);
      })().catch(() => response.destroy());
    });
    passed.on('error', () => response.destroy());
    passed.end(body);
  };
  const server = createServer((request, response) => {
    serve(request, response).catch(() => response.destroy());
  });
  const port = await listen(server, 0, '127.0.0.1');
  return {
    url: `http://127.0.0.1:${port}`,
    get answers() {
      return answers;
    },
    starts,
    set most(value: number) {
      most = value;
    },
    get most() {
      return most;
    },
    set ms(value: number) {
      wait = value;
    },
    get ms() {
      return wait;
    },
    stop: () =>
      new Promise((resolve) => {
        most = Infinity;
        server.close(() => {
          resolve();
        });
        server.closeAllConnections();
      }),
  };
}

const pause = (ms: number): Promise<void> => new Promise((resolve) => setTimeout(resolve, ms));

/** The answer with the first blocks only: not every monerod can be asked for a few. */
const firstBlocks = (raw: ReturnType<ReturnType<typeof getRawBlocks>['read']>, most: number): Uint8Array => {
  const decoded = decodeBlocks(new Uint8Array(raw.bytes), raw.offsets).slice(0, most);
  return writeEpee({
    blocks: epee.sections(
      decoded.map(({ block, txs }) => ({
        pruned: epee.bool(true),
        block: epee.bytes(block),
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
