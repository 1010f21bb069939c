/** Changed addresses in wire form, for x_addresses and x_overview. Its fields: methods/x_addresses.ts. */
import type { Infer } from '../../base/shape.ts';
import type { Wallet } from '../../wallet/wallet.ts';
import { bool, count, def, listOf, obj, str, u32, u64 } from '../schema.ts';

/** Addresses of a page. */
const PAGE_LENGTH = 1000;

export const addressPage = {
  revision: count,
  more: def(bool, false),
  addresses: listOf(
    obj({
      account: u32,
      index: u32,
      address: str,
      label: def(str, ''),
      used: def(bool, false),
      requested: def(bool, false),
      balance: def(u64, 0n),
    }),
  ),
};

export function toAddressPage(wallet: Wallet, since: number): Infer<typeof addressPage> {
  const { accounts, requests } = wallet;
  const { addresses, ...page } = accounts.changedSince(since, PAGE_LENGTH);
  const texts = wallet.addressTexts(addresses);
  const minors = new Map<number, number[]>();
  for (const { major, minor } of addresses)
    if (minors.get(major)?.push(minor) === undefined) minors.set(major, [minor]);
  const balances = new Map(
    [...minors].map(([major, those]) => [major, accounts.balanceByMinor(major, false, those)]),
  );
  return {
    ...page,
    addresses: addresses.map(({ major, minor }, i) => {
      const balance = balances.get(major)?.get(minor)?.balance ?? 0n;
      return {
        ...{ account: major, index: minor, address: texts[i]! },
        label: minor === 0 ? '' : accounts.labelOf({ major, minor }),
        used: balance > 0n || accounts.isUsed({ major, minor }),
        requested: requests.of({ major, minor }) !== undefined,
        balance,
      };
    }),
  };
}
