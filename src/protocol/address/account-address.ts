/** The addresses of an account's keys. Tests: tests/vectors/known-wallet.json, tests/long/parity/addresses.test.ts */
import { subaddressKeys, type SubaddressSource } from '../keys/subaddress.ts';
import type { Address, Network } from './address.ts';

/** The address (major, minor) of an account: for (0, 0) the main address, otherwise a subaddress. */
export function accountAddress(
  network: Network,
  account: SubaddressSource,
  major: number,
  minor: number,
): Address {
  return {
    network,
    kind: major === 0 && minor === 0 ? 'standard' : 'subaddress',
    ...subaddressKeys(account, major, minor),
  };
}
