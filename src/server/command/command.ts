/**
 * `ostro`: serves the page of its package to the browser of this computer, and forwards its requests to nodes. It has no
 * wallet and no key; nothing of the page is changed.
 */
import type { IncomingMessage, ServerResponse } from 'node:http';
import { serveFolder } from '../http/serve-folder.ts';
import { headersOf, pageOf, type Headers } from '../http/headers.ts';
import { codeOf, messageOf } from '../errors.mjs';
import { COMMAND_PATH, FACTS_PATH, RELAY, type CommandFacts } from '../../base/by-command.ts';
import { createFetches } from '../../nodejs/fetches.ts';
import { FlagError } from '../flags/flag-error.ts';
import { createDoor } from './door.ts';
import { readCommandFlags, usage, type CommandFlags } from './flags.ts';
import { openInBrowser } from './open.ts';
import type { RelayFlags } from '../relay/run-relay.ts';
import { createRelay } from './relay.ts';

interface RunningCommand {
  /** A new address to open, once. */
  readonly address: () => string;
  readonly stop: () => Promise<void>;
}

/** The page asks this server alone. */
const headers = (page: ReturnType<typeof pageOf>): Headers => headersOf(page, { 'connect-src': "'self'" });

/** `root`: the folder of the built page. */
export async function startCommand(
  root: string,
  { port, proxy, proxyText, nodes, tls }: Omit<CommandFlags, 'open' | 'relay'>,
): Promise<RunningCommand> {
  const fetches = createFetches({ proxy });
  const secured = tls && fetches.fetchBy({ tls });
  const relay = createRelay(secured ?? fetches.fetch, nodes);
  const facts: CommandFacts = { proxy: proxyText, nodes };
  const bound: { door?: ReturnType<typeof createDoor> } = {};
  const first = (req: IncomingMessage, res: ServerResponse): boolean => {
    const send = (status: number, type: string, body: string, more = {}) => {
      req.resume();
      const own = { 'Content-Type': `${type}; charset=utf-8`, 'Cache-Control': 'no-store', ...more };
      res.writeHead(status, { ...headers('index'), ...own }).end(body);
      return true;
    };
    const { door } = bound;
    // The port is known when it is bound.
    if (!door) return send(503, 'text/plain', '');
    const { url = '' } = req;
    // A browser loads it without cookies; it is the same in every copy.
    const isPublic = url === `${COMMAND_PATH}manifest.webmanifest`;
    const { kind, status, text, cookie } = door.judge(req);
    if (kind === 'entered')
      return send(status, 'text/html', text, { ...(cookie !== undefined && { 'Set-Cookie': cookie }) });
    if (kind === 'refused' && !(isPublic && status === 401)) return send(status, 'text/plain', text);
    if (!url.startsWith(COMMAND_PATH)) return send(404, 'text/plain', 'not found\n');
    const path = url.slice(COMMAND_PATH.length);
    if (path.startsWith(RELAY.path)) {
      relay.serve(req, res, path.slice(RELAY.path.length)).catch(() => res.destroy());
      return true;
    }
    if (path === FACTS_PATH) return send(200, 'application/json', JSON.stringify(facts));
    req.url = `/${path}`;
    return false;
  };
  const site = await serveFolder({ root, host: '127.0.0.1', port, headers, first }).catch(
    (error: unknown) => {
      fetches.stop();
      if (codeOf(error) !== 'EADDRINUSE') throw error;
      throw new FlagError(
        `Port ${port} is taken: this command may run already. The wallets of a browser belong to the port; --port chooses another.`,
      );
    },
  );
  const door = createDoor(site.port);
  bound.door = door;
  return {
    address: () => `http://127.0.0.1:${site.port}${COMMAND_PATH}?token=${door.issue()}`,
    stop: async () => {
      fetches.stop();
      await site.stop();
    },
  };
}

interface Package {
  /** The folder of the built page. */
  readonly root: string;
  readonly version: string;
  /** URL of the folder of the kernel's builds. */
  readonly kernel: string;
}

/** Runs the command until it is ended. */
export function runCommand(given: Package) {
  start(given).catch((error: unknown) => {
    console.error(error instanceof FlagError ? error.message : error);
    process.exit(1);
  });
}

const start = async ({ root, version, kernel }: Package) => {
  const flags = readCommandFlags(process.argv.slice(2));
  if ('shows' in flags) {
    console.log(flags.shows === 'usage' ? usage : `ostro ${version}`);
    return;
  }
  if (flags.relay) {
    await startRelayCommand(flags.relay, kernel);
    return;
  }
  const { address, stop } = await startCommand(root, flags);
  const first = address();
  console.log(
    `Ostro is at ${first}\nThis address works once; Enter prints another. Ctrl-C ends the command.`,
  );
  // A browser that was closed has lost the cookie.
  if (process.stdin.isTTY) process.stdin.on('data', () => console.log(address()));
  if (flags.proxy) console.log(`Requests to nodes go through the proxy ${flags.proxyText}.`);
  if (flags.tls?.anyCertificate)
    console.log(
      'Any certificate of a node is accepted: whoever is between can read and answer in its place.',
    );
  if (flags.open)
    openInBrowser(first, () => console.log('No browser was opened: open the address yourself.'));
  untilEnded(stop);
};

const startRelayCommand = async (flags: RelayFlags, kernel: string) => {
  const { runRelay, pairingLines } = await import('../relay/run-relay.ts');
  const { code, port, stop } = await runRelay(flags, { kernel, say: (line) => console.error(line) });
  console.log(pairingLines(code).join('\n'));
  console.log(`The relay listens on port ${port} and reads from ${flags.node}. Ctrl-C ends it.`);
  untilEnded(stop);
};

const untilEnded = (stop: () => Promise<void>) => {
  // A connection that breaks must not end the others.
  process.on('unhandledRejection', (error) => console.error(messageOf(error)));
  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'])
    process.on(signal, () => void stop().finally(() => process.exit(0)));
};
