/** A site asks for an account that it may not read: the refusal does not depend on whether the wallet has the account. */
import { describe, expect, it } from 'vitest';
import { readableAccount } from '../../../../src/rpc/sites/accounts.ts';
import type { SiteRecord } from '../../../../src/wallet/state/records/sites.ts';

/** The wallet has the accounts 0 and 1 of the person; the site's own is 2. The record is all that the refusal reads. */
const site: SiteRecord = {
  ...{ origin: 'https://shop.example', since: 1, lastUsed: 1, connected: true, log: [] },
  ...{ account: 2, read: [2] },
};
const refusalOf = (given: number): unknown => {
  try {
    return readableAccount(site, given);
  } catch (error) {
    return error;
  }
};

describe('an account that a site may not read', () => {
  it('is refused in the same way whether the wallet has it or not', () => {
    expect(refusalOf(0)).toBe(2);
    expect(refusalOf(1)).toMatchObject({ message: 'site_not_permitted' });
    expect(refusalOf(40)).toEqual(refusalOf(1));
  });
});
