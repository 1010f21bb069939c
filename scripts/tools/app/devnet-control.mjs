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
import { createServer } from 'node:http';
import { messageOf } from '../setup/errors.mjs';
import { listen } from './listen.mjs';
import { parseJson } from '../setup/json.mjs';

/** Piconero. */
const DEFAULT_AMOUNT = 10_000_000_000_000n;
const MAX_AMOUNT = 500_000_000_000_000n;

/** @typedef {import('node:http').IncomingMessage} Request */
/** @typedef {import('node:http').ServerResponse} Response */
/** @typedef {{ readonly txid: string, readonly amount: string, readonly outputs: number }} Payment */
/**
 * The requests that a devnet answers; one request is served at a time, because a payment is several calls of the wallet.
 * @typedef {object} Actions
 * @property {() => Promise<object>} info
 * @property {(blocks: number) => Promise<{ readonly height: number }>} mine
 * @property {(address: string, amount: bigint) => Promise<Payment>} faucet `amount` in piconero.
 * @property {(blocks: number) => Promise<{ readonly height: number }>} pop
 * @property {() => Promise<object>} stopDaemon
 * @property {() => Promise<object>} startDaemon
 */
/** @typedef {Readonly<Record<string, unknown>>} Body */
/** @typedef {Readonly<Record<string, (body: Body) => Promise<object>>>} Routes */

/** A request that cannot be served; the caller gets the message. */
export class Refusal extends Error {
  /**
   * @param {number} status
   * @param {string} message
   */
  constructor(status, message) {
    super(message);
    this.status = status;
  }
}

/**
 * @param {Actions} actions
 * @param {{ readonly port: number, readonly testHooks: boolean }} options
 */
export async function startControl(actions, { port, testHooks }) {
  /** @type {Routes} */
  const routes = {
    'GET /info': actions.info,
    'POST /mine': (body) => actions.mine(count(body.blocks)),
    'POST /faucet': (body) => actions.faucet(text(body.address, 'address'), piconero(body.amount)),
    ...(testHooks && {
      'POST /pop': (/** @type {Body} */ body) => actions.pop(count(body.blocks)),
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

/**
 * @param {Routes} routes
 * @param {Request} req
 * @param {Response} res
 */
const answer = async (routes, req, res) => {
  const origin = req.headers.origin;
  /** @type {Record<string, string>} */
  const headers = { 'content-type': 'application/json', 'cache-control': 'no-store', vary: 'Origin' };
  const reply = (/** @type {number} */ status, /** @type {object} */ body) => {
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

const isLoopback = (/** @type {string} */ url) => {
  try {
    const { hostname } = new URL(url);
    return hostname === '127.0.0.1' || hostname === '[::1]' || /(^|\.)localhost$/.test(hostname);
  } catch {
    return false;
  }
};

/**
 * @param {Request} req
 * @returns {Promise<Body>}
 */
const readBody = async (req) => {
  if (!/^application\/json\b/.test(req.headers['content-type'] ?? ''))
    throw new Refusal(415, 'JSON is needed');
  let text = '';
  for await (const part of req.setEncoding('utf8')) {
    text += String(part);
    if (text.length > 10_000) throw new Refusal(413, 'too long');
  }
  try {
    /** @type {unknown} */
    const body = parseJson(text);
    if (typeof body === 'object' && body !== null) return /** @type {Body} */ (body);
  } catch {
    // The refusal below reports it.
  }
  throw new Refusal(400, 'malformed JSON');
};

/**
 * @param {unknown} value
 * @param {string} name
 */
const text = (value, name) => {
  if (typeof value !== 'string' || value === '' || value.length > 200)
    throw new Refusal(400, `${name} is missing`);
  return value;
};

const count = (/** @type {unknown} */ value) => {
  if (typeof value !== 'number' || !Number.isInteger(value) || value < 1 || value > 100)
    throw new Refusal(400, 'blocks must be 1 to 100');
  return value;
};

const piconero = (/** @type {unknown} */ value) => {
  if (value === undefined) return DEFAULT_AMOUNT;
  const amount = typeof value === 'string' && /^[0-9]{1,19}$/.test(value) ? BigInt(value) : 0n;
  if (amount < 1n || amount > MAX_AMOUNT) {
    throw new Refusal(400, `amount must be a string of 1 to ${MAX_AMOUNT} piconero`);
  }
  return amount;
};
