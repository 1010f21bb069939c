/** Addresses of an account that were not created yet, computed from the keys. */
import { asSecretKey } from '../../base/brands.ts';
import { fromHex } from '../../base/hex.ts';
import { formatAddress, parseAddress } from '../../protocol/address/address.ts';
import { subaddressKeys } from '../../protocol/keys/subaddress.ts';
import { libraryWorld } from '../world.ts';

/** Answers as `get_address` does. */
export function createAddressBeyond(ask: (method: string, params: object) => Promise<object>) {
  return async (account: number, indices: readonly number[]): Promise<object> => {
    await libraryWorld().startKernel();
    const { address } = (await ask('get_address', { account_index: 0 })) as { readonly address: string };
    const { key } = (await ask('query_key', { key_type: 'view_key' })) as { readonly key: string };
    const { network, spendPublic } = parseAddress(address);
    const viewSecret = asSecretKey(fromHex(key));
    const addresses = indices.map((index) => ({
      address: formatAddress({
        ...subaddressKeys({ spendPublic, viewSecret }, account, index),
        network,
        kind: account === 0 && index === 0 ? 'standard' : 'subaddress',
      }),
      label: '',
      address_index: index,
      used: false,
    }));
    return { address, addresses };
  };
}
