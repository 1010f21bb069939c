/** The flags of servers that answer for each other's wallets: --inner-address, --share-wallets. */
import { isIP } from 'node:net';
import { isLoopback } from '../../base/node-url.ts';
import { FlagError } from './flag-error.ts';
import type { Given } from './flag-table.ts';

/** Where the other servers of the database ask this one; undefined: nowhere. */
export function readInnerAddress(given: Given): { readonly host: string; readonly port: number } | undefined {
  const text = given['inner-address'];
  if (text === undefined) {
    if (given['share-wallets'] !== undefined) throw new FlagError('--share-wallets needs --inner-address');
    return undefined;
  }
  if (given['wallet-store'] === undefined || given['wallet-logins'] === undefined)
    throw new FlagError('--inner-address needs --wallet-store and --wallet-logins');
  const [, host = '', digits = ''] = /^([A-Za-z0-9.-]+|\[[0-9A-Fa-f:.]+\]):(\d{1,5})$/.exec(text) ?? [];
  if (host === '' || Number(digits) > 65535) throw new FlagError('--inner-address is HOST:PORT');
  const bare = host.replace(/^\[(.*)\]$/, '$1');
  const isLocal = bare === 'localhost' || (isIP(bare) > 0 && isLoopback(bare));
  if (!isLocal && given['confirm-external-bind'] === undefined)
    throw new FlagError(
      '--inner-address permits inbound unencrypted external connections: it belongs into a network of its own. ' +
        'Override with --confirm-external-bind',
    );
  return { host: bare, port: Number(digits) };
}
