/** Many programs that call a wallet server at once over HTTP, each with one call at a time on its own connection. */
import { createHash } from 'node:crypto';
import { Agent, request } from 'node:http';
import { parseJson } from '../tools/setup/json.mjs';

/** @typedef {{ readonly username: string, readonly password: string }} Login */
/** @typedef {{ login: Login | undefined, nonce?: string, count: number }} Session */
/** @typedef {{ readonly agent: Agent, readonly port: number, readonly session: Session }} Way */
/** @typedef {readonly [method: string, params: object]} Call */
/** @typedef {{ readonly id?: unknown, readonly result?: unknown, readonly error?: { readonly message: string } }} Envelope */
/** @typedef {ReturnType<typeof createProgram>} Program */

/**
 * The calls of a shop, in turn; each client begins with another one. Accounts of the chain's wallet S (send.mjs).
 * @type {readonly [Call, Call, Call, Call]}
 */
const READS = [
  ['get_balance', { account_index: 3 }],
  ['get_address', { account_index: 0 }],
  ['get_height', {}],
  ['get_transfers', { in: true, out: true, pending: true, account_index: 2 }],
];
/** What clients ask, by its name. */
const CALLS = {
  reads: READS,
  /** One call of 25 makes an address. */
  mixed: [
    ...Array.from({ length: 6 }, () => READS).flat(),
    /** @type {Call} */ (['create_address', { account_index: 0 }]),
  ],
};

/** @typedef {keyof typeof CALLS} CallList */

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
 * `clients` programs make the calls of the list `calls` for `seconds`. Answers the latencies in milliseconds; throws
 * for a wrong answer.
 * @param {{
 *   readonly port: number,
 *   readonly login?: Login | undefined,
 *   readonly calls: CallList,
 *   readonly clients: number,
 *   readonly seconds: number,
 * }} options
 */
export async function drive({ port, login, calls, clients, seconds }) {
  /** @type {readonly Call[]} */
  const list = CALLS[calls];
  /** @type {number[]} */
  const latencies = [];
  const end = performance.now() + seconds * 1000;
  const run = async (/** @type {number} */ index) => {
    const program = createProgram({ port, login });
    try {
      for (let i = index; performance.now() < end; i++) {
        const start = performance.now();
        const [method, params] = list[i % list.length] ?? READS[0];
        const { id, result, error } = await program.call(method, params, i);
        latencies.push(performance.now() - start);
        if (id !== i || result === undefined) throw new Error(`${method}: ${JSON.stringify(error)}`);
      }
    } finally {
      program.close();
    }
  };
  await Promise.all(Array.from({ length: clients }, (_, index) => run(index)));
  return latencies;
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
