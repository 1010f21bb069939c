/**
 * GET /health, GET /ready and GET /metrics on a port of their own. They tell what the server does, never what a wallet has:
 * no key, address, label or amount. They ask for no login, so the port is one of this machine unless a flag says otherwise.
 */
import { createServer } from 'node:http';
import { listen } from '../http/listen.ts';
import { createAccess } from '../http/access.ts';
import { family, TEXT_FORMAT } from './exposition.ts';
import { lagOf, nodeState, stateText, type MonitoredStatus, type WalletStatus } from './state-metrics.ts';

/** Milliseconds after which a worker counts as one that does not answer. */
const PATIENCE_MS = 3000;

/** A wallet of the server; `name` is undefined for the only one. */
export interface Watched {
  readonly name: string | undefined;
  readonly status: () => Promise<MonitoredStatus>;
}
interface MonitorOptions {
  readonly port: number;
  readonly ip: string;
  /** Names of this machine, as for the JSON-RPC port. */
  readonly hosts?: readonly string[];
  /** The wallets that have a worker now. */
  readonly wallets: () => readonly Watched[];
  /** Call-metrics.mjs. */
  readonly calls: { readonly text: () => string };
  /** Resolves when the database answers; undefined without one. */
  readonly database?: (() => Promise<void>) | undefined;
  readonly patienceMs?: number;
}

/** Answers {listen(), stop()}; `listen` answers the port. */
export function createMonitor({
  port,
  ip,
  hosts = [],
  wallets,
  calls,
  database,
  patienceMs = PATIENCE_MS,
}: MonitorOptions) {
  const refuse = createAccess({ ips: [ip], origins: [], hosts });
  const states = () => Promise.all(wallets().map((each) => stateOf(each, patienceMs)));
  const databaseAnswers = async () =>
    database === undefined ||
    (await within(
      patienceMs,
      database().then(() => true),
    )) === true;
  const pages: Readonly<Record<string, () => Promise<Page>>> = {
    '/health': async () => healthOf(await states()),
    '/ready': async () => {
      const ready = await databaseAnswers();
      return { status: ready ? 200 : 503, type: 'application/json', body: `${JSON.stringify({ ready })}\n` };
    },
    '/metrics': async () => {
      const [now, answers] = await Promise.all([states(), databaseAnswers()]);
      const text = [stateText(now), database ? databaseText(answers) : '', calls.text(), processText()];
      return { status: 200, type: TEXT_FORMAT, body: text.join('') };
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
    stop: (): Promise<void> =>
      new Promise((resolve) => {
        server.close(() => resolve());
        server.closeAllConnections();
      }),
  };
}

interface Page {
  readonly status: number;
  readonly type: string;
  readonly body: string;
}

const stateOf = async ({ name, status }: Watched, ms: number): Promise<WalletStatus> => ({
  name,
  status: await within(ms, status()),
});

/**
 * 200 as long as all workers answer: a node that is away is no reason to restart this server. `starting`: an open wallet has read
 * nothing yet.
 */
const healthOf = (wallets: readonly WalletStatus[]): Page => {
  const healthy = wallets.every(({ status }) => status !== undefined);
  const isRead = wallets.every(
    ({ status }) =>
      !status || status.phase === 'closed' || status.node.address === '' || lagOf(status) !== undefined,
  );
  const body = {
    status: healthy ? (isRead ? 'ok' : 'starting') : 'failing',
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

const databaseText = (answers: boolean) =>
  family('ostro_database_up', 'gauge', '1 when the database of the wallets answers.', [
    { value: answers ? 1 : 0 },
  ]);

const processText = () =>
  [
    family('ostro_server_resident_bytes', 'gauge', 'Resident memory of the server process.', [
      { value: process.memoryUsage.rss() },
    ]),
    family('ostro_server_start_time_seconds', 'gauge', 'When the server process started.', [
      { value: Math.round(Date.now() / 1000 - process.uptime()) },
    ]),
  ].join('');

/** The value, or undefined when it is late or fails. */
const within = <T>(ms: number, value: Promise<T>): Promise<T | undefined> => {
  let timer: NodeJS.Timeout | undefined;
  const late = new Promise((resolve: (none: undefined) => void) => {
    timer = setTimeout(() => resolve(undefined), ms);
  });
  return Promise.race([value.catch(() => undefined), late]).finally(() => clearTimeout(timer));
};
