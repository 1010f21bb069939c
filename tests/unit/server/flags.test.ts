/** The command line of `npm run wallet-rpc`, its log, and how it notices that npm has ended. */
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { availableParallelism, tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { FlagError, RefusedFlag, shownError } from '../../../src/server/flags/flag-error.ts';
import { FOLLOWED, OURS, REFUSED } from '../../../src/server/flags/flag-table.ts';
import { readFlags } from '../../../src/server/flags/flags.ts';
import { createLog } from '../../../src/server/log.ts';
import { whenNpmEnds } from '../../../src/server/parents.ts';
import { projectRoot } from '../../../scripts/tools/setup/setup.mjs';

const BARE = ['--rpc-bind-port', '1'];
const PORT = [...BARE, '--wallet-dir', '/w'];

describe('the flags of monero-wallet-rpc', () => {
  it('are read in both spellings', () => {
    const expected = { port: 18082, ip: '127.0.0.1', walletDir: '/w', randomLogin: false, restricted: true };
    const rest = ['--disable-rpc-login', '--restricted-rpc'];
    expect(readFlags(['--rpc-bind-port', '18082', '--wallet-dir', '/w', ...rest])).toMatchObject(expected);
    expect(readFlags(['--rpc-bind-port=18082', '--wallet-dir=/w', ...rest])).toMatchObject(expected);
  });
  it.each([
    [[], { address: 'http://localhost:18081', trusted: true }],
    [['--daemon-port', '18180'], { address: 'http://localhost:18180', trusted: true }],
    [['--daemon-address', '127.0.0.1:1'], { address: 'http://127.0.0.1:1', trusted: true }],
    [['--daemon-address', 'node.example:1'], { address: 'http://node.example:1', trusted: false }],
    [['--daemon-address', 'https://node.example'], { address: 'https://node.example', trusted: false }],
    [['--daemon-host', 'n', '--trusted-daemon'], { address: 'http://n:18081', trusted: true }],
    [['--untrusted-daemon'], { trusted: false }],
    [['--daemon-address', 'n:1', '--daemon-ssl', 'enabled'], { address: 'https://n:1' }],
    [['--daemon-address', 'n:1', '--daemon-ssl', 'disabled'], { address: 'http://n:1' }],
    [['--daemon-address', 'https://n:1', '--daemon-ssl', 'autodetect'], { address: 'https://n:1' }],
    [['--daemon-login', 'a:b:c'], { username: 'a', password: 'b:c' }],
    [['--stagenet'], { address: 'http://localhost:38081', trusted: true }],
    [['--testnet', '--daemon-host', 'n'], { address: 'http://n:28081', trusted: false }],
    [['--stagenet', '--daemon-port', '0'], { address: 'http://localhost:38081' }],
    [['--testnet', '--daemon-port', '1'], { address: 'http://localhost:1' }],
  ])('set the node: %j', (given, node) => {
    expect(readFlags([...PORT, ...given])).toMatchObject({ node });
  });
  // threat: wrong-host
  it('--daemon-ssl-… choose the certificates of the node, which is asked under https then', () => {
    const pem = join(projectRoot, 'scripts/tools/app/self-signed.pem');
    const prints = ['00', 'ab', 'cd'].map((byte) => byte.repeat(32));
    const given = [
      ...['--daemon-ssl-ca-certificates', pem, '--daemon-ssl-allow-chained'],
      ...['--daemon-ssl-private-key', pem, '--daemon-ssl-certificate', pem],
      ...['--daemon-ssl-allowed-fingerprints', `${prints[0]},${prints[1]!.toUpperCase()}`],
      ...['--daemon-ssl-allowed-fingerprints', prints[2]!.replace(/..(?=.)/g, '$&:')],
    ];
    const tls = {
      ...{ privateKeyFile: pem, certificateFile: pem, caFile: pem },
      ...{ fingerprints: prints, anyCertificate: false, chained: true },
    };
    const node = ['--daemon-address', 'n:1'];
    expect(readFlags([...PORT, ...node, ...given])).toMatchObject({
      node: { address: 'https://n:1' },
      nodeTls: { origin: 'https://n:1', tls },
    });
    expect(readFlags([...PORT, ...node, '--daemon-ssl-allow-any-cert'])).toMatchObject({
      nodeTls: { tls: { anyCertificate: true, chained: false } },
    });
    const plain = readFlags([...PORT, ...node, ...given, '--daemon-ssl', 'disabled']);
    expect(plain).toMatchObject({ node: { address: 'http://n:1' } });
    expect(plain).toMatchObject({ nodeTls: undefined });
    expect(readFlags([...PORT, '--offline', ...given])).toMatchObject({ nodeTls: undefined });
    for (const [wrong, why] of [
      [['--daemon-ssl-ca-certificates', '/nowhere'], '--daemon-ssl-ca-certificates: ENOENT'],
      [['--daemon-ssl-certificate', pem], '--daemon-ssl-private-key: private key and certificate'],
      [['--daemon-ssl-allowed-fingerprints', 'ab'], '--daemon-ssl-allowed-fingerprints: a SHA-256'],
    ] as const)
      expect(() => readFlags([...PORT, ...node, ...wrong])).toThrow(why);
    expect(() => readFlags([...PORT, ...given, '--daemon-address', 'http://n:1'])).toThrow(
      'contradicts the http://',
    );
  });
  it.each([
    [[], 'mainnet'],
    [['--stagenet'], 'stagenet'],
    [['--testnet', '--offline'], 'testnet'],
  ])('set the network of all wallets: %j', (given, network) => {
    expect(readFlags([...PORT, ...given])).toMatchObject({ network });
  });
  it('--regtest has the addresses of mainnet, and excludes the other networks', () => {
    expect(readFlags([...PORT, '--regtest', '--offline'])).toMatchObject({
      network: 'mainnet',
      regtest: true,
    });
    expect(readFlags(PORT)).toMatchObject({ regtest: false });
    for (const other of ['--stagenet', '--testnet'])
      expect(() => readFlags([...PORT, '--regtest', other])).toThrow("Can't specify --regtest");
  });
  it('name the log file with its limits, the file of the process id and the background', () => {
    expect(readFlags(PORT)).toMatchObject({ logFile: undefined, pidFile: undefined, detach: false });
    const given = ['--log-file', '/l', '--pidfile', '/p', '--detach'];
    const limits = { maxSize: 104_850_000, maxFiles: 50 };
    expect(readFlags([...PORT, ...given])).toMatchObject({
      logFile: { file: '/l', ...limits },
      pidFile: '/p',
      detach: true,
    });
    const other = readFlags([...PORT, ...given, '--max-log-file-size', '9', '--max-log-files', '0']);
    expect(other).toMatchObject({ logFile: { file: '/l', maxSize: 9, maxFiles: 0 } });
    for (const wrong of [
      ...[
        ['--max-log-files', 'x'],
        ['--max-log-file-size', '1e3'],
        ['--max-log-file-size', '9'.repeat(40)],
      ],
      ...[
        ['--max-concurrency', '4294967296'],
        ['--max-concurrency', '-1'],
      ],
    ])
      expect(() => readFlags([...PORT, ...wrong])).toThrow(`${wrong[0]} must be a number`);
  });
  it.each([
    [[], 1],
    [['--max-concurrency', '3'], 3],
    [['--max-concurrency', '64'], 4],
    [['--max-concurrency', '0'], Math.min(4, availableParallelism())],
  ])('set the threads that scan: %j', (given, threads) => {
    expect(readFlags([...PORT, ...given])).toMatchObject({ threads });
  });
  it.each([
    ['9050', { host: '127.0.0.1', port: 9050 }],
    ['10.0.0.2:9050', { host: '10.0.0.2', port: 9050 }],
    ['[::1]:9050', { host: '::1', port: 9050 }],
    ['socks5://127.0.0.1:1', { host: '127.0.0.1', port: 1 }],
    ['SOCKS5://a%3A:b%40c:d@[::1]:1', { login: { username: 'a:', password: 'b@c:d' } }],
    ['socks5://a@127.0.0.1:1', { login: { username: 'a', password: '' } }],
    ['socks4a://127.0.0.1:1', { version: 4 }],
    ['socks://127.0.0.1:1', { version: 4 }],
  ])('--proxy %s names a proxy', (text, proxy) => {
    expect(readFlags([...PORT, '--proxy', text])).toMatchObject({ proxy });
  });
  it.each([
    'tor:9050',
    '127.0.0.1',
    '70000',
    '0',
    '1.2.3.4.5:1',
    'socks5://tor:1',
    'socks4://127.0.0.1:1',
    'socks5://9050',
    'http://127.0.0.1:1',
    'socks4a://a:b@127.0.0.1:1',
    'a:b@127.0.0.1:1',
    'socks5://%:b@127.0.0.1:1',
    `socks5://${'a'.repeat(256)}@127.0.0.1:1`,
  ])('--proxy %s is refused: a name would be looked up here, or the login not be sent', (text) => {
    expect(() => readFlags([...PORT, '--proxy', text])).toThrow('--proxy must be [IP:]PORT');
  });
  it('--rpc-compat names the version of monero-wallet-rpc, without it the release', () => {
    expect(readFlags(PORT)).toMatchObject({ compat: 'release' });
    expect(readFlags([...PORT, '--rpc-compat', 'master'])).toMatchObject({ compat: 'master' });
    expect(() => readFlags([...PORT, '--rpc-compat', '0.19'])).toThrow('release or master');
  });
  // threat: server-host
  it('--rpc-ssl is autodetect, and enabled when clients have to show a certificate', () => {
    const pem = join(projectRoot, 'scripts/tools/app/self-signed.pem');
    expect(readFlags(PORT)).toMatchObject({ tls: { mode: 'autodetect', clients: false } });
    expect(readFlags([...PORT, '--rpc-ssl', 'disabled'])).toMatchObject({ tls: undefined });
    const own = ['--rpc-ssl-private-key', pem, '--rpc-ssl-certificate', pem];
    expect(readFlags([...PORT, ...own, '--rpc-ssl', 'enabled'])).toMatchObject({
      tls: { mode: 'enabled', clients: false },
    });
    for (const clients of [
      ['--rpc-ssl-ca-certificates', pem, '--rpc-ssl-allow-chained'],
      ['--rpc-ssl-allowed-fingerprints', 'ab'.repeat(32)],
    ]) {
      expect(readFlags([...PORT, ...clients])).toMatchObject({ tls: { mode: 'enabled', clients: true } });
      for (const mode of ['autodetect', 'disabled'])
        expect(() => readFlags([...PORT, ...clients, '--rpc-ssl', mode])).toThrow('without the certificate');
    }
    expect(() => readFlags([...PORT, '--rpc-ssl', 'maybe'])).toThrow('Invalid argument for rpc-ssl');
    expect(() => readFlags([...PORT, '--rpc-ssl-certificate', pem])).toThrow('--rpc-ssl-private-key: ');
  });
  it('--rpc-use-ipv6 adds an address', () => {
    expect(readFlags([...PORT, '--rpc-bind-ipv6-address', '::1'])).toMatchObject({ ipv6: undefined });
    expect(readFlags([...PORT, '--rpc-use-ipv6'])).toMatchObject({ ipv6: { ip: '::1', alone: false } });
    const other = [...PORT, '--rpc-use-ipv6', '--rpc-bind-ipv6-address', '[::]', '--rpc-ignore-ipv4'];
    expect(() => readFlags(other)).toThrow('--rpc-bind-ipv6-address permits');
    expect(readFlags([...other, '--confirm-external-bind'])).toMatchObject({
      ipv6: { ip: '::', alone: true },
    });
    expect(() => readFlags([...PORT, '--rpc-bind-ipv6-address', 'x'])).toThrow('Invalid IP address');
  });
  it('--openalias-doh switches names on, --log-level accepts what the reference accepts', () => {
    expect(readFlags(PORT)).toMatchObject({ resolver: undefined, log: undefined });
    const given = ['--openalias-doh', 'https://dns.example/q', '--log-level', '2,net:FATAL'];
    expect(readFlags([...PORT, ...given])).toMatchObject({
      resolver: 'https://dns.example/q',
      log: '2,net:FATAL',
    });
  });
  it('--metrics-port is on loopback unless the flags say otherwise', () => {
    expect(readFlags(PORT)).toMatchObject({ metrics: undefined });
    const metrics = ['--metrics-port', '18090'];
    expect(readFlags([...PORT, ...metrics])).toMatchObject({ metrics: { port: 18090, ip: '127.0.0.1' } });
    const everywhere = [...metrics, '--metrics-bind-ip', '0.0.0.0'];
    expect(() => readFlags([...PORT, ...everywhere])).toThrow('--metrics-bind-ip permits');
    expect(readFlags([...PORT, ...everywhere, '--confirm-external-bind'])).toMatchObject({
      metrics: { port: 18090, ip: '0.0.0.0' },
    });
    expect(() => readFlags([...PORT, '--metrics-bind-ip', '127.0.0.1'])).toThrow('needs --metrics-port');
  });
  it('--wallet-logins needs a folder, and excludes a login for all wallets', () => {
    const given = ['--wallet-logins', '/logins'];
    expect(readFlags([...PORT, ...given])).toMatchObject({
      walletLogins: '/logins',
      randomLogin: false,
    });
    expect(() => readFlags([...BARE, ...given, '--wallet-file', '/w/a'])).toThrow('needs --wallet-dir');
    for (const other of ['--disable-rpc-login', '--rpc-login=a:b'])
      expect(() => readFlags([...PORT, ...given, other])).toThrow('incompatible');
    expect(() => readFlags([...PORT, ...given], { RPC_LOGIN: 'a:b' })).toThrow('RPC_LOGIN');
  });
  it('--events and the flags that need it switch events on', () => {
    expect(readFlags(PORT)).toMatchObject({ eventRules: undefined, webhook: undefined });
    const usual = { confirmations: [1, 10], low_balance: '0' };
    expect(readFlags([...PORT, '--events'])).toMatchObject({ eventRules: usual, webhook: undefined });
    expect(readFlags([...PORT, '--event-confirmations', '2, 6'])).toMatchObject({
      eventRules: { ...usual, confirmations: [2, 6] },
    });
    expect(readFlags([...PORT, '--low-balance', '10000.000000000001'])).toMatchObject({
      eventRules: { ...usual, low_balance: '10000000000000001' },
    });
    for (const given of [
      ['--event-confirmations', '0'],
      ['--event-confirmations', '1,x'],
      ['--low-balance', '1,5'],
    ])
      expect(() => readFlags([...PORT, ...given])).toThrow(given[0]);
  });
  // threat: server-host
  it.each(
    Object.entries({ ...FOLLOWED, ...OURS }).flatMap(([name, takesValue]) => (takesValue ? [name] : [])),
  )(
    '--%s with an empty value is refused by name, on the command line and in the file of --config-file',
    (name) => {
      const dir = mkdtempSync(join(tmpdir(), 'ostro-flags-'));
      const config = join(dir, 'config');
      writeFileSync(config, `${name}=\n`);
      const others = PORT.filter((_, i) => ![PORT[i], PORT[i - 1]].includes(`--${name}`));
      const ways = [[`--${name}=`], [`--${name}`, ''], [`--${name}`, ' '], ['--config-file', config]];
      for (const given of name === 'config-file' ? ways.slice(0, 3) : ways) {
        const read = (): unknown => readFlags([...others, ...given], {});
        // A wallet may have no password.
        if (name === 'password') expect(read).not.toThrow();
        else expect(read).toThrow(`--${name} has an empty value`);
      }
      rmSync(dir, { recursive: true });
    },
  );
  // threat: server-host
  it.each([',', `${'ab'.repeat(32)},`, ' , '])('--rpc-ssl-allowed-fingerprints %j is refused', (text) => {
    expect(() => readFlags([...PORT, '--rpc-ssl-allowed-fingerprints', text])).toThrow('32 bytes');
  });
  it('given twice are refused, except those that are a list', () => {
    for (const twice of [
      ['--log-level', '1', '--log-level', '2'],
      ['--offline', '--offline'],
      ['--wallet-dir', '/v'],
    ])
      expect(() => readFlags([...PORT, ...twice])).toThrow('cannot be specified more than once');
    const prints = ['ab', 'cd'].map((byte) => byte.repeat(32));
    const lists = prints.flatMap((print) => ['--rpc-ssl-allowed-fingerprints', print]);
    expect(readFlags([...PORT, ...lists])).toMatchObject({ tls: { clients: true } });
  });
  // threat: server-host
  it('of a move take no login of the variable RPC_LOGIN, which no server needs then', () => {
    const typed = ['--wallet-dir', 'w', '--move-wallets-to', 'postgres://h/d'];
    expect(readFlags(typed, { RPC_LOGIN: 'a:b' })).toMatchObject({ moves: { to: 'postgres://h/d' } });
  });
  it('take the login of the variable RPC_LOGIN, unless a flag has one', () => {
    const env = { RPC_LOGIN: 'me:a:b' };
    expect(readFlags(PORT, env)).toMatchObject({
      login: { username: 'me', password: 'a:b' },
      randomLogin: false,
    });
    expect(readFlags([...PORT, '--rpc-login', 'you:c'], env)).toMatchObject({ login: { username: 'you' } });
    expect(() => readFlags([...PORT, '--disable-rpc-login'], env)).toThrow(
      'Cannot specify --disable-rpc-login',
    );
    expect(() => readFlags(PORT, { RPC_LOGIN: '' })).toThrow('username:password');
  });
  // threat: shop-events
  it('--webhook-url needs an address and a secret that nobody guesses', () => {
    const dir = mkdtempSync(join(tmpdir(), 'ostro-flags-'));
    const secret = join(dir, 'secret');
    const given = (url: string): string[] => [...PORT, '--webhook-url', url, '--webhook-secret-file', secret];
    const key = Buffer.alloc(32, 7);
    writeFileSync(secret, `whsec_${key.toString('base64')}\n`);
    expect(readFlags(given('https://shop.example/hook'))).toMatchObject({
      webhook: { url: 'https://shop.example/hook', secret: key },
      eventRules: { confirmations: [1, 10] },
    });
    for (const url of ['shop.example', 'ftp://shop.example', 'https://me:pw@shop.example'])
      expect(() => readFlags(given(url))).toThrow('--webhook-url');
    for (const text of ['', 'secret', `whsec_${Buffer.alloc(23).toString('base64')}`]) {
      writeFileSync(secret, text);
      expect(() => readFlags(given('https://shop.example'))).toThrow('openssl rand -base64 32');
    }
    expect(() => readFlags([...PORT, '--webhook-url', 'https://shop.example'])).toThrow('used together');
    expect(() => readFlags([...given('https://x.example').slice(0, -1), join(dir, 'none')])).toThrow(
      'ENOENT',
    );
    rmSync(dir, { recursive: true });
  });
  it('--tx-notify needs a program that exists', () => {
    expect(readFlags([...PORT, '--tx-notify', `${process.execPath} -e %s`])).toMatchObject({
      txNotify: [process.execPath, '-e', '%s'],
    });
    expect(() => readFlags([...PORT, '--tx-notify', '/nowhere/tell %s'])).toThrow(
      'File not found: /nowhere/tell',
    );
  });
  it('--offline sets no node', () => {
    expect(readFlags([...PORT, '--offline'])).toMatchObject({ node: undefined });
  });
  it('--wallet-file sets a folder and the only wallet in it', () => {
    expect(readFlags([...BARE, '--wallet-file', '/w/mine', '--password', ''])).toMatchObject({
      walletFile: { dir: '/w', name: 'mine' },
      password: '',
    });
  });
  it('that ask for what the server does anyway change nothing', () => {
    const plain = [...PORT, '--rpc-ssl', 'disabled'];
    const given = ['--non-interactive', '--disable-rpc-ban', '--no-dns'];
    expect(readFlags([...plain, ...given, '--allow-mismatched-daemon-version'])).toEqual(readFlags(plain));
  });
  it.each(Object.keys(FOLLOWED))('--%s is in the documentation', (name) => {
    const page = readFileSync(join(projectRoot, 'docs/wallet-rpc.md'), 'utf8');
    expect(page).toContain(`\`--${name}\``);
  });
  // threat: server-host
  it.each(Object.entries(REFUSED))(
    '--%s is refused by name with its reason, and is in the documentation',
    (name, row) => {
      const [takesValue, why] = row;
      const refused = (): unknown => readFlags([...PORT, takesValue ? `--${name}=x` : `--${name}`]);
      expect(refused).toThrow(RefusedFlag);
      expect(refused).toThrow(`--${name} is not possible here: ${why}`);
      const page = readFileSync(join(projectRoot, 'docs/wallet-rpc.md'), 'utf8');
      expect(page).toContain(`\`--${name}\``);
    },
  );
  it.each([
    [[], 'required'],
    [['--rpc-bind-port'], 'missing'],
    [[...PORT, '--nonsense'], 'unrecognised'],
    [[...PORT, 'stray'], 'unrecognised'],
    [[...PORT, '--constructor'], 'unrecognised'],
    [['--rpc-bind-port', '65536'], 'port'],
    [[...PORT, '--offline=yes'], 'arguments'],
    [[...PORT, '--disable-rpc-login', '--rpc-login', 'a:b'], 'Cannot specify'],
    [[...PORT, '--wallet-file', 'b'], 'incompatible'],
    [[...PORT, '--share-wallets'], '--share-wallets needs --inner-address'],
    [[...PORT, '--inner-address', '127.0.0.1:1'], 'needs --wallet-store and --wallet-logins'],
    [['--wallet-dir', 'w', '--remove-moved'], '--remove-moved needs --move-wallets-to'],
    [['--move-wallets-to', 'w'], 'needs --wallet-dir or --wallet-store'],
    [['--wallet-dir', 'w', '--move-wallets-to', './w'], 'is where the wallets are now'],
    [[...PORT, '--move-wallets-to', 'w2'], 'starts no server: leave out --rpc-bind-port'],
    [[...PORT, '--wallet-store', 'postgres://h/d'], 'incompatible'],
    [[...BARE, '--wallet-store', 'mysql://h/d'], 'postgres://USER@HOST/DATABASE'],
    [[...BARE, '--wallet-store', 'postgres://h/d', '--password-file', 'p'], 'not allowed'],
    [BARE, 'Must specify --wallet-file or --wallet-dir'],
    [[...PORT, '--rpc-bind-ip', '0.0.0.0'], '--confirm-external-bind'],
    [[...PORT, '--rpc-bind-ip', 'localhost'], 'Invalid IP address given for --rpc-bind-ip'],
    [[...PORT, '--rpc-login', 'a'], 'username:password'],
    [[...PORT, '--daemon-address', 'a:b:c'], 'no address'],
    [[...PORT, '--daemon-address', 'a:1', '--daemon-port', '2'], 'more than once'],
    [[...PORT, '--daemon-ssl', 'maybe'], 'Invalid argument for daemon-ssl'],
    [[...PORT, '--daemon-address', 'http://a:1', '--daemon-ssl', 'enabled'], 'contradicts the http://'],
    [[...PORT, '--daemon-address', 'https://a:1', '--daemon-ssl', 'disabled'], 'contradicts the https://'],
    [[...PORT, '--trusted-daemon', '--untrusted-daemon'], 'both seen'],
    [[...PORT, '--stagenet', '--testnet'], 'more than one of --testnet and --stagenet'],
    [[...PORT, '--no-dns', '--openalias-doh', 'https://dns.example/q'], 'incompatible'],
  ])('with errors are refused: %j', (given, why) => {
    expect(() => readFlags(given)).toThrow(why);
  });
});

describe('an error at the start', () => {
  it('is one sentence when it comes from the flags or from the operating system, else it has its stack', () => {
    const system = (): unknown => readFileSync('/nowhere/log');
    let error: unknown;
    try {
      system();
    } catch (caught) {
      error = caught;
    }
    expect(shownError(error)).toBe("ENOENT: no such file or directory, open '/nowhere/log'");
    expect(shownError(new FlagError('--x has an empty value'))).toBe('--x has an empty value');
    for (const bug of [new TypeError('x'), Object.assign(new Error('x'), { code: 'ERR_INVALID_ARG_TYPE' })])
      expect(shownError(bug)).toBe(bug);
  });
});

describe('the log', () => {
  it('writes what the last matching category allows', () => {
    const lines: string[] = [];
    const log = createLog((line) => lines.push(line));
    const tell = (category: string, level: string): boolean => {
      lines.length = 0;
      log.say(category, level, 'x');
      return lines.length > 0;
    };
    expect(tell('global', 'INFO')).toBe(true);
    expect(tell('wallet.rpc', 'INFO')).toBe(false);
    expect(tell('wallet.rpc', 'ERROR')).toBe(true);
    log.follow('*:INFO,wallet.*:FATAL,nonsense,x:LOUD');
    expect(tell('global', 'INFO')).toBe(true);
    expect(tell('global', 'DEBUG')).toBe(false);
    expect(tell('wallet.rpc', 'ERROR')).toBe(false);
    log.follow('');
    expect(tell('global', 'FATAL')).toBe(false);
  });
});

describe('the file of --config-file', () => {
  let dir: string;
  beforeEach(() => (dir = mkdtempSync(join(tmpdir(), 'ostro-config-'))));
  afterEach(() => rmSync(dir, { recursive: true, force: true }));
  const read = (text: string, ...typed: readonly string[]): ReturnType<typeof readFlags> => {
    writeFileSync(join(dir, 'c'), text);
    return readFlags([...typed, '--config-file', join(dir, 'c')]);
  };

  it('has lines for flags, which those of the command line replace', () => {
    const text =
      '# mine\nwallet-dir=/w\nrpc-bind-port=7\r\n daemon-address = n:1 # here\n\nstagenet=1\nrestricted-rpc=0\n';
    const expected = { port: 7, network: 'stagenet', restricted: false, node: { address: 'http://n:1' } };
    expect(read(text)).toMatchObject(expected);
    expect(read(text, '--rpc-bind-port', '8')).toMatchObject({ ...expected, port: 8 });
  });
  it.each([
    ['rpc-bind-port=1\nnonsense=1', /line 2: it must be NAME=VALUE/],
    ['rpc-bind-port', /line 1: it must be NAME=VALUE/],
    ['stagenet=perhaps', /line 1: stagenet is 1 or 0/],
    ['hw-device=x', /--hw-device is not possible here/],
    ['log-level=1\nlog-level=2', /'--log-level' cannot be specified more than once/],
    ['\ufeffrpc-bind-port=1', /byte order mark/],
    ['help=1', /line 1: it must be NAME=VALUE/],
    ['version=1', /line 1: it must be NAME=VALUE/],
    ['config-file=x', /line 1: it must be NAME=VALUE/],
    ['daemon-address=n\nrpc-login=me', /the option '--rpc-bind-port' is required/],
  ])('is refused with %j', (text, message) => {
    expect(() => read(text)).toThrow(message);
  });
  it('is named when it is not there, and no line of it is shown', () => {
    expect(() => readFlags(['--config-file', join(dir, 'none')])).toThrow(/Can't find config file/);
    expect(() => read('password secret')).toThrow(/^(?!.*secret)/);
  });
});

describe("the end of npm before the server's", () => {
  const npm = { npm_lifecycle_event: 'wallet-rpc' };
  beforeEach(() => void vi.useFakeTimers());
  afterEach(() => void vi.useRealTimers());
  it('is noticed once, when the server gets another parent process', () => {
    let parent = process.ppid;
    let calls = 0;
    whenNpmEnds(() => calls++, { env: npm, ppid: () => parent });
    vi.advanceTimersByTime(60_000);
    expect(calls).toBe(0);
    parent = 1;
    vi.advanceTimersByTime(60_000);
    expect(calls).toBe(1);
  });
  it('is not watched when npm did not start the server', () => {
    let parent = process.ppid;
    let calls = 0;
    whenNpmEnds(() => calls++, { env: {}, ppid: () => parent });
    parent = 1;
    vi.advanceTimersByTime(60_000);
    expect(calls).toBe(0);
  });
});

describe('the flags of the light-wallet server', () => {
  const LIGHT = ['--light-wallet-port', '8443', '--light-wallet-dir', '/accounts'];
  it('need a port and a folder, and accept nothing by themselves', () => {
    expect(readFlags(PORT)).toMatchObject({ light: undefined });
    expect(readFlags([...PORT, ...LIGHT])).toMatchObject({
      light: {
        ...{ port: 8443, dir: '/accounts', ip: '127.0.0.1', origins: [] },
        accepts: { creation: false, rescans: false },
      },
    });
    const more = [
      '--light-wallet-accept',
      'create',
      '--light-wallet-origins',
      'https://a.example,https://b.example',
    ];
    expect(readFlags([...PORT, ...LIGHT, ...more])).toMatchObject({
      light: {
        origins: ['https://a.example', 'https://b.example'],
        accepts: { creation: true, rescans: false },
      },
    });
  });
  it.each([
    [['--light-wallet-port', '8443'], '--light-wallet-port needs --light-wallet-dir'],
    [['--light-wallet-dir', '/a'], '--light-wallet-dir needs --light-wallet-port'],
    [['--light-wallet-origins', '*'], '--light-wallet-origins needs --light-wallet-port'],
    [[...LIGHT, '--light-wallet-bind-ip', '0.0.0.0'], '--confirm-external-bind'],
    [[...LIGHT, '--light-wallet-accept', 'all'], "create, import or both, not 'all'"],
    [[...LIGHT, '--offline'], '--offline has none'],
    [['--light-wallet-admin', 'list_accounts'], '--light-wallet-admin needs --light-wallet-dir'],
  ])('are refused when they mean nothing: %j', (given, sentence) => {
    expect(() => readFlags([...PORT, ...given])).toThrow(sentence);
  });
  it('ask a running server without starting another', () => {
    expect(
      readFlags(['--light-wallet-dir', '/accounts', '--light-wallet-admin', ' rescan 5  4abc ']),
    ).toEqual({ asks: { dir: '/accounts', words: ['rescan', '5', '4abc'] } });
  });
});
