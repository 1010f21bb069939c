/** Questions to the other servers of the same database, over HTTP, with a token that needs the database and the logins. */
import { createHmac } from 'node:crypto';
import { request } from 'node:http';
import type { Login } from '../flags/node-flags.ts';
import type { Programs } from '../../ports/programs.ts';

/** Milliseconds between two looks whether the asked server still has the wallet, and the looks without it that give up. */
const LOOK_MS = 1000;
const LOOKS = 6;
/** Milliseconds in which a connection must be there. */
const CONNECT_MS = 2000;
/** Errors of a server that heard nothing. */
const UNHEARD = new Set([
  'ECONNREFUSED',
  'EHOSTUNREACH',
  'ENETUNREACH',
  'ENOTFOUND',
  'EAI_AGAIN',
  'ENOCONNECTION',
]);

/** The questions about a wallet that a server answers its siblings. */
export type InnerPath = 'json_rpc' | 'request' | 'nonce';

/** The token for a wallet: who knows the database alone, or the login alone, cannot make it. */
export function tokenOf(secret: Uint8Array, name: string, { username, password }: Login): string {
  return createHmac('sha256', secret).update(`${name}\n${username}:${password}`).digest('hex');
}

interface Question {
  readonly address: string;
  readonly name: string;
  readonly path: InnerPath;
  readonly token: string;
  readonly body: string;
  readonly idempotencyKey?: string | undefined;
}

/**
 * The answer of a server; undefined: it heard nothing. Rejects when it may have heard the question and its answer is lost.
 * `hasIt`: whether it still has the wallet.
 */
export async function askSibling(
  { address, name, path, token, body, idempotencyKey }: Question,
  hasIt: () => Promise<boolean>,
): Promise<string | undefined> {
  const ending = new AbortController();
  const watching = watch(hasIt, ending);
  try {
    return await new Promise<string>((resolve, reject) => {
      const asking = request(`http://${address}/wallet/${name}/${path}`, {
        method: 'POST',
        agent: false,
        signal: ending.signal,
        headers: {
          Authorization: `Bearer ${token}`,
          'Content-Type': 'application/json',
          ...(idempotencyKey !== undefined && { 'Idempotency-Key': idempotencyKey }),
        },
      });
      const late = setTimeout(
        () => asking.destroy(Object.assign(new Error('no connection'), { code: 'ENOCONNECTION' })),
        CONNECT_MS,
      );
      asking.on('socket', (socket) => socket.once('connect', () => clearTimeout(late)));
      asking.on('close', () => clearTimeout(late));
      asking.on('error', reject);
      asking.on('response', (answer) => {
        const parts: Buffer[] = [];
        answer.on('data', (part: Buffer) => parts.push(part));
        answer.on('error', reject);
        answer.on('end', () => {
          if (answer.statusCode === 200) resolve(Buffer.concat(parts).toString());
          else reject(new Error(`the server at ${address} answered ${String(answer.statusCode)}`));
        });
      });
      asking.end(body);
    });
  } catch (error) {
    if (error instanceof Error && 'code' in error && UNHEARD.has(String(error.code))) return undefined;
    throw error;
  } finally {
    ending.abort();
    await watching;
  }
}

/** Aborts when the wallet was elsewhere at several looks: the call itself may close the wallet and open it again. */
const watch = async (hasIt: () => Promise<boolean>, ending: AbortController): Promise<void> => {
  const ended = (): boolean => ending.signal.aborted;
  let missed = 0;
  while (missed < LOOKS && !ended()) {
    await pause(LOOK_MS, ending.signal);
    if (!ended()) missed = (await hasIt().catch(() => true)) ? 0 : missed + 1;
  }
  ending.abort(new Error('the server lost the wallet'));
};

const pause = (ms: number, signal: AbortSignal): Promise<void> =>
  new Promise((resolve) => {
    const timer = setTimeout(resolve, ms);
    signal.addEventListener('abort', () => {
      clearTimeout(timer);
      resolve();
    });
  });

/** Knows whether one of the other programs has the wallet at this address. */
export function stillAt(programs: Programs, name: string, address: string): () => Promise<boolean> {
  return async () => (await programs.ownerOf(name)) === address;
}
