/** The part of the wallet that a connected site may see now, for the events that the page sends it. It is not in the site's log. */
import type { RpcContext } from '../method.ts';
import { visibleAccounts } from './accounts.ts';
import { callWallet } from './call-wallet.ts';
import { checkOrigin } from './origin.ts';
import { isTurnedOff } from './switch.ts';
import { seenHistory, type SiteResult } from './results.ts';

/** `accounts` is empty for a site that is not connected: then nothing else is there. */
export interface SiteView {
  /** Addresses of the accounts by the site's indices: its own, then those that it may read. */
  readonly accounts: readonly string[];
  readonly network?: string;
  readonly height?: number;
  /** Transfers of accounts that the site may read. Entries as in get_transfers. */
  readonly transfers?: readonly SiteResult[];
}

/** `fromHeight`: only transfers above this block, and those in no block. Undefined: no transfers. Fault bad_origin. */
export async function siteView(
  context: RpcContext,
  origin: string,
  fromHeight: number | undefined,
): Promise<SiteView> {
  checkOrigin(origin);
  const { wallet } = context;
  const site = wallet.sites.connected(origin);
  if (!site || (await isTurnedOff({ context, origin }))) return { accounts: [] };
  const { height } = await callWallet({ context }, 'get_height', {});
  const filter = {
    filter_by_height: true,
    min_height: fromHeight,
    all_accounts: true,
    // Without automatic refreshing the node would be asked for its pool.
    in: true,
    out: true,
    pending: true,
    failed: true,
    pool: context.session.refreshing,
  };
  const history =
    fromHeight === undefined || site.read.length === 0
      ? {}
      : seenHistory(site, await callWallet({ context }, 'get_transfers', filter));
  return {
    accounts: visibleAccounts(site).map((major) => wallet.addressText({ major, minor: 0 })),
    network: wallet.state.account.network,
    height: height as number,
    transfers: Object.values(history).flat() as SiteResult[],
  };
}
