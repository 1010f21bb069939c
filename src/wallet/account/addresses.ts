/** Our addresses by index: (0, 0) is the standard address, all others are subaddresses. */
import { type SubaddressIndex, subaddressKeys } from '../../protocol/keys/subaddress.ts';
import { formatAddress, type Address } from '../../protocol/address/address.ts';
import type { AccountRecord } from '../state/records/account.ts';

/** Computed addresses by index (each takes a scalar multiplication). Holds at most all addresses of the wallet. */
const cache = new WeakMap<AccountRecord, Map<string, Address>>();

export function addressOf(account: AccountRecord, { major, minor }: SubaddressIndex): Address {
  let known = cache.get(account);
  if (!known) cache.set(account, (known = new Map<string, Address>()));
  const key = `${major}:${minor}`;
  let address = known.get(key);
  if (!address) {
    const { network, spendPublic, viewPublic } = account;
    address =
      major === 0 && minor === 0
        ? { network, kind: 'standard', spendPublic, viewPublic }
        : { network, kind: 'subaddress', ...subaddressKeys(account, major, minor) };
    known.set(key, address);
  }
  return address;
}

/** Texts of the addresses in `cache`, since base58 takes long. An entry lives as long as its address. */
const texts = new WeakMap<Address, string>();

/** The text of `addressOf`. */
export function addressTextOf(account: AccountRecord, index: SubaddressIndex): string {
  const address = addressOf(account, index);
  let text = texts.get(address);
  if (text === undefined) texts.set(address, (text = formatAddress(address)));
  return text;
}
