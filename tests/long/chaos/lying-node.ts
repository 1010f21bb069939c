/**
 * A node that lies: a proxy in front of monerod that changes answers. It damages bytes, replays old answers,
 * answers with another status, cuts off, waits, and changes single fields of JSON answers.
 */
import { createServer, request as httpRequest, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { pick } from '../../chaos/sizes.ts';

interface Answer {
  readonly status: number;
  readonly type: string;
  readonly body: Buffer;
}
type Lie = (answer: Answer, path: string) => Answer | 'hang up' | 'half' | Promise<Answer>;

export interface LyingNode extends AsyncDisposable {
  readonly url: string;
  /** The share of answers that are changed, 0 to 1. */
  lieShare: number;
  /** Every answer waits for up to that many milliseconds; 0 at first. */
  longestDelay: number;
  /** How many answers were changed so far. */
  readonly lies: number;
}

export async function startLyingNode(upstream: string, random: () => number): Promise<LyingNode> {
  const past = new Map<string, Buffer[]>();
  let lies = 0;
  let lieShare = 0;
  let longestDelay = 0;

  /** Stores some old answers of each path, to repeat them. */
  const remember = (path: string, body: Buffer): void => {
    const kept = past.get(path) ?? [];
    kept.push(body);
    if (kept.length > 8) kept.splice(Math.floor(random() * kept.length), 1);
    past.set(path, kept);
  };
  const lieTable: readonly Lie[] = [
    (answer) => ({ ...answer, body: flipBytes(answer.body, random) }),
    (answer) => ({ ...answer, body: answer.body.subarray(0, Math.floor(random() * answer.body.length)) }),
    (answer) => ({ ...answer, body: Buffer.concat([answer.body, randomBytes(random, 200)]) }),
    (answer) => ({ ...answer, body: randomBytes(random, 1 + Math.floor(random() * 3000)) }),
    (answer) => ({ ...answer, body: Buffer.alloc(0) }),
    (answer, path) => ({ ...answer, body: pick(random, past.get(path) ?? [answer.body]) }),
    (answer) => ({ ...answer, body: pick(random, pick(random, [...past.values()])) }),
    (answer) => ({ ...answer, status: pick(random, [200, 302, 401, 403, 404, 408, 429, 500, 502, 503]) }),
    () => 'hang up',
    () => 'half',
    async (answer) => {
      await new Promise((resolve) => setTimeout(resolve, random() * 500));
      return answer;
    },
    (answer) => ({ ...answer, body: changeField(answer.body, random) }),
    (answer) => ({ ...answer, body: changeField(answer.body, random) }),
    (answer) => ({ ...answer, body: changeNumberBytes(answer.body, random) }),
    (answer) => ({ ...answer, body: busy(answer) }),
  ];

  const respond = async (response: ServerResponse, path: string, honest: Answer): Promise<void> => {
    let answer: Awaited<ReturnType<Lie>> = honest;
    if (longestDelay > 0) await new Promise((resolve) => setTimeout(resolve, random() * longestDelay));
    if (random() < lieShare) {
      lies += 1;
      answer = await pick(random, lieTable)(honest, path);
    }
    remember(path, honest.body);
    if (answer === 'hang up') response.destroy();
    else if (answer === 'half') {
      response.writeHead(200, { 'content-length': String(honest.body.length + 1) });
      response.write(honest.body.subarray(0, honest.body.length / 2));
      setTimeout(() => response.destroy(), 5);
    } else {
      response.writeHead(answer.status, { 'content-type': answer.type, location: upstream });
      response.end(answer.body);
    }
  };

  const server = createServer((incoming, response) => {
    const parts: Buffer[] = [];
    incoming.on('data', (part: Buffer) => parts.push(part));
    incoming.on('end', () => {
      const body = Buffer.concat(parts);
      const path = pathOf(incoming.url ?? '/', body);
      const outgoing = httpRequest(
        upstream + (incoming.url ?? '/'),
        { method: incoming.method },
        (answer) => {
          const got: Buffer[] = [];
          answer.on('data', (part: Buffer) => got.push(part));
          answer.on('end', () => {
            const type = answer.headers['content-type'] ?? 'application/octet-stream';
            void respond(response, path, {
              status: answer.statusCode ?? 500,
              type,
              body: Buffer.concat(got),
            });
          });
        },
      );
      outgoing.on('error', () => response.destroy());
      outgoing.end(body);
    });
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    get lieShare() {
      return lieShare;
    },
    set lieShare(share) {
      lieShare = share;
    },
    get longestDelay() {
      return longestDelay;
    },
    set longestDelay(milliseconds) {
      longestDelay = milliseconds;
    },
    get lies() {
      return lies;
    },
    async [Symbol.asyncDispose]() {
      server.closeAllConnections();
      await new Promise((resolve) => server.close(resolve));
    },
  };
}

function pathOf(url: string, body: Buffer): string {
  if (url !== '/json_rpc') return url;
  try {
    return (JSON.parse(body.toString()) as { method: string }).method;
  } catch {
    return url;
  }
}

function randomBytes(random: () => number, length: number): Buffer {
  return Buffer.from(Array.from({ length }, () => Math.floor(random() * 256)));
}

function flipBytes(body: Buffer, random: () => number): Buffer {
  const changed = Buffer.from(body);
  for (let flips = 1 + Math.floor(random() * 4); flips > 0 && changed.length > 0; flips--) {
    const at = Math.floor(random() * changed.length);
    changed[at] = changed[at]! ^ (1 << Math.floor(random() * 8));
  }
  return changed;
}

/** Changes one number or text of a JSON answer; removes a random part of a binary answer. */
function changeField(body: Buffer, random: () => number): Buffer {
  const text = body.toString('latin1');
  if (!text.trimStart().startsWith('{')) {
    const at = Math.floor(random() * body.length);
    return Buffer.concat([body.subarray(0, at), body.subarray(at + 1 + Math.floor(random() * 64))]);
  }
  const fields = [...text.matchAll(/: (-?\d+|true|false|"[^"]*")/g)];
  if (fields.length === 0) return body;
  const field = pick(random, fields);
  const value = pick(random, [
    '0',
    '1',
    '-1',
    '18446744073709551615',
    '9007199254740993',
    'true',
    '"x"',
    '[]',
    'null',
  ]);
  const near = /^\d+$/.test(field[1]!)
    ? String(BigInt(field[1]!) + BigInt(Math.floor(random() * 40000) - 20000))
    : value;
  const at = field.index + 2;
  const replaced = random() < 0.5 ? near : value;
  return Buffer.from(text.slice(0, at) + replaced + text.slice(at + field[1]!.length), 'latin1');
}

/** Changes eight successive bytes of a binary answer, such as a height, an index or an amount. */
function changeNumberBytes(body: Buffer, random: () => number): Buffer {
  if (body.length < 16) return body;
  const changed = Buffer.from(body);
  const at = Math.floor(random() * (changed.length - 8));
  changed.writeBigUInt64LE(BigInt(Math.floor(random() * 2 ** 40)), at);
  return changed;
}

function busy({ body }: Answer): Buffer {
  const text = body.toString('latin1');
  return text.includes('"status": "OK"')
    ? Buffer.from(text.replaceAll('"status": "OK"', '"status": "BUSY"'), 'latin1')
    : Buffer.from('{"status": "BUSY"}');
}
