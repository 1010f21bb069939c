/**
 * The control server of a devnet, on loopback:
 *
 *   GET  /info                        {daemon, network, height}
 *   POST /faucet {address, amount?}   pays real coins; amount in piconero as a decimal string, 10 XMR if absent
 *                                     answers {txid, amount, outputs}
 *   POST /mine   {blocks}             1 to 100; answers {height}
 *   with `testHooks` also  POST /pop {blocks} -> {height},  POST /daemon/stop,  POST /daemon/start
 *
 * Errors are {error: sentence}. Answers go to loopback pages only, and a request must be JSON, so that no other
 * site's page can press the buttons behind the user's back.
 */
import { createServer, type IncomingMessage as Request, type ServerResponse as Response } from 'node:http';
import { messageOf } from '../../../src/server/errors.mjs';
import { listen } from '../../../src/server/http/listen.ts';
import { parseJson } from '../../../src/server/json.mjs';

/** Piconero. */
const DEFAULT_AMOUNT = 10_000_000_000_000n;
const MAX_AMOUNT = 500_000_000_000_000n;

export interface Payment {
  readonly txid: string;
  readonly amount: string;
  readonly outputs: number;
}
/**
 * The requests that a devnet answers; one request is served at a time, because a payment is several calls of the wallet.
 */
export interface Actions {
  readonly info: () => Promise<object>;
  readonly mine: (blocks: number) => Promise<{ readonly height: number }>;
  /** `amount` in piconero. */
  readonly faucet: (address: string, amount: bigint) => Promise<Payment>;
  readonly pop: (blocks: number) => Promise<{ readonly height: number }>;
  readonly stopDaemon: () => Promise<object>;
  readonly startDaemon: () => Promise<object>;
}
type Body = Readonly<Record<string, unknown>>;
type Routes = Readonly<Record<string, (body: Body) => Promise<object>>>;

/** A request that cannot be served; the caller gets the message. */
export class Refusal extends Error {
  readonly status: number;
  constructor(status: number, message: string) {
    super(message);
    this.status = status;
  }
}

export async function startControl(
  actions: Actions,
  { port, testHooks }: { readonly port: number; readonly testHooks: boolean },
) {
  const routes: Routes = {
    'GET /info': actions.info,
    'POST /mine': (body) => actions.mine(count(body.blocks)),
    'POST /faucet': (body) => actions.faucet(text(body.address, 'address'), piconero(body.amount)),
    ...(testHooks && {
      'POST /pop': (body: Body) => actions.pop(count(body.blocks)),
      'POST /daemon/stop': actions.stopDaemon,
      'POST /daemon/start': actions.startDaemon,
    }),
  };
  const server = createServer((req, res) => void answer(routes, req, res));
  const bound = await listen(server, port, '127.0.0.1');
  return {
    url: `http://127.0.0.1:${bound}`,
    stop: () => {
      server.closeAllConnections();
      server.close();
    },
  };
}

const answer = async (routes: Routes, req: Request, res: Response) => {
  const origin = req.headers.origin;
  const headers: Record<string, string> = {
    'content-type': 'application/json',
    'cache-control': 'no-store',
    vary: 'Origin',
  };
  const reply = (status: number, body: object) => {
    res.writeHead(status, headers);
    res.end(JSON.stringify(body));
  };
  // The host is checked too: a foreign name that resolves to loopback must not pass for us.
  if (!isLoopback(`http://${req.headers.host}`) || (origin !== undefined && !isLoopback(origin))) {
    reply(403, { error: 'only pages on this machine may ask' });
    return;
  }
  if (origin !== undefined) headers['access-control-allow-origin'] = origin;
  if (req.method === 'OPTIONS') {
    headers['access-control-allow-headers'] = 'content-type';
    headers['access-control-allow-methods'] = 'GET, POST';
    headers['access-control-allow-private-network'] = 'true';
    reply(200, {});
    return;
  }
  const route = routes[`${req.method} ${req.url?.split('?')[0]}`];
  if (route === undefined) {
    reply(404, { error: 'no such request' });
    return;
  }
  try {
    const body = req.method === 'POST' ? await readBody(req) : {};
    reply(200, await route(body));
  } catch (error) {
    reply(error instanceof Refusal ? error.status : 502, { error: messageOf(error) });
  }
};

const isLoopback = (url: string) => {
  try {
    const { hostname } = new URL(url);
    return hostname === '127.0.0.1' || hostname === '[::1]' || /(^|\.)localhost$/.test(hostname);
  } catch {
    return false;
  }
};

const readBody = async (req: Request): Promise<Body> => {
  if (!/^application\/json\b/.test(req.headers['content-type'] ?? ''))
    throw new Refusal(415, 'JSON is needed');
  let text = '';
  for await (const part of req.setEncoding('utf8')) {
    text += String(part);
    if (text.length > 10_000) throw new Refusal(413, 'too long');
  }
  try {
    const body: unknown = parseJson(text);
    if (typeof body === 'object' && body !== null) return body as Body;
  } catch {
    // The refusal below reports it.
  }
  throw new Refusal(400, 'malformed JSON');
};

const text = (value: unknown, name: string) => {
  if (typeof value !== 'string' || value === '' || value.length > 200)
    throw new Refusal(400, `${name} is missing`);
  return value;
};

const count = (value: unknown) => {
  if (typeof value !== 'number' || !Number.isInteger(value) || value < 1 || value > 100)
    throw new Refusal(400, 'blocks must be 1 to 100');
  return value;
};

const piconero = (value: unknown) => {
  if (value === undefined) return DEFAULT_AMOUNT;
  const amount = typeof value === 'string' && /^[0-9]{1,19}$/.test(value) ? BigInt(value) : 0n;
  if (amount < 1n || amount > MAX_AMOUNT) {
    throw new Refusal(400, `amount must be a string of 1 to ${MAX_AMOUNT} piconero`);
  }
  return amount;
};
