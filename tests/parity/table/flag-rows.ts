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
const PRINT = 'ab'.repeat(32);

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
];
