/** `npx ostro` from the packed package in an empty folder: the wallet in a browser of this computer, behind a SOCKS5 proxy. */
import { spawn, type ChildProcess } from 'node:child_process';
import { mkdtempSync, readdirSync, readFileSync, readlinkSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Page } from '@playwright/test';
import { run } from '../../../scripts/tools/setup/process.mjs';
import { projectRoot } from '../../../scripts/tools/setup/setup.mjs';
import { makeFirstWallet, pay, receiveAddress, spendable, unlock, visit } from '../../e2e/journeys.ts';
import { expect, test } from '../../support/app.ts';
import { startSocksProxy } from '../../support/socks-proxy.ts';
import { countPresses } from '../../support/presses.ts';
import { changed, listen } from '../../support/staged-nodes.ts';

const PAYEE =
  '49PtGejUr1wEh43idmGvbBCKr6WeeefSrf4hM89rvEcj8iDaDDkDegvUKBSHekqqVNN4Nywr2g8DTh27Z8qk51986G8Bszv';

let folder: string;
test.beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), 'ostro-npx-'));
  const packed = join(folder, 'packed');
  const program = join(projectRoot, 'scripts/tools/build/package.ts');
  const built = await run(process.execPath, [join(projectRoot, 'scripts/run.mjs'), program, packed], {
    cwd: projectRoot,
    quiet: true,
  });
  if (built.code !== 0) throw new Error(built.output);
  const [file = ''] = readdirSync(packed).filter((name) => name.endsWith('.tgz'));
  const install = ['install', '--offline', '--no-audit', '--no-fund', '--ignore-scripts', join(packed, file)];
  const installed = await run('npm', install, { cwd: folder, quiet: true });
  if (installed.code !== 0) throw new Error(installed.output);
});
test.afterAll(() => rmSync(folder, { recursive: true, force: true }));

interface Command {
  readonly address: string;
  readonly origin: string;
  readonly child: ChildProcess;
  readonly stop: () => Promise<void>;
}
const startCommand = async (...flags: string[]): Promise<Command> => {
  const program = join(folder, 'node_modules/.bin/ostro');
  const child = spawn(process.execPath, [program, '--no-open', ...flags], { cwd: folder });
  const ended = new Promise<void>((resolve) => child.on('exit', () => resolve()));
  const address = await new Promise<string>((resolve, reject) => {
    let output = '';
    for (const stream of [child.stdout, child.stderr])
      stream.setEncoding('utf8').on('data', (text: string) => {
        output += text;
        const found = /http:\/\/127\.0\.0\.1:\d+\/by-command\/\?token=[\w-]+/.exec(output)?.[0];
        if (found !== undefined) resolve(found);
      });
    child.on('exit', () => reject(new Error(output)));
  });
  return {
    address,
    origin: new URL(address).origin,
    child,
    stop: async () => {
      child.kill('SIGTERM');
      await ended;
    },
  };
};

/** The remote ports of the TCP connections that this process made, as Linux tells them. */
const connectionsOf = ({ child, origin }: Command): number[] => {
  const fds = `/proc/${child.pid}/fd`;
  const inodes = new Set(
    readdirSync(fds).flatMap((fd) => {
      try {
        return /^socket:\[(\d+)\]$/.exec(readlinkSync(join(fds, fd)))?.[1] ?? [];
      } catch {
        return []; // closed meanwhile
      }
    }),
  );
  const own = Number(new URL(origin).port);
  return ['tcp', 'tcp6', 'udp', 'udp6'].flatMap((kind) =>
    readFileSync(`/proc/${child.pid}/net/${kind}`, 'utf8')
      .trim()
      .split('\n')
      .slice(1)
      .map((line) => line.trim().split(/\s+/))
      .filter((words) => inodes.has(words[9]!))
      .map((words) => [words[1]!, words[2]!].map((each) => Number.parseInt(each.split(':')[1]!, 16)))
      .filter(([local]) => local !== own)
      .map(([, remote]) => remote!),
  );
};

/** The first screen, at an address without the token. */
const enter = async (page: Page, { address }: Command): Promise<void> => {
  await page.goto(address);
  await expect(page).toHaveURL(/\/by-command\/$/);
  await page.getByText('Make a new wallet').waitFor();
};
const testNode = async (page: Page, address: string): Promise<void> => {
  await page.getByLabel('Address of the node').fill(address);
  await page.getByRole('dialog').getByRole('button', { name: 'Test', exact: true }).click();
};

