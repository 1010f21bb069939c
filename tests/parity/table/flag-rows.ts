/** Command lines beside monero-wallet-rpc: which of the two starts, and why the outcomes differ where they do. */

export interface FlagRow {
  /** `FILE` stands for the file of --config-file, `PEM` for a certificate with its key. */
  readonly args: readonly string[];
  readonly theirs: 'starts' | 'refuses';
  /** Only where ours is another: the outcome and its reason. */
  readonly ours?: readonly ['starts' | 'refuses', string];
  /** Content of the file of --config-file. */
  readonly file?: string;
  readonly env?: Readonly<Record<string, string>>;
  /** Flags that each row has unless it names them here. */
  readonly without?: readonly ('--wallet-dir' | '--disable-rpc-login')[];
}

const UNSET = 'an unset variable of a script must not mean that nothing is asked for';
const LATE = 'offline the reference never looks at it';
const WRAPS = 'the reference cuts the number to 32 bits';
const BOTH = 'the two contradict each other';
const TABLE = 'flag-table.ts has the reason';
const PRINT = 'ab'.repeat(32);
const COLONS = 'ab:'.repeat(32).slice(0, -1);

const SWITCHES = [
  'restricted-rpc',
  'rpc-ssl-allow-chained',
  'rpc-use-ipv6',
  'rpc-ignore-ipv4',
  'no-initial-sync',
  'daemon-ssl-allow-any-cert',
  'daemon-ssl-allow-chained',
  'trusted-daemon',
  'untrusted-daemon',
  'stagenet',
  'testnet',
  'no-dns',
  'non-interactive',
  'disable-rpc-ban',
  'allow-mismatched-daemon-version',
  'confirm-external-bind',
];

/** Flags and values with which both start. */
const START: Readonly<Record<string, readonly string[]>> = {
  'rpc-bind-ip': ['127.0.0.1', '::1'],
  'rpc-access-control-origins': ['http://a.b', '*', 'http://a.b,http://c.d'],
  'rpc-ssl': ['autodetect', 'enabled', 'disabled'],
  'rpc-ssl-ca-certificates': ['PEM'],
  'rpc-ssl-allowed-fingerprints': [PRINT, PRINT.toUpperCase(), COLONS],
  'rpc-bind-ipv6-address': ['::1', '[::1]'],
  'rpc-max-connections': ['100'],
  'rpc-max-connections-per-public-ip': ['3'],
  password: ['x'],
  'daemon-address': ['127.0.0.1:1', '127.0.0.1', 'http://127.0.0.1:1', 'https://x.y:1', '[::1]:1'],
  'daemon-host': ['127.0.0.1'],
  'daemon-port': ['1', '0'],
  'daemon-login': ['me:pw'],
  'daemon-ssl': ['enabled', 'disabled', 'autodetect'],
  'daemon-ssl-ca-certificates': ['PEM'],
  'daemon-ssl-allowed-fingerprints': [PRINT, COLONS],
  proxy: ['[::1]:9050'],
  'log-level': ['0', '4', '5', '-1', '*:INFO', 'wallet.rpc:DEBUG', ' 1'],
  'max-log-file-size': ['0', '1000'],
  'max-log-files': ['0', '5'],
  'max-concurrency': ['0', '4'],
  'tx-notify': ['/bin/true %s'],
};

/** Flags and values that both refuse. */
const REFUSE: Readonly<Record<string, readonly string[]>> = {
  'rpc-bind-ip': ['', 'nonsense', '256.1.1.1', '10.1.2.3'],
  'rpc-ssl': ['', 'yes', 'ENABLED'],
  'rpc-ssl-private-key': ['/none', 'PEM'],
  'rpc-ssl-certificate': ['/none', 'PEM'],
  'rpc-ssl-ca-certificates': ['/none'],
  'rpc-ssl-allowed-fingerprints': ['ab', 'zz'.repeat(32)],
  'rpc-bind-ipv6-address': ['nonsense'],
  'rpc-max-connections': ['0', 'abc', '', '1.5'],
  'rpc-max-connections-per-private-ip': ['-1', 'abc', ''],
  'rpc-max-connections-per-public-ip': ['-1', 'abc', ''],
  'password-file': ['/none', 'PEM'],
  'daemon-port': ['abc', ''],
  'max-log-file-size': [''],
  'max-log-files': ['', '1e3'],
  'max-concurrency': ['abc', '', '1.5'],
  'config-file': ['/none', '.', ''],
};

