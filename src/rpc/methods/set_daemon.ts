/**
 * set_daemon: sets the node. The browser checks certificates and knows no proxy of ours, so the method refuses parameters
 * that ask for another check or for a proxy; `ssl_allow_any_cert` has no effect. `ssl_support: enabled` always
 * means https; the other settings leave the scheme of an address as it is.
 */
import { fault } from '../faults.ts';
import { defineMethod } from '../method.ts';
import { bool, def, listOf, str } from '../schema.ts';

const MODES = ['disabled', 'enabled', 'autodetect'];
const IMPOSSIBLE = [
  'proxy',
  'ssl_private_key_path',
  'ssl_certificate_path',
  'ssl_ca_file',
  'ssl_allowed_fingerprints',
] as const;

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
    const { address, username, password, trusted, ssl_support: mode } = params;
    if (!MODES.includes(mode)) throw fault('bad_ssl_mode', { mode });
    const parameter = IMPOSSIBLE.find((name) => params[name].length > 0);
    if (parameter) throw fault('not_in_browser', { parameter });
    const login = username !== '' || password !== '' ? { username, password } : {};
    await session.useOnlyNode(
      address === '' ? undefined : { address: withScheme(address, mode), trusted, ...login },
    );
  },
});

const withScheme = (address: string, mode: string): string => {
  if (mode === 'enabled') return address.replace(/^(http:\/\/)?(?!https:\/\/)/i, 'https://');
  return mode === 'disabled' && !address.includes('://') ? `http://${address}` : address;
};
