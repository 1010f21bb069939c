/**
 * The server of `npm run wallet-rpc`: its flags, what it stores, and that it saves its wallet however it is ended. One life of it:
 * tests/browser/wallet-rpc.test.ts.
 */
import { existsSync, mkdirSync, readdirSync, readFileSync, watch, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { run } from '../../../scripts/tools/setup/process.mjs';
import { serveFolder } from '../../../src/server/http/serve-folder.ts';
import { projectRoot } from '../../../scripts/tools/setup/setup.mjs';
import { parseAddress } from '../../../src/protocol/address/address.ts';
import known from '../../vectors/known-wallet.json' with { type: 'json' };
import { emptyFolder, spawnServer, startServer, type WalletServer } from '../../browser/wallet-server.ts';
import { launchBrowser } from '../../support/browser.ts';
import { createDigestCaller } from '../../support/digest-caller.ts';

const OPEN = ['--disable-rpc-login', '--offline'];
const NEW = { filename: 'mine', password: 'pw', language: 'English' };
const MINE = { filename: 'mine', password: 'pw' };

let folder: ReturnType<typeof emptyFolder>;
const running = new Set<WalletServer>();
const start = async (...given: Parameters<typeof startServer>): Promise<WalletServer> => {
  const server = await startServer(...given);
  running.add(server);
  return server;
};
const inFolder = (...more: string[]): readonly string[] => [...OPEN, '--wallet-dir', folder.dir, ...more];
const end = async (server: WalletServer, signal: NodeJS.Signals = 'SIGTERM'): Promise<number | null> => {
  server.child.kill(signal);
  return server.ended;
};
/** Opens the wallet, or makes it, so that each test can run alone. */
const openMine = async (server: WalletServer): Promise<void> => {
  if (existsSync(join(folder.dir, 'mine.keys'))) await server.call('open_wallet', MINE);
  else await server.call('create_wallet', NEW);
};
/** What a new server finds in the files. */
const remembered = async (): Promise<unknown> => {
  const server = await start(inFolder());
  await server.call('open_wallet', MINE);
  const found = await server.call('get_attribute', { key: 'k' }).catch(String);
  await end(server);
  return found;
};

beforeAll(() => {
  folder = emptyFolder();
});
afterEach(async () => {
  for (const server of running) if (server.child.exitCode === null) await end(server);
  running.clear();
});
afterAll(() => folder.remove());

describe('the wallet server, when it is ended', () => {
  it.each(['SIGTERM', 'SIGINT'] as const)(
    'by %s, saves its wallet; the files alone restore it',
    async (signal) => {
      const server = await start(inFolder());
      await openMine(server);
      await server.call('set_attribute', { key: 'k', value: signal });
      expect(await end(server, signal)).toBe(0);
      expect(readdirSync(folder.dir).sort()).toEqual(['mine', 'mine.keys']);
      expect(await remembered()).toEqual({ value: signal });
    },
  );

  it('by the end of npm, notices that and saves its wallet', async () => {
    for (const signal of ['SIGTERM', 'SIGKILL'] as const) {
      const server = await start(inFolder(), { npm: true });
      await server.call('open_wallet', MINE);
      await server.call('set_attribute', { key: 'k', value: `npm ${signal}` });
      // Only npm gets the signal.
      server.child.kill(signal);
      await server.ended;
      await expect.poll(() => answers(server.port)).toBe(false);
      await expect.poll(() => existsSync(join(folder.dir, 'mine.lock'))).toBe(false);
      expect(await remembered()).toEqual({ value: `npm ${signal}` });
    }
  });

  it('by Ctrl-C under npm, which reaches every process of the terminal, saves its wallet', async () => {
    const server = await start(inFolder(), { npm: true });
    await server.call('open_wallet', MINE);
    await server.call('set_attribute', { key: 'k', value: 'Ctrl-C' });
    process.kill(-server.child.pid!, 'SIGINT');
    await server.ended;
    expect(await remembered()).toEqual({ value: 'Ctrl-C' });
  });

  it('by stop_wallet, answers, saves its wallet and exits', async () => {
    const server = await start(inFolder());
    await server.call('open_wallet', MINE);
    await server.call('set_attribute', { key: 'k', value: 'stopped' });
    expect(await server.call('stop_wallet')).toEqual({});
    expect(await server.ended).toBe(0);
    expect(await remembered()).toEqual({ value: 'stopped' });
  });

  it('by a signal while it starts, leaves no file and no lock behind', async () => {
    const temporary = join(folder.dir, 'temporary');
    mkdirSync(temporary);
    const flags = [...OPEN, '--wallet-file', join(folder.dir, 'mine'), '--password', 'pw'];
    const { server } = spawnServer(flags, { env: { TMPDIR: temporary } });
    await expect.poll(() => readdirSync(folder.dir), { interval: 5 }).toContain('mine.lock');
    server.child.kill('SIGTERM');
    expect(await server.ended).toBe(0);
    expect(readdirSync(temporary)).toEqual([]);
    expect(existsSync(join(folder.dir, 'mine.lock'))).toBe(false);
  });
});

describe('the wallet server in the background', () => {
  const script = join(projectRoot, 'scripts/wallet-rpc.mjs');
  const background = (...more: string[]): ReturnType<typeof run> => {
    const config = join(folder.dir, 'config');
    const lines = ['detach=1', 'offline=1', 'disable-rpc-login=1', `wallet-dir=${folder.dir}`];
    writeFileSync(config, lines.join('\n'));
    const files = ['--log-file', join(folder.dir, 'log'), '--pidfile', join(folder.dir, 'pid')];
    return run(process.execPath, [script, '--config-file', config, ...files, ...more], { quiet: true });
  };
  const logged = (): string => readFileSync(join(folder.dir, 'log'), 'utf8');

  it('answers when its starter ends, writes its log and its process id, and saves at a signal', async () => {
    const { code, output } = await background('--rpc-bind-port', '0');
    expect([code, output]).toEqual([0, expect.stringContaining('Forking to background...') as string]);
    const pid = Number(readFileSync(join(folder.dir, 'pid'), 'utf8'));
    expect(output).toContain(`Forked PID: ${pid}`);
    const port = Number(/ Binding on .*:(\d+)$/m.exec(logged())?.[1]);
    expect(await answers(port)).toBe(true);
    process.kill(pid, 'SIGTERM');
    await expect.poll(() => existsSync(join(folder.dir, 'pid'))).toBe(false);
    expect(logged()).toContain('SIGTERM: saving and ending');
    expect(await answers(port)).toBe(false);
  });
  it('says why it does not start', async () => {
    const server = await start(inFolder());
    const { code, output } = await background('--rpc-bind-port', String(server.port));
    expect([code, output]).toEqual([1, expect.stringContaining('EADDRINUSE') as string]);
    expect(existsSync(join(folder.dir, 'pid'))).toBe(false);
  });
});

describe('wallet files of the server', () => {
  it('contain a change before its call is answered; store folds the journal, and closing without autosave loses nothing', async () => {
    const server = await start(inFolder());
    await server.call('open_wallet', MINE);
    await server.call('set_attribute', { key: 'k', value: 'stored' });
    const before = readFileSync(join(folder.dir, 'mine'));
    await server.call('store');
    expect(readFileSync(join(folder.dir, 'mine')).equals(before)).toBe(false);
    await server.call('set_attribute', { key: 'k', value: 'kept' });
    await server.call('close_wallet', { autosave_current: false });
    await server.call('open_wallet', MINE);
    expect(await server.call('get_attribute', { key: 'k' })).toEqual({ value: 'kept' });
  });

  it.each(['a call was sent', 'it writes to the folder', 'a call was answered'] as const)(
    'contain everything that was answered when the server is killed after %s',
    async (moment) => {
      const server = await start(inFolder());
      await openMine(server);
      const answered = new Map<string, string>();
      const write = async (key: string): Promise<void> => {
        await server.call('set_attribute', { key, value: moment });
        answered.set(key, moment);
      };
      for (let i = 0; i < 3; i++) await write(`${moment} ${i}`);
      const { address } = await server.call('create_address', { account_index: 0 });
      const writing = new Promise<void>((resolve) => {
        const watcher = watch(folder.dir, () => {
          watcher.close();
          resolve();
        });
      });
      const last = write(`${moment} last`).catch(() => undefined);
      if (moment === 'it writes to the folder') await writing;
      if (moment === 'a call was answered') await last;
      server.child.kill('SIGKILL');
      await server.ended;
      await last;
      expect(answered.size).toBeGreaterThanOrEqual(3);
      const next = await start(inFolder());
      await next.call('open_wallet', MINE);
      for (const [key, value] of answered)
        expect(await next.call('get_attribute', { key })).toEqual({ value });
      expect(await next.call('get_address_index', { address: address as string })).toBeDefined();
    },
  );

  it('open with the new password alone when the server is killed after its change was answered', async () => {
    const server = await start(inFolder());
    await openMine(server);
    await server.call('change_wallet_password', { old_password: 'pw', new_password: 'new' });
    server.child.kill('SIGKILL');
    await server.ended;
    const next = await start(inFolder());
    await expect(next.call('open_wallet', MINE)).rejects.toThrow('invalid password');
    await next.call('open_wallet', { ...MINE, password: 'new' });
    await next.call('change_wallet_password', { old_password: 'new', new_password: 'pw' });
  });

  it('open in one server at a time', async () => {
    const [one, other] = [await start(inFolder()), await start(inFolder())];
    await one.call('open_wallet', MINE);
    await expect(other.call('open_wallet', MINE)).rejects.toThrow('opened by another wallet program');
  });

  it('--wallet-file opens one wallet with its password, and allows no other', async () => {
    const file = join(folder.dir, 'mine');
    const server = await start([...OPEN, '--wallet-file', file, '--password', 'pw']);
    expect(await server.call('get_height')).toMatchObject({ height: expect.anything() as number });
    await expect(server.call('create_wallet', { ...NEW, filename: 'x' })).rejects.toThrow('-23');
    await end(server);
    await expect(start([...OPEN, '--wallet-file', file, '--password', 'guess'])).rejects.toThrow(
      /ended with 1: .*invalid password/s,
    );
  });
});

describe('access to the server', () => {
  it('needs the login of --rpc-login; --restricted-rpc allows reading only', async () => {
    const flags = ['--offline', '--wallet-file', join(folder.dir, 'mine'), '--password', 'pw'];
    const named = await start([...flags, '--rpc-login', 'me:secret', '--restricted-rpc']);
    const { call, end: close } = createDigestCaller(named.port, '/json_rpc', {
      username: 'me',
      password: 'secret',
    });
    expect(await call('get_balance')).toHaveProperty('balance');
    for (const method of ['query_key', 'transfer', 'stop_wallet', 'set_log_level', 'setup_background_sync'])
      await expect(call(method)).rejects.toThrow('(-7)');
    close();
  });

  // threat: foreign-request
  it('is refused to web pages when no flag names a login or an origin', async () => {
    const server = await start(inFolder());
    await openMine(server);
    const site = await serveFolder({ root: 'public', extra: { '/page.json': 0 }, headers: () => ({}) });
    const browser = await launchBrowser();
    try {
      const page = await browser.newPage();
      await page.goto(`${site.url}page.json`);
      const url = `http://127.0.0.1:${server.port}/json_rpc`;
      const call = '{"method":"set_attribute","params":{"key":"stolen","value":"yes"}}';
      await page.evaluate(
        async ([to, body]) => {
          const types = ['text/plain', 'application/x-www-form-urlencoded', 'application/json'];
          for (const mode of ['no-cors', 'cors'] as const)
            for (const type of types)
              await fetch(to!, {
                method: 'POST',
                mode,
                body: body!,
                headers: { 'Content-Type': type },
              }).catch(() => undefined);
        },
        [url, call],
      );
    } finally {
      await browser.close();
      await site.stop();
    }
    await expect(server.call('get_attribute', { key: 'stolen' })).rejects.toThrow('-45');
  });

  it('makes wallets of the network of its flags, and opens no others', async () => {
    const restored = { filename: 'net', password: '', seed: known.seed, restore_height: 1 };
    const stagenet = await start(inFolder('--stagenet'));
    const made = await stagenet.call('restore_deterministic_wallet', restored);
    const { address } = made as { address: string };
    // tests/long/parity/networks.test.ts compares such addresses with the reference.
    expect(parseAddress(address).network).toBe('stagenet');
    await end(stagenet);
    const mainnet = await start(inFolder());
    await expect(mainnet.call('open_wallet', { filename: 'net', password: '' })).rejects.toThrow(
      'Stagenet wallet cannot be opened as mainnet wallet (-1)',
    );
    await end(mainnet);
    const again = await start(inFolder('--stagenet'));
    await again.call('open_wallet', { filename: 'net', password: '' });
    expect(await again.call('get_address')).toMatchObject({ address });
  });

  it('does not start with a flag that it cannot follow, and says why', async () => {
    const script = join(projectRoot, 'scripts/wallet-rpc.mjs');
    const flags = ['--rpc-bind-port', '1', '--hw-device', 'Trezor'];
    const { code, output } = await run(process.execPath, [script, ...flags], { quiet: true });
    expect(code).toBe(1);
    expect(output).toContain('--hw-device is not possible here');
  });

  it('accepts flags that ask for what the server does anyway; set_log_level changes the log', async () => {
    const server = await start(
      inFolder(
        '--rpc-ssl',
        'disabled',
        '--allow-mismatched-daemon-version',
        '--log-level',
        '*:WARNING,global:INFO,wallet:TRACE',
      ),
    );
    // The expression does not match a port, which may be any number.
    expect(server.output()).not.toMatch(/ERROR|[ (]40\d[ )]/);
    await server.call('get_version');
    expect(server.output()).not.toContain('wallet.rpc get_version');
    await server.call('set_log_level', { level: 1 });
    await server.call('get_version');
    await expect.poll(() => server.output()).toContain('wallet.rpc get_version: ok after');
  });
});

const answers = (port: number): Promise<boolean> =>
  fetch(`http://127.0.0.1:${port}/json_rpc`, { method: 'POST', body: '{}' }).then(
    () => true,
    () => false,
  );
