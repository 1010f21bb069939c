/**
 * set_daemon: sets the node. Where Ostro makes the connections itself, in Node.js, all parameters are followed. A browser
 * checks certificates itself and knows no proxy of ours, so there the parameters that ask for another check or for a proxy are
 * refused, and `ssl_allow_any_cert` has no effect. `ssl_support: enabled` always means https, and so does each parameter that
 * chooses certificates, unless `ssl_support` is disabled; else an address without a scheme is http.
 */
import type { NodeTls } from '../../ports/node-control.ts';
import { fault } from '../faults.ts';
import { defineMethod } from '../method.ts';
import { bool, def, listOf, str } from '../schema.ts';

const MODES = ['disabled', 'enabled', 'autodetect'];
/** Parameters that choose certificates; with `ssl_allow_any_cert` they mean https. */
const CERTIFICATES = [
  'ssl_private_key_path',
  'ssl_certificate_path',
  'ssl_ca_file',
  'ssl_allowed_fingerprints',
] as const;
/** Bytes of SHA-256. */
const FINGERPRINT = 32;

export default defineMethod({
  name: 'set_daemon',
  // No screen: the page uses x_set_node and x_set_nodes.
  access: 'app',
  console: { needs: ['address'], secrets: ['password'] },
  params: {
    address: str,
    username: str,
    password: str,
    trusted: def(bool, false),
    ssl_support: def(str, 'autodetect'),
    ssl_private_key_path: str,
    ssl_certificate_path: str,
    ssl_ca_file: str,
    ssl_allowed_fingerprints: listOf(str),
    ssl_allow_any_cert: def(bool, false),
    proxy: def(str, ''),
  },
  errors: { bad_node_address: [-38, 'Unable to set daemon'] },
  handle: async (params, { session, wallet: _open }) => {
    const { address, username, password, trusted, ssl_support: mode, proxy } = params;
    if (!MODES.includes(mode)) throw fault('bad_ssl_mode', { mode });
    const parameter = (['proxy', ...CERTIFICATES] as const).find((name) => params[name].length > 0);
    const { takesTls } = session.world.chain;
    if (parameter && !takesTls) throw fault('not_in_browser', { parameter });
    const login = username !== '' || password !== '' ? { username, password } : {};
    const tls: NodeTls = {
      privateKeyFile: params.ssl_private_key_path,
      certificateFile: params.ssl_certificate_path,
      caFile: params.ssl_ca_file,
      fingerprints: params.ssl_allowed_fingerprints.map(readFingerprint),
      anyCertificate: params.ssl_allow_any_cert,
      chained: false,
    };
    const chosen = CERTIFICATES.some((name) => params[name].length > 0) || (takesTls && tls.anyCertificate);
    const node = {
      address: withScheme(address, mode === 'autodetect' && chosen ? 'enabled' : mode),
      trusted,
      ...login,
      ...(takesTls && chosen && { tls }),
      ...(proxy !== '' && { proxy }),
    };
    await session.useOnlyNode(address === '' ? undefined : node);
  },
});

const withScheme = (address: string, mode: string): string => {
  if (mode === 'enabled') return address.replace(/^(http:\/\/)?(?!https:\/\/)/i, 'https://');
  return mode === 'disabled' && !address.includes('://') ? `http://${address}` : address;
};

/** Spaces and colons between the digits do not count. Upstream: from_hex_locale::to_vector in contrib/epee/src/hex.cpp. */
const readFingerprint = (text: string): string => {
  const digits = text.replace(/[\s:]/g, '').toLowerCase();
  if (!/^(?:[0-9a-f]{2})*$/.test(digits)) throw fault('bad_fingerprint', { wrong: 'digits' });
  if (digits.length !== 2 * FINGERPRINT) throw fault('bad_fingerprint', { wrong: 'length' });
  return digits;
};
