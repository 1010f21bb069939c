import { describe, expect, it } from 'vitest';
import { madeBySite, withEntries } from '../../../../src/wallet/sites/log.ts';
import type { SiteLogEntry, SiteRecord } from '../../../../src/wallet/state/records/sites.ts';

const payment: SiteLogEntry = { at: 1, method: 'transfer', outcome: 'done', amount: 5n, txid: 'ab' };
const call = (at: number): SiteLogEntry => ({ at, method: `get_${at}`, outcome: 'done' });

describe("a site's log", () => {
  // threat: site-consent
  it('has the last 200 calls, and drops payments last', () => {
    const log = withEntries(
      [payment],
      Array.from({ length: 500 }, (_, at) => call(at)),
    );
    expect(log).toHaveLength(200);
    expect(log[0]).toEqual(payment);
    expect(log.at(-1)).toEqual(call(499));
    const payments = withEntries(
      log,
      Array.from({ length: 300 }, (_, at) => ({ ...payment, at })),
    );
    expect(payments).toHaveLength(200);
    expect(payments.at(-1)?.at).toBe(299);
  });
  it('says which transactions a site had this wallet make', () => {
    const site = { log: [payment, { ...payment, txid: 'cd', outcome: 'failed' }] } as unknown as SiteRecord;
    expect(madeBySite(site, 'ab')).toBe(true);
    expect(madeBySite(site, 'cd')).toBe(false);
    expect(madeBySite(site, 'ef')).toBe(false);
  });
});