/** Flags and values with which the reference starts and ours does not, and why. */
const STRICTER: readonly (readonly [flag: string, values: readonly string[], why: string])[] = [
  ['rpc-access-control-origins', [''], UNSET],
  ['rpc-ssl-private-key', [''], UNSET],
  ['rpc-ssl-certificate', [''], UNSET],
  ['rpc-ssl-ca-certificates', [''], UNSET],
  ['rpc-bind-ipv6-address', [''], UNSET],
  ['password-file', [''], UNSET],
  ['daemon-host', [''], UNSET],
  ['daemon-login', [''], UNSET],
  ['daemon-ssl', [''], UNSET],
  ['daemon-ssl-private-key', [''], UNSET],
  ['daemon-ssl-certificate', [''], UNSET],
  ['daemon-ssl-ca-certificates', [''], UNSET],
  ['daemon-ssl-allowed-fingerprints', [''], UNSET],
  ['tx-notify', [''], UNSET],
  ['pidfile', [''], UNSET],
  ['rpc-max-connections', ['-1', '4294967296'], WRAPS],
  ['max-log-file-size', ['-1'], WRAPS],
  ['max-log-files', ['-1'], WRAPS],
  ['max-concurrency', ['-1'], WRAPS],
  ['daemon-port', ['-1', '65536', '70000'], WRAPS],
  ['rpc-max-connections-per-private-ip', ['0'], 'nobody could call'],
  ['rpc-max-connections-per-public-ip', ['0'], 'nobody could call'],
  ['daemon-address', ['::1', '127.0.0.1:99999'], LATE],
  ['daemon-host', ['x y'], LATE],
  ['daemon-login', ['me', ':pw'], 'the server asks for no password on the terminal'],
  ['daemon-ssl', ['on'], LATE],
  ['daemon-ssl-private-key', ['/none', 'PEM'], LATE],
  ['daemon-ssl-certificate', ['/none', 'PEM'], LATE],
  ['daemon-ssl-ca-certificates', ['/none'], LATE],
  ['daemon-ssl-allowed-fingerprints', ['zz'.repeat(32)], LATE],
  ['proxy', ['127.0.0.1', '127.0.0.1:0', '127.0.0.1:99999', 'http://127.0.0.1:8080'], LATE],
  ['proxy', ['socks5://127.0.0.1'], LATE],
  ['tx-notify', ['/none %s'], 'the first payment would be the first to find that the program is missing'],
  ['rpc-client-secret-key', ['00'.repeat(32)], TABLE],
  ['rpc-restricted-bind-ip', ['127.0.0.1'], TABLE],
  ['rpc-response-soft-limit', ['1000'], TABLE],
  ['kdf-rounds', ['2'], TABLE],
  ['extra-entropy', ['/none'], TABLE],
  ['hw-device', ['Ledger'], TABLE],
  ['bitmessage-address', ['http://x'], TABLE],
];

const rowsOf = (values: Readonly<Record<string, readonly string[]>>, theirs: FlagRow['theirs']) =>
  Object.entries(values).flatMap(([flag, each]) =>
    each.map((value): FlagRow => ({ args: [`--${flag}`, value], theirs })),
  );
/** Lines of --config-file. */
const configs = (files: readonly string[], theirs: FlagRow['theirs']) =>
  files.map((file): FlagRow => ({ args: ['--config-file', 'FILE'], file, theirs }));

