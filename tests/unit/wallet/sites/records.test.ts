import { describe, expect, it } from 'vitest';
import { isFault } from '../../../../src/base/fault.ts';
import { addAccount } from '../../../../src/wallet/account/accounts.ts';
import { labelsOf } from '../../../../src/wallet/account/lookahead.ts';
import { connectedSite, connectSite, disconnectSite, sitesOf } from '../../../../src/wallet/sites/records.ts';
import { openLedger, type Ledger } from '../../../../src/wallet/state/state.ts';
import { testFile, testLedger } from '../test-ledger.ts';

const NOW = 1_700_000_000;
const NOTHING = { read: [] };
const connect = (ledger: Ledger, origin: string): Promise<void> => connectSite(ledger, origin, NOTHING, NOW);
const accountOf = ({ state }: Ledger, origin: string) => state.tables.sites.get(origin)?.account;

describe('the account of a site', () => {
  it('is a new one with the origin as label, apart from accounts made at the same time', async () => {
    const ledger = await testLedger();
    const [, own] = await Promise.all([
      connect(ledger, 'https://a.example'),
      addAccount(ledger, 'Holidays'),
      connect(ledger, 'https://b.example'),
      connect(ledger, 'https://a.example'),
    ]);
    const labels = labelsOf(ledger.state).map(([label]) => label);
    expect(labels).toHaveLength(4);
    expect(labels[own]).toBe('Holidays');
    expect(labels[accountOf(ledger, 'https://a.example')!]).toBe('https://a.example');
    expect(labels[accountOf(ledger, 'https://b.example')!]).toBe('https://b.example');
  });
  it('is the same one when the site connects again, after the file was opened again, too', async () => {
    const file = await testFile();
    const ledger = await testLedger({}, file);
    await connect(ledger, 'https://a.example');
    await disconnectSite(ledger, 'https://a.example');
    expect(connectedSite(ledger.state, 'https://a.example')).toBeUndefined();
    const again = await openLedger(file);
    await connect(again, 'https://a.example');
    expect(sitesOf(again.state)).toMatchObject([{ account: 1, connected: true, read: [] }]);
    expect(labelsOf(again.state)).toHaveLength(2);
  });
  // threat: site-reads
  it('is not created where a restore from the words would miss its money', async () => {
    const ledger = await testLedger();
    for (let i = 1; i < 50; i++) await connect(ledger, `https://${i}.example`);
    const refused = await connect(ledger, 'https://50.example').catch((error: unknown) => error);
    expect(isFault(refused, 'too_many_new_accounts')).toBe(true);
    // The look-ahead of a restored wallet is 50 accounts.
    expect(Math.max(...sitesOf(ledger.state).map(({ account }) => account))).toBe(49);
  });
});
