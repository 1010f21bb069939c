/**
 * The administrator of the light-wallet server: a socket in its folder, which only the server's user can open, and the command that asks
 * there. Names and forms: docs/api/admin.yaml of vtnerd/monero-lws, whose keys for administrators are not needed here.
 */
import { rmSync } from 'node:fs';
import { createServer, request } from 'node:http';
import { join, relative } from 'node:path';
import { messageOf } from '../errors.mjs';
import { parseJson } from '../json.mjs';
import type { AccountStatus, LightAccount } from './accounts.ts';
import type { Administration } from './administration.ts';
import { LightError } from './light-error.ts';

interface Admin extends Administration {
  readonly all: () => readonly LightAccount[];
}

/** The commands of `--light-wallet-admin`. */
const ADMIN_USAGE = `--light-wallet-admin takes one of
  list_accounts
  list_requests
  accept_requests create|import ADDRESS…
  reject_requests create|import ADDRESS…
  modify_account_status active|inactive|hidden ADDRESS…
  rescan HEIGHT ADDRESS…`;

const SOCKET = 'admin.sock';
const MOST = 64 * 1024;
const ADDRESS = /^[1-9A-HJ-NP-Za-km-z]{95}$/;
const STATUSES: readonly AccountStatus[] = ['active', 'inactive', 'hidden'];

/** The path is relative where that is shorter: the system allows about a hundred bytes. */
const socketOf = (dir: string): string => {
  const path = join(dir, SOCKET);
  const short = relative(process.cwd(), path);
  return short.length < path.length ? short : path;
};

/** Answers commands until it is stopped. */
export function createAdminSocket(dir: string, admin: Admin) {
  const server = createServer({ requestTimeout: 10_000 }, (req, res) => {
    let text = '';
    req.setEncoding('utf8').on('data', (part: string) => {
      text += part;
      if (text.length > MOST) req.destroy();
    });
    req.on('end', () => {
      void run(admin, text)
        .then((result) => ({ status: 200, body: result }))
        .catch((error: unknown) => ({ status: 400, body: { error: messageOf(error) } }))
        .then(({ status, body }) => {
          res.writeHead(status, { 'Content-Type': 'application/json' });
          res.end(JSON.stringify(body));
        });
    });
  });
  const path = socketOf(dir);
  return {
    /** The folder admits its owner alone, and so does the socket. */
    listen: (): Promise<void> =>
      new Promise((resolve, reject) => {
        // A killed server leaves its socket. Two servers cannot have the folder: the wallets in it are locked.
        rmSync(path, { force: true });
        server.once('error', reject);
        server.listen(path, () => resolve());
      }),
    stop: (): Promise<void> =>
      new Promise((resolve) => {
        server.close(() => resolve());
        server.closeAllConnections();
      }),
  };
}

/** Asks a running server; resolves to its answer as text. Throws Error with its sentence. */
export function askAdmin(dir: string, words: readonly string[]): Promise<string> {
  return new Promise((resolve, reject) => {
    const asking = request({ socketPath: socketOf(dir), method: 'POST', path: '/' }, (res) => {
      let text = '';
      res.setEncoding('utf8').on('data', (part: string) => (text += part));
      res.on('end', () => {
        const answer = parseJson(text) as { readonly error?: string };
        if (res.statusCode === 200) resolve(JSON.stringify(answer, null, 2));
        else reject(new Error(answer.error ?? `status ${res.statusCode}`));
      });
    });
    asking.on('error', (error) =>
      reject(new Error(`No light-wallet server runs on ${dir}: ${error.message}`)),
    );
    asking.end(JSON.stringify(words));
  });
}

const run = async (admin: Admin, text: string): Promise<object> => {
  const words = parseJson(text);
  if (!Array.isArray(words) || !words.every((each): each is string => typeof each === 'string'))
    throw new LightError(400, ADMIN_USAGE);
  const [command = '', ...rest] = words;
  if (command === 'list_accounts' && rest.length === 0) return listAccounts(admin.all());
  if (command === 'list_requests' && rest.length === 0) return listRequests(admin.all());
  const [what = '', ...addresses] = rest;
  const work = workOf(admin, command, what);
  if (!work || addresses.length === 0) throw new LightError(400, ADMIN_USAGE);
  const wrong = addresses.find((each) => !ADDRESS.test(each));
  if (wrong !== undefined) throw new LightError(400, `'${wrong}' is no address`);
  const updated: string[] = [];
  for (const address of addresses) {
    await work(address);
    updated.push(address);
  }
  return { updated };
};

const workOf = (
  admin: Admin,
  command: string,
  what: string,
): ((address: string) => Promise<void>) | undefined => {
  const isRequest = what === 'create' || what === 'import';
  if (command === 'accept_requests' && isRequest) return (address) => admin.accept(what, address);
  if (command === 'reject_requests' && isRequest) return (address) => admin.reject(what, address);
  if (command === 'modify_account_status' && STATUSES.includes(what as AccountStatus))
    return (address) => admin.setStatus(address, what as 'active' | 'inactive' | 'hidden');
  if (command === 'rescan' && /^\d{1,9}$/.test(what)) return (address) => admin.rescan(address, Number(what));
  return undefined;
};

const listAccounts = (all: readonly LightAccount[]): object =>
  Object.fromEntries(
    STATUSES.map((status) => [
      status,
      all
        .filter((account) => account.status === status)
        .map(({ address, start, lookahead }) => ({ address, start_height: start, lookahead })),
    ]),
  );

const listRequests = (all: readonly LightAccount[]): object => ({
  create: all
    .filter(({ status }) => status === 'requested')
    .map(({ address, start, lookahead }) => ({ address, start_height: start, lookahead })),
  import: all.flatMap(({ address, wanted }) =>
    wanted ? [{ address, start_height: wanted.from, lookahead: wanted.lookahead }] : [],
  ),
});