export const FLAG_ROWS: readonly FlagRow[] = [
  { args: [], theirs: 'starts' },
  { args: ['--rpc-ssl-allowed-fingerprints', ''], theirs: 'refuses' },
  {
    args: ['--rpc-ssl-allowed-fingerprints', PRINT, '--rpc-ssl-allowed-fingerprints', PRINT],
    theirs: 'starts',
  },
  { args: ['--log-level', '1', '--log-level', '2'], theirs: 'refuses' },
  { args: ['--no-dns', '--no-dns'], theirs: 'refuses' },
  { args: ['--log-level='], theirs: 'refuses' },
  { args: [], without: ['--wallet-dir'], theirs: 'refuses' },
  { args: [], env: { RPC_LOGIN: 'me:pw' }, theirs: 'refuses' },
  { args: [], env: { RPC_LOGIN: 'me:pw' }, without: ['--disable-rpc-login'], theirs: 'starts' },
  {
    args: [],
    env: { RPC_LOGIN: '' },
    without: ['--disable-rpc-login'],
    theirs: 'starts',
    ours: ['refuses', UNSET],
  },
  ...['abc', '1e3', '9'.repeat(30)].map((size): FlagRow => ({
    args: ['--max-log-file-size', size],
    theirs: 'refuses',
  })),
  { args: ['--max-log-files', 'abc'], theirs: 'refuses' },
  { args: ['--max-concurrency', '4294967296'], theirs: 'refuses' },
  { args: ['--rpc-max-connections-per-private-ip', '100'], theirs: 'starts' },
  { args: ['--rpc-bind-ip', 'localhost'], theirs: 'refuses' },
  { args: ['--rpc-bind-ip', '0.0.0.0'], theirs: 'refuses' },
  { args: ['--rpc-use-ipv6', '--rpc-bind-ipv6-address', '::', '--confirm-external-bind'], theirs: 'starts' },
  { args: ['--rpc-use-ipv6', '--rpc-bind-ipv6-address', '::'], theirs: 'refuses' },
  { args: ['--password', ''], theirs: 'starts' },
  { args: ['--proxy', '127.0.0.1:9050'], theirs: 'starts' },
  { args: ['--proxy', 'socks5://127.0.0.1:9050'], theirs: 'starts' },
  { args: ['--proxy', 'socks5://me:p%40w@127.0.0.1:9050'], theirs: 'starts' },
  { args: ['--proxy', 'socks4a://127.0.0.1:9050'], theirs: 'starts' },
  {
    args: ['--proxy', 'socks4://127.0.0.1:9050'],
    theirs: 'starts',
    ours: ['refuses', 'names would be looked up here'],
  },
  { args: ['--proxy', 'socks4a://me:pw@127.0.0.1:9050'], theirs: 'starts', ours: ['refuses', LATE] },
  { args: ['--proxy', 'tor:9050'], theirs: 'starts', ours: ['refuses', LATE] },
  { args: ['--proxy', '9050'], theirs: 'starts' },
  { args: ['--no-dn'], theirs: 'starts', ours: ['refuses', 'an abbreviation may become another flag'] },
  { args: ['--daemon-address', ''], theirs: 'starts', ours: ['refuses', UNSET] },
  { args: ['--proxy', ''], theirs: 'starts', ours: ['refuses', UNSET] },
  {
    args: ['--rpc-ssl', 'disabled', '--rpc-ssl-allowed-fingerprints', PRINT],
    theirs: 'starts',
    ours: ['refuses', 'clients would be let in without the certificate that is asked for'],
  },
  { args: ['--config-file', 'FILE'], file: 'log-level=1\nlog-level=2\n', theirs: 'refuses' },
  { args: ['--config-file', 'FILE'], file: '\ufefflog-level=1\n', theirs: 'refuses' },
  { args: ['--config-file', 'FILE'], file: 'help=1\n', theirs: 'refuses' },
  { args: ['--config-file', 'FILE'], file: `rpc-ssl-allowed-fingerprints=\n`, theirs: 'refuses' },
  { args: ['--config-file', 'FILE'], file: 'no-dns=1 # none\r\nlog-level = 1\n', theirs: 'starts' },
  { args: ['--config-file', 'FILE', '--log-level', '2'], file: 'log-level=1\n', theirs: 'starts' },
  ...configs(['', 'log-level=1\n', 'log-level=1\r\n', '# only a comment\n', 'log-level = 1\n'], 'starts'),
  ...configs(
    ['true', 'yes', 'on', '0', ''].map((value) => `no-dns=${value}\n`),
    'starts',
  ),
  ...configs(
    ['no-dns=nonsense\n', 'no-dns\n', 'unknown=1\n', '--log-level=1\n', '=1\n', 'log-level\n'],
    'refuses',
  ),
  ...configs(['[section]\nlog-level=1\n', 'rpc-login="me:pw"\n', 'version=1\n'], 'refuses'),
  ...configs(['restricted-rpc=1\nrestricted-rpc=1\n'], 'refuses'),
  ...configs([`rpc-ssl-allowed-fingerprints=${PRINT}\n`.repeat(2)], 'starts'),
  { args: ['--config-file', 'FILE'], file: 'log-file=#x\n', theirs: 'starts', ours: ['refuses', UNSET] },
  ...SWITCHES.flatMap((name): FlagRow[] => [
    { args: [`--${name}`], theirs: 'starts' },
    { args: [`--${name}`, `--${name}`], theirs: 'refuses' },
    { args: [`--${name}=1`], theirs: 'refuses' },
    { args: [`--${name}`, 'word'], theirs: 'refuses' },
  ]),
  ...rowsOf(START, 'starts'),
  ...rowsOf(REFUSE, 'refuses'),
  ...STRICTER.flatMap(([flag, values, why]) =>
    values.map((value): FlagRow => ({
      args: [`--${flag}`, value],
      theirs: 'starts',
      ours: ['refuses', why],
    })),
  ),
  {
    args: ['--rpc-ssl-allowed-fingerprints', `${PRINT},${PRINT}`],
    theirs: 'refuses',
    ours: ['starts', 'a list with commas is one more form of a list; each of its entries is checked'],
  },
  {
    args: ['--rpc-ssl', 'enabled', '--rpc-ssl-private-key', 'PEM', '--rpc-ssl-certificate', 'PEM'],
    theirs: 'starts',
  },
  { args: ['--rpc-ssl', 'enabled', '--rpc-ssl-private-key', 'PEM'], theirs: 'refuses' },
  { args: ['--daemon-ssl-allow-any-cert', '--daemon-ssl-allowed-fingerprints', PRINT], theirs: 'starts' },
  { args: ['--stagenet', '--testnet'], theirs: 'refuses' },
  { args: ['--trusted-daemon', '--untrusted-daemon'], theirs: 'starts', ours: ['refuses', BOTH] },
  {
    args: ['--daemon-address', '127.0.0.1:1', '--daemon-host', 'a'],
    theirs: 'starts',
    ours: ['refuses', LATE],
  },
  {
    args: ['--daemon-address', '127.0.0.1:1', '--daemon-port', '1'],
    theirs: 'starts',
    ours: ['refuses', LATE],
  },
  { args: ['--password', 'a', '--password-file', 'PEM'], theirs: 'refuses' },
  { args: ['--wallet-file', '/none', '--password', 'x'], theirs: 'refuses' },
  { args: ['positional'], theirs: 'refuses' },
  { args: ['--unknown'], theirs: 'refuses' },
  { args: ['-x'], theirs: 'refuses' },
  ...['me:pw', 'me:', 'me:p:w'].map((login): FlagRow => ({
    args: ['--rpc-login', login],
    without: ['--disable-rpc-login'],
    theirs: 'starts',
  })),
  { args: ['--rpc-login', ':pw'], without: ['--disable-rpc-login'], theirs: 'refuses' },
  { args: ['--restricted-rpc'], without: ['--wallet-dir'], theirs: 'refuses' },
];
