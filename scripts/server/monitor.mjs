/**
 * GET /health and GET /metrics on a port of their own. They tell what the server does, never what a wallet has: no key,
 * address, label or amount. They ask for no login, so the port is one of this machine unless a flag says otherwise.
 */
import { createServer } from 'node:http';
import { listen } from '../tools/app/listen.mjs';
import { createAccess } from './access.mjs';
import { family, TEXT_FORMAT } from './exposition.mjs';
import { ownMemory } from './memory.mjs';
import { lagOf, nodeState, stateText } from './state-metrics.mjs';

/** Milliseconds after which a worker counts as one that does not answer. */
const PATIENCE_MS = 3000;

/** @typedef {import('./state-metrics.mjs').Status} Status */
/** @typedef {import('./state-metrics.mjs').WalletState} WalletState */
/**
 * A wallet of the server; `name` is undefined for the only one.
 * @typedef {{ readonly name: string | undefined, readonly status: () => Promise<Status> }} Watched
 */
/**
 * @typedef {object} MonitorOptions
 * @property {number} port
 * @property {string} ip
 * @property {readonly string[]} [hosts] names of this machine, as for the JSON-RPC port
 * @property {() => readonly Watched[]} wallets those that have a worker now
 * @property {{ readonly text: () => string }} calls call-metrics.mjs
 * @property {() => Promise<readonly number[]>} browser ids of the browser's processes
 * @property {number} [patienceMs]
 */

/**
 * Answers {listen(), stop()}; `listen` answers the port.
 * @param {MonitorOptions} options
 */
export function createMonitor({ port, ip, hosts = [], wallets, calls, browser, patienceMs = PATIENCE_MS }) {
  const refuse = createAccess({ ip, origins: [], hosts });
  const states = () => Promise.all(wallets().map((each) => stateOf(each, patienceMs)));
  /** @type {Readonly<Record<string, () => Promise<Page>>>} */
  const pages = {
    '/health': async () => healthOf(await states()),
    '/metrics': async () => {
      const [now, memory] = await Promise.all([states(), memoryText(browser, patienceMs)]);
      return { status: 200, type: TEXT_FORMAT, body: `${stateText(now)}${calls.text()}${memory}` };
    },
  };
  const server = createServer({ headersTimeout: 5000, requestTimeout: 5000 }, (req, res) => {
    const answer = async () => {
      const refusal = refuse(req.method, req.headers);
      if (refusal) return { status: refusal.status, type: 'text/plain; charset=utf-8', body: refusal.body };
      const path = req.url?.split('?')[0] ?? '';
      const page = Object.hasOwn(pages, path) ? pages[path] : undefined;
      if (!page) return { status: 404, type: 'text/plain', body: '' };
      return req.method === 'GET' ? page() : { status: 405, type: 'text/plain', body: '' };
    };
    void answer()
      .catch(() => ({ status: 500, type: 'text/plain', body: '' }))
      .then(({ status, type, body }) => {
        res.writeHead(status, { 'Content-Type': type, 'Cache-Control': 'no-store' });
        res.end(body);
      });
  });
  server.maxConnections = 50;
  return {
    listen: () => listen(server, port, ip),
    /** @returns {Promise<void>} */
    stop: () =>
      new Promise((resolve) => {
        server.close(() => resolve());
        server.closeAllConnections();
      }),
  };
}

/** @typedef {{ readonly status: number, readonly type: string, readonly body: string }} Page */

/**
 * @param {Watched} wallet
 * @param {number} ms
 * @returns {Promise<WalletState>}
 */
const stateOf = async ({ name, status }, ms) => ({ name, status: await within(ms, status()) });

/**
 * 200 as long as all workers answer: a node that is away is no reason to restart this server.
 * @param {readonly WalletState[]} wallets
 * @returns {Page}
 */
const healthOf = (wallets) => {
  const healthy = wallets.every(({ status }) => status !== undefined);
  const body = {
    status: healthy ? 'ok' : 'failing',
    wallets: wallets.map(({ name, status }) => ({
      ...(name !== undefined && { name }),
      ...(status === undefined
        ? { answers: false }
        : {
            answers: true,
            open: status.phase !== 'closed',
            node: nodeState(status),
            ...(status.phase !== 'closed' && { height: status.height, lag: lagOf(status) }),
          }),
    })),
  };
  return { status: healthy ? 200 : 503, type: 'application/json', body: `${JSON.stringify(body)}\n` };
};

/**
 * @param {MonitorOptions['browser']} browser
 * @param {number} ms
 */
const memoryText = async (browser, ms) => {
  const pids = await within(ms, browser());
  const bytes = pids && (await ownMemory(pids));
  return [
    family('ostro_server_resident_bytes', 'gauge', 'Resident memory of the server process.', [
      { value: process.memoryUsage.rss() },
    ]),
    family(
      'ostro_browser_own_bytes',
      'gauge',
      "Memory of the browser's processes, without what they share.",
      bytes === undefined ? [] : [{ value: bytes }],
    ),
    family(
      'ostro_browser_processes',
      'gauge',
      'Processes of the browser.',
      pids === undefined ? [] : [{ value: pids.length }],
    ),
    family('ostro_server_start_time_seconds', 'gauge', 'When the server process started.', [
      { value: Math.round(Date.now() / 1000 - process.uptime()) },
    ]),
  ].join('');
};

/**
 * The value, or undefined when it is late or fails.
 * @template T
 * @param {number} ms
 * @param {Promise<T>} value
 * @returns {Promise<T | undefined>}
 */
const within = (ms, value) => {
  /** @type {NodeJS.Timeout | undefined} */
  let timer;
  const late = new Promise((/** @type {(none: undefined) => void} */ resolve) => {
    timer = setTimeout(() => resolve(undefined), ms);
  });
  return Promise.race([value.catch(() => undefined), late]).finally(() => clearTimeout(timer));
};
