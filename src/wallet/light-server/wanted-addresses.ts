/** The addresses at which a light-wallet server is asked to find money: the wallet's, and some after them. */
import { addressCounts, tableShape } from '../account/lookahead.ts';
import type { LightServerUse } from '../state/records/light-server.ts';
import type { WalletState } from '../state/state.ts';

/** Servers limit the addresses of an account: fewer than the scan of blocks looks ahead. */
const MORE_ADDRESSES = 50;
const MORE_ACCOUNTS = 4;

/** Number of addresses by account, none of which the scan of blocks would not recognise. */
export function wantedAddresses(state: WalletState): readonly number[] {
  const counts = addressCounts(state);
  return tableShape(counts, state.account.lookahead)
    .slice(0, counts.length + MORE_ACCOUNTS)
    .map((most, major) => Math.min(most, (counts[major] ?? 0) + MORE_ADDRESSES));
}

/** The addresses at which the server names money. */
export function servedAddresses({ subaddresses, wanted }: LightServerUse): readonly number[] {
  return subaddresses ? wanted : [1];
}
