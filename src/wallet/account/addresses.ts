/** Our addresses by index: (0, 0) is the standard address, all others are subaddresses. */
import { manySubaddressKeys, type SubaddressIndex, subaddressKeys } from '../../protocol/keys/subaddress.ts';
import { formatAddress, type Address } from '../../protocol/address/address.ts';
import type { AccountRecord } from '../state/records/account.ts';
import { atOnce, type Steps } from '../../base/steps.ts';
import { inTurns, type Pause } from '../turns.ts';

/** Computed addresses by index (each takes a scalar multiplication). Holds at most all addresses of the wallet. */
const cache = new WeakMap<AccountRecord, Map<string, Address>>();

const keyOf = ({ major, minor }: SubaddressIndex): string => `${major}:${minor}`;

export function addressOf(account: AccountRecord, { major, minor }: SubaddressIndex): Address {
  let known = cache.get(account);
  if (!known) cache.set(account, (known = new Map<string, Address>()));
  const key = keyOf({ major, minor });
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

/** Address texts by index, kept since base58 takes long. */
const texts = new WeakMap<AccountRecord, Map<string, string>>();

const textsOf = (account: AccountRecord): Map<string, string> => {
  let known = texts.get(account);
  if (!known) texts.set(account, (known = new Map<string, string>()));
  return known;
};

/** The text of `addressOf`. */
export function addressTextOf(account: AccountRecord, index: SubaddressIndex): string {
  const known = textsOf(account);
  const key = keyOf(index);
  let text = known.get(key);
  if (text === undefined) known.set(key, (text = formatAddress(addressOf(account, index))));
  return text;
}

/** Addresses that are computed in one call of the kernel, in a few milliseconds. */
const BATCH = 128;
/** Addresses that are looked up in one step. */
const LOOKED_UP = 2000;

/** The texts of many addresses. Those that are not known yet are computed together, which takes a tenth of the time. */
export function addressTextsOf(account: AccountRecord, indices: readonly SubaddressIndex[]): string[] {
  atOnce(computeTexts(account, indices));
  return indices.map((index) => addressTextOf(account, index));
}
/** Computes in turns what `addressTextsOf` will be asked for. */
export async function prepareAddressTexts(
  account: AccountRecord,
  indices: readonly SubaddressIndex[],
  pause: Pause,
): Promise<void> {
  await inTurns(computeTexts(account, indices), pause);
}
function* computeTexts(account: AccountRecord, indices: readonly SubaddressIndex[]): Steps<void> {
  const known = textsOf(account);
  const missing = new Map<string, SubaddressIndex>();
  for (const [i, index] of indices.entries()) {
    if (i % LOOKED_UP === LOOKED_UP - 1) yield;
    const key = keyOf(index);
    if (!known.has(key)) missing.set(key, index);
  }
  // A single one takes as long alone.
  const together = missing.size > 1 ? [...missing.values()] : [];
  for (let from = 0; from < together.length; from += BATCH) {
    if (from > 0) yield;
    for (const { index, address } of manyAddresses(account, together.slice(from, from + BATCH)))
      known.set(keyOf(index), formatAddress(address));
  }
}

const manyAddresses = (account: AccountRecord, indices: readonly SubaddressIndex[]) => {
  const keys = manySubaddressKeys(account, indices);
  return indices.map((index, i) => {
    const { major, minor } = index;
    const kind = major === 0 && minor === 0 ? 'standard' : 'subaddress';
    return { index, address: { network: account.network, kind, ...keys[i]! } as const };
  });
};
