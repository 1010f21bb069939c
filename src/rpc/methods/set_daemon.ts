/**
 * set_daemon: sets the node. Certificate settings have no effect, since the browser checks certificates. The
 * encryption setting chooses between https and http for an address without a scheme.
 */
import { fault } from '../faults.ts';
import { defineMethod } from '../method.ts';
import { bool, def, listOf, str } from '../schema.ts';

const MODES = ['disabled', 'enabled', 'autodetect'];

export default defineMethod({
  name: 'set_daemon',
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
  result: {},
  errors: { bad_node_address: [-38, 'Unable to set daemon'] },
  handle: async ({ address, username, password, trusted, ssl_support: mode }, { session, wallet: _open }) => {
    if (!MODES.includes(mode)) throw fault('bad_ssl_mode', { mode });
    const login = username !== '' || password !== '' ? { username, password } : {};
    await session.useOnlyNode(
      address === '' ? undefined : { address: withScheme(address, mode), trusted, ...login },
    );
    return {};
  },
});

const withScheme = (address: string, mode: string): string =>
  mode !== 'autodetect' && !address.includes('://')
    ? `${mode === 'enabled' ? 'https' : 'http'}://${address}`
    : address;
