/** Accounts and history of each scenario. */
import { id, ADDRESSES, COOP, LUIS, MARA, xmr } from './values.ts';
import type { Entry, FakeAccount, FakeWallet, Scenario } from './wallet.ts';

const HOUR = 3_600_000;
const DAY = 24 * HOUR;
type Line = readonly [
  type: string,
  amount: string,
  note: string,
  ago: number,
  confirmations: number,
  more?: Partial<Entry>,
];

/** Fills the wallet before it is opened. */
export function furnish(fake: FakeWallet, scenario: Scenario): void {
  if (scenario === 'devnet') fake.status.height = 1219;
  if (scenario === 'home' || scenario === 'watch')
    fake.contacts = [
      { address: MARA, description: 'Mara' },
      { address: LUIS, description: 'Luis' },
      { address: COOP, description: 'Housing cooperative' },
    ];
  fake.accounts = (ACCOUNTS[scenario] ?? USUAL_ACCOUNTS)();
  if (scenario === 'empty') fake.coins = [];
  for (const [type, amount, note, ago, confirmations, more] of LINES[scenario] ?? USUAL_LINES)
    fake.entries.push(fake.entry(type, amount, { note, ago, confirmations, ...more }));
  if (scenario === 'late') fake.missing.set(fake.entries[1]!.txid, 5);
}

const own = (label: string, address: string, used: boolean, balance: string) => ({
  label,
  address,
  used,
  balance: xmr(balance),
});
const account = (label: string, unlocked: string, ...addresses: FakeAccount['addresses']): FakeAccount => ({
  label,
  unlocked: xmr(unlocked),
  addresses,
});
const [MAIN, FIRST, SECOND] = ADDRESSES;
const at = (major: number, minor = 0): Partial<Entry> => ({ subaddr_index: { major, minor } });

const ACCOUNTS: Readonly<Partial<Record<Scenario, () => FakeAccount[]>>> = {
  empty: () => [account('', '0', own('', MAIN, false, '0'))],
  devnet: () => [account('', '35.1843720888', own('', MAIN, true, '45.1843720888'))],
  sync: () => [account('', '7.11204', own('', MAIN, true, '7.11204'))],
  many: () => [account('', '731.5', own('', MAIN, true, '731.5'))],
  years: () => [account('', '14.9975', own('', MAIN, true, '16.8475'))],
  long: () => [account('', '18446744.073709551614', own('', MAIN, true, '18446744.073709551615'))],
};
const USUAL_ACCOUNTS = (): FakeAccount[] => [
  account(
    '',
    '12.40851327',
    own('', MAIN, true, '10.0085'),
    own('Order 1041', FIRST, true, '2.40001327'),
    own('Shop counter', SECOND, false, '0.85'),
  ),
  account(
    'Shop',
    '48.1907',
    own('', MAIN, true, '47.80945529'),
    own('Order 1041', FIRST, true, '0.03124471'),
    own('Order 1042', FIRST.replace('8yqdFx', '8xqdFx'), true, '0.35'),
    own('Shop counter', SECOND, false, '0'),
  ),
  account('Savings', '205', own('', FIRST, true, '205')),
];

/** A shop of three and a half years: five payments come in, then one goes out. */
const MANY: readonly Line[] = Array.from({ length: 5000 }, (_, i) => {
  const hours = 1 + 6 * i;
  const amount = `${1 + ((i * 37) % 90)}.${String((i * 7919) % 10_000).padStart(4, '0')}`;
  const note = i % 4 === 0 ? `Order ${6000 - i}` : '';
  return [i % 6 === 5 ? 'out' : 'in', amount, note, hours * HOUR, 30 * hours];
});

const LINES: Readonly<Partial<Record<Scenario, readonly Line[]>>> = {
  empty: [],
  many: MANY,
  devnet: [
    ['in', '10', 'Test coins', 2 * 60_000, 6, at(0)],
    ['block', '35.1843720888', '', 5 * 60_000, 70, { height: 1208 }],
  ],
  sync: [
    ['in', '6.9', '', 420 * DAY, 300_000],
    ['in', '0.21204', '', 437 * DAY, 312_000],
  ],
  years: [
    ['in', '0.85', '', HOUR / 3, 1, at(0)],
    ['block', '0.6', '', 40 * 120_000, 19, at(0)],
    ['in', '1.2', 'Invoice 2026-031', 14 * 120_000, 7, at(0)],
    ['out', '2', 'Bike, first half', 70 * DAY, 50_000],
    ['in', '4.25', 'Invoice 2025-118', 160 * DAY, 115_000, at(0)],
    ['out', '6.5', 'Workshop, summer', 330 * DAY, 237_000],
    ['in', '8', 'Invoice 2025-014', 480 * DAY, 345_000, at(0)],
    ['out', '3.9', 'Housing cooperative', 640 * DAY, 460_000],
    ['in', '12.35', 'All that was left of 2019', 1000 * DAY, 720_000, at(0)],
  ],
  late: [
    ['pending', '0.4', 'Hosting, May', 50 * 60_000, 0, at(0)],
    ['pending', '1.25', 'Bike, second half', 26 * HOUR, 0, at(0)],
    ['in', '3.2', 'Invoice 2025-118', 2 * DAY, 900],
  ],
  long: [
    ['in', '0.000000000001', 'Payment from Mara', HOUR / 3, 7],
    ['out', '1204331.073709551615', 'Refund for the second half of the workshop rent', 5 * HOUR, 148],
    // After a restore from words: the chain does not hold the payee.
    ['out', '3.9', '', 20 * HOUR, 600, { destinations: [] }],
    ['in', '3.2', 'Invoice 2025-118', DAY, 900],
  ],
};
const USUAL_LINES: readonly Line[] = [
  ['pending', '1.25', 'Bike, second half', HOUR / 4, 0, at(1)],
  ['in', '0.85', 'Payment from Mara', HOUR / 3, 1],
  ['out', '0.35', 'Coffee shop, order 1042', 2 * HOUR, 148],
  ['in', '3.2', 'Invoice 2025-118', DAY, 900],
  ['failed', '0.4', 'Hosting, May', DAY + HOUR, 0, at(1)],
  ['out', '5', '', 18 * DAY, 12_000, { txid: id(900), destinations: [{ address: FIRST, amount: xmr('5') }] }],
  ['in', '5', '', 18 * DAY, 12_000, { txid: id(900), ...at(2) }],
  ['in', '0.03124471', '', 19 * DAY, 14_000, at(0)],
  ['in', '0.35', '', 40 * DAY, 30_000, at(1, 2)],
  ['in', '205', 'All that was left of 2019', 700 * DAY, 500_000, at(2)],
];
