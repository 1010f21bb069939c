/** Many programs that call a wallet server at once over HTTP, each with one call at a time on its own connection. */
import { createHash } from 'node:crypto';
import { Agent, request } from 'node:http';
import { setTimeout as sleep } from 'node:timers/promises';
import { parseJson } from '../tools/setup/json.mjs';

/** @typedef {{ readonly username: string, readonly password: string }} Login */
/** @typedef {{ login: Login | undefined, nonce?: string, count: number }} Session */
/** @typedef {{ readonly agent: Agent, readonly port: number, readonly session: Session }} Way */
/** @typedef {readonly [method: string, params: object]} Call */
/** The calls of the client with this number. @typedef {(client: number) => Iterable<Call>} CallsOf */
/** @typedef {{ readonly id?: unknown, readonly result?: unknown, readonly error?: { readonly message: string } }} Envelope */
/** @typedef {ReturnType<typeof createProgram>} Program */

/**
 * What a shop asks, in turn. `balance` and `transfers`: the accounts that it asks about.
 * @param {{ readonly balance: number, readonly transfers: number }} accounts
 * @returns {readonly Call[]}
 */
export function shopReads({ balance, transfers }) {
  return [
    ['get_balance', { account_index: balance }],
    ['get_address', { account_index: 0 }],
    ['get_height', {}],
    ['get_transfers', { in: true, out: true, pending: true, account_index: transfers }],
  ];
}

/**
 * Makes the calls of `list` in turn for `seconds`; each client begins with another one.
 * @param {readonly Call[]} list
 * @param {number} seconds
 * @returns {CallsOf}
 */
export function inTurn(list, seconds) {
  const end = performance.now() + seconds * 1000;
  return function* (client) {
    for (let i = client; performance.now() < end; i++) yield /** @type {Call} */ (list[i % list.length]);
  };
}

/**
 * One program with a connection of its own. It sends `login` by HTTP digest when the server asks for it.
 * @param {{ readonly port: number, readonly login?: Login | undefined }} options
 */
export function createProgram({ port, login }) {
  const agent = new Agent({ keepAlive: true, maxSockets: 1 });
  /** @type {Way} */
  const way = { agent, port, session: { login, count: 0 } };
  return {
    /**
     * The answer's envelope.
     * @param {string} method
     * @param {object} params
     * @param {number} [id]
     */
    call: async (method, params, id = 0) => {
      const body = JSON.stringify({ jsonrpc: '2.0', id, method, params });
      let answer = await post(way, body);
      if (answer.status === 401 && login) {
        way.session.nonce = /nonce="([^"]+)"/.exec(answer.challenge ?? '')?.[1] ?? '';
        way.session.count = 0;
        answer = await post(way, body);
      }
      if (answer.status !== 200) throw new Error(`HTTP ${answer.status}`);
      return /** @type {Envelope} */ (parseJson(answer.text));
    },
    close: () => agent.destroy(),
  };
}

/**
 * `clients` programs make the calls that `callsOf` gives each of them. Answers how many milliseconds each call took;
 * throws for a wrong answer and for an error. With `everyMs`, each client has a call due every so many milliseconds, and
 * a call's time counts from then on, even if the client still waits for its last answer: both servers get the same load.
 * @param {{
 *   readonly port: number,
 *   readonly login?: Login | undefined,
 *   readonly clients: number,
 *   readonly callsOf: CallsOf,
 *   readonly everyMs?: number,
 * }} options
 */
export async function drive({ port, login, clients, callsOf, everyMs }) {
  /** @type {{ readonly method: string, readonly ms: number }[]} */
  const made = [];
  const begun = performance.now();
  const run = async (/** @type {number} */ client) => {
    const program = createProgram({ port, login });
    try {
      let calls = 0;
      for (const [method, params] of callsOf(client)) {
        const due = everyMs === undefined ? undefined : begun + (calls + client / clients) * everyMs;
        calls += 1;
        if (due !== undefined) await sleep(Math.max(0, due - performance.now()));
        const start = due ?? performance.now();
        const asked = made.length;
        const { id, result, error } = await program.call(method, params, asked);
        made.push({ method, ms: performance.now() - start });
        if (id !== asked || result === undefined) throw new Error(`${method}: ${JSON.stringify(error)}`);
      }
    } finally {
      program.close();
    }
  };
  await Promise.all(Array.from({ length: clients }, (_, client) => run(client)));
  return made;
}

/** @typedef {{ readonly status: number | undefined, readonly challenge: string | undefined, readonly text: string }} Answer */

/**
 * @param {Way} way
 * @param {string} body
 * @returns {Promise<Answer>}
 */
const post = ({ agent, port, session }, body) =>
  new Promise((resolve, reject) => {
    /** @type {Record<string, string | number>} */
    const headers = { 'Content-Type': 'application/json', 'Content-Length': Buffer.byteLength(body) };
    const { login, nonce } = session;
    if (login && nonce) headers.Authorization = authorization({ login, nonce, count: ++session.count });
    const options = { host: '127.0.0.1', port, path: '/json_rpc', method: 'POST', agent, headers };
    const req = request(options, (res) => {
      /** @type {Buffer[]} */
      const parts = [];
      res.on('data', (/** @type {Buffer} */ part) => parts.push(part));
      res.on('end', () =>
        resolve({
          status: res.statusCode,
          challenge: res.headers['www-authenticate'],
          text: Buffer.concat(parts).toString(),
        }),
      );
      res.on('error', reject);
    });
    req.on('error', reject);
    req.end(body);
  });

const md5 = (/** @type {string} */ text) => createHash('md5').update(text).digest('hex');

/** @param {{ readonly login: Login, readonly nonce: string, readonly count: number }} session */
const authorization = ({ login: { username, password }, nonce, count }) => {
  const nc = count.toString(16).padStart(8, '0');
  const secret = md5(`${username}:monero-rpc:${password}`);
  const response = md5(`${secret}:${nonce}:${nc}:c:auth:${md5('POST:/json_rpc')}`);
  return (
    `Digest username="${username}", realm="monero-rpc", nonce="${nonce}", uri="/json_rpc", ` +
    `algorithm=MD5, qop=auth, nc=${nc}, cnonce="c", response="${response}"`
  );
};
