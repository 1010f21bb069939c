/**
 * One life of the server of `npm run wallet-rpc`: it starts, answers over HTTP who knows its login, opens and saves wallets, and
 * leaves nothing behind. Other flags and other ends: tests/long/browser/wallet-rpc.test.ts.
 */
import { once } from 'node:events';
import {
  cpSync,
  existsSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  writeFileSync,
} from 'node:fs';
import { createServer, type AddressInfo } from 'node:net';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { openFolder } from '../../src/server/files/folder.ts';
import { createDigestCaller, type DigestCaller } from '../support/digest-caller.ts';
import { texts, walletsIn } from '../unit/store/folder-world.ts';
import { OLD_FOLDER, readExpected } from '../vectors/wallets-0.1/old-wallets.ts';
import { checkOldWallet } from './old-calls.ts';
import { emptyFolder, spawnServer, startServer, type WalletServer } from './wallet-server.ts';

const LOGIN_FILE = /^monero-wallet-rpc\.\d+\.login$/;

let folder: ReturnType<typeof emptyFolder>;
let server: WalletServer;
let caller: DigestCaller;
/** What the server uses: the working directory, wallets that version 0.1 wrote, and a folder for temporary files. */
const at = (...path: string[]): string => join(folder.dir, ...path);
const loginFile = (): string | undefined => readdirSync(folder.dir).find((name) => LOGIN_FILE.test(name));
const callerWith = (login: string): DigestCaller => {
  const [username = '', password = ''] = login.split(':');
  return createDigestCaller(server.port, '/json_rpc', { username, password });
};

beforeAll(async () => {
  folder = emptyFolder();
  cpSync(OLD_FOLDER, at('wallets'), { recursive: true });
  mkdirSync(at('temporary'));
  server = await startServer(['--offline', '--wallet-dir', at('wallets')], {
    cwd: folder.dir,
    env: { TMPDIR: at('temporary') },
  });
});
afterAll(async () => {
  caller.end();
  server.child.kill('SIGTERM');
  await server.ended;
  folder.remove();
});

it('says that it listens with the start lines of the reference', () => {
  const [binding, starting] = server.output().trimEnd().split('\n').slice(-2);
  expect(binding).toMatch(new RegExp(` Binding on 127\\.0\\.0\\.1 \\(IPv4\\):${server.port}$`));
  expect(starting).toMatch(/ Starting wallet RPC server$/);
});

it('needs the login that it wrote to a file which only its owner can read', async () => {
  const file = at(loginFile()!);
  expect(statSync(file).mode & 0o777).toBe(0o600);
  const login = readFileSync(file, 'utf8');
  expect(login).toMatch(/^monero:[\w+/]{22}==$/);
  await expect(server.call('get_version')).rejects.toThrow('HTTP 401');
  const wrong = callerWith('monero:wrong');
  await expect(wrong.call('get_version')).rejects.toThrow('HTTP 401');
  wrong.end();
  caller = callerWith(login);
  expect(await caller.call('get_version')).toMatchObject({ version: expect.any(Number) as number });
});

it('leaves the login file of the server that has its port already', async () => {
  const running = createServer().listen(0, '127.0.0.1');
  await once(running, 'listening');
  const { port } = running.address() as AddressInfo;
  const file = at(`monero-wallet-rpc.${port}.login`);
  writeFileSync(file, 'monero:of the running server');
  const given = { cwd: folder.dir, env: { TMPDIR: at('temporary') }, port };
  const { server: second } = spawnServer(['--offline', '--wallet-dir', at('wallets')], given);
  expect(await second.ended).toBe(1);
  expect(second.output()).toContain('EADDRINUSE');
  expect(readFileSync(file, 'utf8')).toBe('monero:of the running server');
  rmSync(file);
  running.close();
});

it('opens a wallet of version 0.1 from its folder with all its data', async () => {
  const [name, wallet] = Object.entries(readExpected('folder').wallets)[0]!;
  await checkOldWallet((envelope) => caller.send(envelope), name, wallet);
});

it('writes a change before its call is answered', async () => {
  await caller.call('create_wallet', { filename: 'mine', password: 'pw', language: 'English' });
  const before = readFileSync(at('wallets/mine'));
  await caller.call('set_attribute', { key: 'k', value: 'answered' });
  expect(readFileSync(at('wallets/mine')).equals(before)).toBe(false);
});

it('saves its wallet at SIGTERM and leaves no lock, login or temporary file', async () => {
  const mine = (): readonly string[] => readdirSync(at('wallets')).filter((name) => /^mine\b/.test(name));
  expect(mine()).toContain('mine.lock');
  server.child.kill('SIGTERM');
  expect(await server.ended).toBe(0);
  expect(mine()).toEqual(['mine', 'mine.keys']);
  expect(loginFile()).toBeUndefined();
  expect(readdirSync(at('temporary'))).toEqual([]);
  expect(existsSync(at('wallets/mine.lock'))).toBe(false);
  const file = await walletsIn(openFolder(at('wallets'))).open('mine', 'pw');
  expect((await texts(file)).join('')).toContain('answered');
  await file.close();
});