test('a wallet behind the command receives and pays through the proxy, and nothing goes another way', async ({
  devnet,
  page,
  context,
}) => {
  const nodePort = Number(new URL(devnet.daemonUrl).port);
  const proxy = await startSocksProxy(() => nodePort);
  const command = await startCommand('--port', '0', '--proxy', `127.0.0.1:${proxy.port}`);
  const requests: string[] = [];
  context.on('request', (request) => requests.push(request.url()));
  const looked: number[] = [];
  const look = setInterval(() => looked.push(...connectionsOf(command)), 20);

  // Without the cookie there is no page.
  await page.goto(`${command.origin}/by-command/`);
  await expect(page.getByText('Open the address that the command ostro printed')).toBeVisible();
  await enter(page, command);
  await makeFirstWallet(page, 'Everyday');
  // The name is looked up by the proxy alone.
  await expect(page.getByRole('heading', { name: 'Choose a node' })).toBeVisible();
  await expect(page.getByRole('alert')).toHaveCount(0);
  const presses = await countPresses(page);
  await page.getByLabel('Address of the node').fill('http://node.localhost:18081');
  await page.getByRole('button', { name: 'Add this node' }).click();
  await expect(page.getByText('Spendable now')).toBeVisible();
  expect(await presses()).toBe(2);
  const address = await receiveAddress(page);
  await devnet.faucet(address);
  await devnet.mine(11);
  await expect.poll(() => spendable(page)).toBe('10');
  await pay(page, PAYEE, '1.25');
  await devnet.mine(10);
  await expect.poll(() => spendable(page)).toMatch(/^8\.7/);
  const left = await spendable(page);

  // A regtest node is not taken under a name of elsewhere, but it is reached.
  await visit(page, 'nodes');
  await page.getByRole('button', { name: 'Add a node' }).click();
  const dialog = page.getByRole('dialog');
  await expect(dialog).toContainText(`its proxy 127.0.0.1:${proxy.port}`);
  await testNode(page, 'http://abcdefghijklmnop.onion:18081');
  await expect(dialog.getByText(/regtest|test chain/i).first()).toBeVisible();

  clearInterval(look);
  looked.push(...connectionsOf(command));
  expect(looked.length).toBeGreaterThan(0);
  expect([...new Set(looked)]).toEqual([proxy.port]);
  expect([...new Set(proxy.asked)].sort()).toEqual(['abcdefghijklmnop.onion:18081', 'node.localhost:18081']);
  const elsewhere = requests.filter((url) => !url.startsWith(command.origin) && !/^(?:data|blob):/.test(url));
  expect(elsewhere).toEqual([]);
  expect(requests.some((url) => url.includes('/by-command/node/'))).toBe(true);

  // The command is started again: the page says so, and the new address opens the same wallets.
  await command.stop();
  await page.getByRole('dialog').getByRole('button', { name: 'Test', exact: true }).click();
  await expect(dialog.getByText('The command ostro does not answer')).toBeVisible();
  const again = await startCommand(
    ...['--port', new URL(command.origin).port, '--proxy', `127.0.0.1:${proxy.port}`],
  );
  await page.goto(again.address);
  await expect(page).toHaveURL(/\/by-command\/(?:#.*)?$/);
  await unlock(page);
  await expect.poll(() => spendable(page)).toBe(left);
  await again.stop();
  proxy.stop();
});

test('a node whose certificate has another fingerprint is refused by name', async ({ devnet, page }) => {
  const node = await listen(changed(devnet.daemonUrl, {}, { cors: false }), { tls: true });
  const flags = ['--port', '0', '--node', node.address, '--daemon-ssl-allowed-fingerprints'];
  const wrong = await startCommand(...flags, '00'.repeat(32));
  await enter(page, wrong);
  await visit(page, 'nodes');
  await page.getByRole('button', { name: 'Add a node' }).click();
  await testNode(page, node.address);
  const found = page.getByText(/SHA-256 fingerprint [0-9a-f]{64} is not among the allowed ones/);
  await expect(found).toBeVisible();
  const fingerprint = /fingerprint ([0-9a-f]{64})/.exec((await found.textContent()) ?? '')?.[1] ?? '';
  await wrong.stop();
  const right = await startCommand(...flags, fingerprint);
  await enter(page, right);
  await visit(page, 'nodes');
  await page.getByRole('button', { name: 'Add a node' }).click();
  await testNode(page, node.address);
  await expect(page.getByRole('dialog').getByText(/^Works/)).toBeVisible();
  await right.stop();
  node.stop();
});
