/** --daemon-ssl-… and --rpc-ssl-…: files and fingerprints of certificates. Upstream: wallet2.cpp, src/rpc/rpc_args.cpp. */
import { isFault } from '../../base/fault.ts';
import { readTls } from '../../nodejs/node-tls.ts';
import type { NodeTls } from '../../ports/node-control.ts';
import type { RpcTls } from '../tls/rpc-tls.ts';
import { FlagError } from './flag-error.ts';
import type { Given } from './flag-table.ts';

/** By parameter of set_daemon. */
const NAMES: Readonly<Record<string, string>> = {
  ssl_private_key_path: 'private-key',
  ssl_certificate_path: 'certificate',
  ssl_ca_file: 'ca-certificates',
};

type Prefix = 'daemon-ssl' | 'rpc-ssl';

/** Undefined without one of the flags --PREFIX-… Throws FlagError, also when a file cannot be used. */
export function readTlsFlags(given: Given, prefix: Prefix): NodeTls | undefined {
  if (!Object.keys(given).some((name) => name.startsWith(`${prefix}-`))) return undefined;
  const tls: NodeTls = {
    privateKeyFile: given[`${prefix}-private-key`] ?? '',
    certificateFile: given[`${prefix}-certificate`] ?? '',
    caFile: given[`${prefix}-ca-certificates`] ?? '',
    fingerprints: readFingerprints(given, `${prefix}-allowed-fingerprints`),
    anyCertificate: given['daemon-ssl-allow-any-cert'] !== undefined && prefix === 'daemon-ssl',
    chained: given[`${prefix}-allow-chained`] !== undefined,
  };
  rulesOf(tls, prefix);
  return tls;
}

const rulesOf = (tls: NodeTls, prefix: Prefix) => {
  try {
    return readTls(tls);
  } catch (error) {
    if (!isFault(error, 'bad_node_tls')) throw error;
    const { parameter, why } = error.data as { readonly parameter: string; readonly why: string };
    throw new FlagError(`--${prefix}-${NAMES[parameter] ?? parameter}: ${why}`);
  }
};

/** SHA-256 of certificates, with or without colons between the bytes. */
const readFingerprints = (given: Given, flag: `${Prefix}-allowed-fingerprints`) =>
  (given[flag]?.split(',') ?? [])
    .map((each) => each.replace(/[\s:]/g, '').toLowerCase())
    .map((each) => {
      if (!/^[0-9a-f]{64}$/.test(each))
        throw new FlagError(`--${flag}: a SHA-256 fingerprint has 32 bytes in hexadecimal digits`);
      return each;
    });

const NONE: NodeTls = {
  privateKeyFile: '',
  certificateFile: '',
  caFile: '',
  fingerprints: [],
  anyCertificate: false,
  chained: false,
};

/** How the server answers: undefined without TLS. Clients that have to show a certificate come under TLS. */
export function readRpcTls(given: Given): RpcTls | undefined {
  const tls = readTlsFlags(given, 'rpc-ssl') ?? NONE;
  const clients =
    given['rpc-ssl-ca-certificates'] !== undefined || given['rpc-ssl-allowed-fingerprints'] !== undefined;
  const mode = given['rpc-ssl'] ?? (clients ? 'enabled' : 'autodetect');
  if (mode !== 'enabled' && mode !== 'disabled' && mode !== 'autodetect')
    throw new FlagError('Invalid argument for rpc-ssl');
  if (clients && mode !== 'enabled')
    throw new FlagError(
      `--rpc-ssl ${mode} would let clients in without the certificate that another flag asks for`,
    );
  return mode === 'disabled' ? undefined : { mode, clients, rules: rulesOf(tls, 'rpc-ssl') };
}
