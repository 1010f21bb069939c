/** Calls a JSON-RPC path with a digest login, over one connection that is kept; for the wallet server with several wallets. */
import { createHash } from 'node:crypto';
import { Agent, request } from 'node:http';
import { parseJson, writeJson, type Json } from '../../src/base/json.ts';
import { authorization, readChallenge } from '../../src/daemon/digest.ts';

type Challenge = NonNullable<ReturnType<typeof readChallenge>>;
export type JsonObject = { readonly [key: string]: Json };

export interface DigestCaller {
  /** The result; rejects with `message (code)`, or `HTTP status`. */
  readonly call: (method: string, params?: object, idempotencyKey?: string) => Promise<JsonObject>;
  /** The same with texts; rejects with `HTTP status`. */
  readonly send: (envelope: string, idempotencyKey?: string) => Promise<string>;
  readonly end: () => void;
}

export function createDigestCaller(
  port: number,
  path: string,
  login: { readonly username: string; readonly password: string },
): DigestCaller {
  const agent = new Agent({ keepAlive: true, maxSockets: 1 });
  let challenge: Challenge | undefined;
  let count = 0;
  const post = (
    body: string,
    key?: string,
  ): Promise<{ status: number; text: string; asked: string | undefined }> =>
    new Promise((resolve, reject) => {
      const header =
        challenge &&
        authorization(login, challenge, { method: 'POST', uri: path, count: ++count, cnonce: nonce() });
      const headers = {
        'Content-Type': 'application/json',
        'Content-Length': Buffer.byteLength(body),
        ...(header !== undefined && { Authorization: header }),
        ...(key !== undefined && { 'Idempotency-Key': key }),
      };
      const req = request({ host: '127.0.0.1', port, path, method: 'POST', agent, headers }, (res) => {
        const parts: Buffer[] = [];
        res.on('data', (part: Buffer) => parts.push(part));
        res.on('error', reject);
        res.on('end', () => {
          const asked = res.headers['www-authenticate'];
          resolve({ status: res.statusCode ?? 0, text: Buffer.concat(parts).toString(), asked });
        });
      });
      req.on('error', reject).end(body);
    });
  const send = async (body: string, key?: string): Promise<string> => {
    let answer = await post(body, key);
    if (answer.status === 401) {
      challenge = readChallenge(answer.asked ?? '');
      count = 0;
      answer = await post(body, key);
    }
    if (answer.status !== 200) throw new Error(`HTTP ${answer.status}`);
    return answer.text;
  };
  return {
    send,
    call: async (method, params = {}, key) => {
      const text = await send(writeJson({ jsonrpc: '2.0', id: '0', method, params }), key);
      const { result, error } = parseJson(text) as {
        result?: JsonObject;
        error?: { code: number; message: string };
      };
      if (error) throw new Error(`${error.message} (${error.code})`);
      return result!;
    },
    end: () => agent.destroy(),
  };
}

const nonce = (): string => createHash('md5').update(String(Math.random())).digest('hex').slice(0, 8);
