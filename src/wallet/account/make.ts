/**
 * Keys from an address and hex, and the main address of keys.
 * Upstream: `on_generate_from_keys` in src/wallet/wallet_rpc_server.cpp.
 */
import { asSecretKey, type SecretKey } from '../../base/brands.ts';
import { fromHex } from '../../base/hex.ts';
import { isFault } from '../../base/fault.ts';
import { formatAddress, parseAddress, type Address, type Network } from '../../protocol/address/address.ts';
import { accountFromKeys, type AccountKeys } from '../../protocol/keys/account.ts';
import { fault } from '../faults.ts';

export function primaryAddress(network: Network, { spendPublic, viewPublic }: AccountKeys): string {
  return formatAddress({ network, kind: 'standard', spendPublic, viewPublic });
}

/**
 * Checks keys (hex) and the address that they belong to. Without a spend key the wallet is view-only. Faults: bad_key
 * (not a key), key_mismatch, bad_address (also for subaddresses).
 */
export function accountOf(given: {
  readonly address: string;
  readonly viewKey: string;
  readonly spendKey: string;
}): { readonly keys: AccountKeys; readonly address: Address } {
  const address = parseAddress(given.address);
  // The public keys of a subaddress are not the account's.
  if (address.kind === 'subaddress') throw fault('bad_address', { reason: 'prefix' });
  const viewSecret = keyOf(given.viewKey, 'view');
  const { spendPublic, viewPublic } = address;
  const spendSecret = given.spendKey === '' ? undefined : keyOf(given.spendKey, 'spend');
  const keys = accountFromKeys({ viewSecret, spendPublic, viewPublic, ...(spendSecret && { spendSecret }) });
  return { keys, address };
}

const keyOf = (text: string, which: 'spend' | 'view'): SecretKey => {
  try {
    return asSecretKey(fromHex(text, 32));
  } catch (error) {
    if (!isFault(error, 'bad_hex')) throw error;
    throw fault('bad_key', { which, why: `Failed to parse ${which} key secret key` });
  }
};
