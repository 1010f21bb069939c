import { faultsOf, type NoData } from '../../base/fault.ts';

export interface SiteRecordFaults {
  unknown_site: { readonly origin: string };
  /** A restore from the words might not find another new account: too many before it have no money. */
  too_many_new_accounts: NoData;
  /** The site has no budget for this account, or too little of it is left. */
  over_budget: NoData;
}
export const fault = faultsOf<SiteRecordFaults>();
