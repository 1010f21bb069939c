/** Many programs that ask a wallet server at once over HTTP, each one call after the other on a connection of its own. */
import { createHash } from 'node:crypto';
import { Agent, request } from 'node:http';

/** What a shop asks, in turn; each client begins with another one. Accounts of the chain's wallet S (suites.mjs). */
const READS = [
  ['get_balance', { account_index: 3 }],
  ['get_address', { account_index: 0 }],
  ['get_height', {}],
  ['get_transfers', { in: true, out: true, pending: true, account_index: 2 }],
];
const CALLS = {
  reads: READS,
  /** One call of 25 makes an address. */
  mixed: [...Array.from({ length: 24 }, (_, i) => READS[i % 4]), ['create_address', { account_index: 0 }]],
};

/** One program with a connection of its own. `login` {username, password} is given by HTTP digest when it is asked for. */
export function createProgram({ port, login }) {
  const agent = new Agent({ keepAlive: true, maxSockets: 1 });
  const way = { agent, port, session: { login, count: 0 } };
  return {
    /** The answer's envelope. */
    call: async (method, params, id = 0) => {
      const body = JSON.stringify({ jsonrpc: '2.0', id, method, params });
      let answer = await post(way, body);
      if (answer.status === 401 && login) {
        way.session.nonce = /nonce="([^"]+)"/.exec(answer.challenge)[1];
        way.session.count = 0;
        answer = await post(way, body);
      }
      if (answer.status !== 200) throw new Error(`HTTP ${answer.status}`);
      return JSON.parse(answer.text);
    },
    close: () => agent.destroy(),
  };
}

/** `clients` programs ask what `calls` names for `seconds`. Answers the latencies in milliseconds; throws for a wrong answer. */
export async function drive({ port, login, calls, clients, seconds }) {
  const list = CALLS[calls];
  const latencies = [];
  const end = performance.now() + seconds * 1000;
  const run = async (index) => {
    const program = createProgram({ port, login });
    try {
      for (let i = index; performance.now() < end; i++) {
        const start = performance.now();
        const [method, params] = list[i % list.length];
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

const post = ({ agent, port, session }, body) =>
  new Promise((resolve, reject) => {
    const headers = { 'Content-Type': 'application/json', 'Content-Length': Buffer.byteLength(body) };
    if (session.nonce) headers.Authorization = authorization(session);
    const options = { host: '127.0.0.1', port, path: '/json_rpc', method: 'POST', agent, headers };
    const req = request(options, (res) => {
      const parts = [];
      res.on('data', (part) => parts.push(part));
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

const md5 = (text) => createHash('md5').update(text).digest('hex');
const authorization = (session) => {
  const { username, password } = session.login;
  const nc = (++session.count).toString(16).padStart(8, '0');
  const secret = md5(`${username}:monero-rpc:${password}`);
  const response = md5(`${secret}:${session.nonce}:${nc}:c:auth:${md5('POST:/json_rpc')}`);
  return (
    `Digest username="${username}", realm="monero-rpc", nonce="${session.nonce}", uri="/json_rpc", ` +
    `algorithm=MD5, qop=auth, nc=${nc}, cnonce="c", response="${response}"`
  );
};
