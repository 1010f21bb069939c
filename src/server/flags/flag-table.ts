/**
 * The flags of monero-wallet-rpc 0.18.4.0 and our own: which the server follows, and why it refuses the others. No flag
 * is ignored, since a program that asks for a proxy or for TLS must not run without. tests/parity/flags.test.ts compares
 * both tables with the `--help` of the reference.
 */

/** Flags that the server follows; true: with a value. */
export const FOLLOWED = {
  'rpc-bind-port': true,
  'rpc-bind-ip': true,
  'confirm-external-bind': false,
  'rpc-login': true,
  'disable-rpc-login': false,
  'restricted-rpc': false,
  'rpc-access-control-origins': true,
  'rpc-ssl': true,
  'rpc-ssl-private-key': true,
  'rpc-ssl-certificate': true,
  'rpc-ssl-ca-certificates': true,
  'rpc-ssl-allowed-fingerprints': true,
  'rpc-ssl-allow-chained': false,
  'rpc-use-ipv6': false,
  'rpc-bind-ipv6-address': true,
  'rpc-ignore-ipv4': false,
  'rpc-max-connections': true,
  'rpc-max-connections-per-private-ip': true,
  'rpc-max-connections-per-public-ip': true,
  'wallet-dir': true,
  'wallet-file': true,
  password: true,
  'password-file': true,
  'no-initial-sync': false,
  'daemon-address': true,
  'daemon-host': true,
  'daemon-port': true,
  'daemon-login': true,
  'daemon-ssl': true,
  'daemon-ssl-private-key': true,
  'daemon-ssl-certificate': true,
  'daemon-ssl-ca-certificates': true,
  'daemon-ssl-allowed-fingerprints': true,
  'daemon-ssl-allow-any-cert': false,
  'daemon-ssl-allow-chained': false,
  'trusted-daemon': false,
  'untrusted-daemon': false,
  proxy: true,
  stagenet: false,
  testnet: false,
  offline: false,
  'no-dns': false,
  'log-level': true,
  'log-file': true,
  'max-log-file-size': true,
  'max-log-files': true,
  'config-file': true,
  detach: false,
  pidfile: true,
  'max-concurrency': true,
  'tx-notify': true,
  help: false,
  version: false,
  // The server is so with and without these: it asks nothing on the terminal, bans no client, and takes every version
  // of a node whose answers it can read.
  'non-interactive': false,
  'disable-rpc-ban': false,
  'allow-mismatched-daemon-version': false,
};

/** Our own, in the same form. */
export const OURS = {
  // The reference asks the DNS of its machine.
  'openalias-doh': true,
  // The reference takes a node of mainnet for a wallet of regtest.
  regtest: false,
  // The reference has one open wallet.
  'wallet-logins': true,
  // The reference has its wallets in files.
  'wallet-store': true,
  'inner-address': true,
  'share-wallets': false,
  'move-wallets-to': true,
  'remove-moved': false,
  // The reference is one version of itself.
  'rpc-compat': true,
  // The reference answers requests under any host name.
  'rpc-allowed-hosts': true,
  // The reference has no health check and no metrics.
  'metrics-port': true,
  'metrics-bind-ip': true,
  // The reference does not serve light wallets: monero-lws does.
  'light-wallet-port': true,
  'light-wallet-bind-ip': true,
  'light-wallet-dir': true,
  'light-wallet-password-file': true,
  'light-wallet-origins': true,
  'light-wallet-accept': true,
  'light-wallet-admin': true,
  // The reference has no list of events; of payments it informs programs by --tx-notify alone.
  events: false,
  'event-confirmations': true,
  'low-balance': true,
  'webhook-url': true,
  'webhook-secret-file': true,
};

/** A list: the flag may be given several times. */
export const REPEATED: ReadonlySet<string> = new Set([
  'daemon-ssl-allowed-fingerprints',
  'rpc-ssl-allowed-fingerprints',
]);

export type Name = keyof typeof FOLLOWED | keyof typeof OURS;
/** Text of each flag; '' for one without a value. The values of a list have commas between them. */
export type Given = Partial<Record<Name, string>>;

const NO_SECOND_PORT =
  'a wallet server has no second, restricted port, also the reference; use --restricted-rpc';
const NO_DEVICE = 'Ostro works with no hardware wallet';
const NO_BITMESSAGE = 'Ostro sends no messages to other signers by itself';

/** Flags of the reference that the server refuses: whether they take a value, and the reason. */
export const REFUSED: Readonly<Record<string, readonly [takesValue: boolean, why: string]>> = {
  'rpc-client-secret-key': [true, 'Ostro does not pay nodes for their answers'],
  'rpc-restricted-bind-ip': [true, NO_SECOND_PORT],
  'rpc-restricted-bind-ipv6-address': [true, NO_SECOND_PORT],
  'rpc-response-soft-limit': [true, 'the limits of an answer are fixed'],
  'generate-from-json': [true, 'call restore_deterministic_wallet or generate_from_keys instead'],
  'prompt-for-password': [false, 'the server asks nothing on the terminal; use --password-file'],
  'kdf-rounds': [true, 'wallet files of Ostro have a key derivation of their own, Argon2id'],
  'shared-ringdb-dir': [true, 'Ostro keeps the rings in the wallet file'],
  'extra-entropy': [true, 'the server takes its randomness from the operating system alone'],
  'hw-device': [true, NO_DEVICE],
  'hw-device-deriv-path': [true, NO_DEVICE],
  'bitmessage-address': [true, NO_BITMESSAGE],
  'bitmessage-login': [true, NO_BITMESSAGE],
};
