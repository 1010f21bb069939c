/** Sets up a scene: which wallets exist, which is open, and its status. */
import type { WireStatus } from '../../../src/rpc/wire/status.ts';
import { furnish } from './accounts.ts';
import { HEIGHT } from './values.ts';
import type { FakeWallet, Scenario } from './wallet.ts';

const HOUR = 3_600_000;
const DAY = 24 * HOUR;

export function setScene(fake: FakeWallet, scenario: Scenario): void {
  if (scenario === 'new') {
    fake.useNodes([]);
    return;
  }
  const { now } = fake;
  const everyday = scenario === 'devnet' ? 'Playground' : 'Everyday';
  fake.wallets = [
    { name: everyday, created_at: now - 400 * DAY, used_at: now - HOUR, open_elsewhere: false },
    { name: 'Savings box', created_at: now - 90 * DAY, used_at: now - 9 * DAY, open_elsewhere: true },
  ];
  furnish(fake, scenario);
  if (scenario !== 'locked' && scenario !== 'locked-reading') fake.open(everyday);
  Object.assign(fake.status, { coins: 14, ...STATUS[scenario] });
  if (scenario === 'rules' || scenario === 'rules18')
    fake.status.problem = {
      fault: 'newer_rules',
      data: {
        address: 'https://node.example:18089',
        height: fake.status.height,
        version: 17,
        time: Math.floor(now / 1000) - 3 * 86_400,
        sending: scenario === 'rules',
        ...(scenario === 'rules' && { sending_ends: fake.status.height + 20_000 }),
      },
      since: now,
    };
  if (scenario === 'carrot') fake.later = 850_000_000_000n;
  if (scenario === 'announced')
    fake.status.next_rules = { version: 17, height: fake.status.height + 15_000, from: 'node' };
  if (scenario === 'standin')
    Object.assign(fake.status, {
      node: { address: 'https://second.example:18089', trusted: false, stand_in: true },
      away: {
        address: 'https://node.example:18089',
        fault: 'node_timeout',
        data: { address: 'https://node.example:18089', seconds: 30 },
        since: now - HOUR / 4,
        next_try: now + 60_000,
      },
    });
  if (scenario === 'disagreement')
    fake.status.disagreement = {
      what: 'tip',
      node: 'https://node.example:18089',
      other: 'https://second.example:18089',
      since: now - HOUR / 4,
    };
  if (scenario === 'locked-reading')
    fake.status.reading_on = {
      wallet: everyday,
      height: 3_214_560,
      target_height: 3_390_000,
      start_height: 3_100_000,
    };
  if (scenario === 'nonode') {
    fake.useNodes([]);
    fake.status.problem = { fault: 'no_node', data: {}, since: now };
  }
  if (scenario === 'problem')
    fake.status.problem = {
      fault: 'node_unreachable',
      data: { address: 'node.example:18081', hint: 'hidden_by_browser' },
      since: now,
    };
}

const STATUS: Readonly<Partial<Record<Scenario, Partial<WireStatus>>>> = {
  sync: { phase: 'reading', height: 3_214_560, blocks_per_second: 412, seconds_left: 404 },
  asking: { phase: 'asking', start_height: HEIGHT - 9874, height: HEIGHT - 9874 },
  missing: { missing: 9980 },
  problem: { phase: 'waiting' },
  rules: { phase: 'waiting', target_height: 3_390_000 },
  rules18: { phase: 'waiting', target_height: 3_390_000 },
  carrot: { sending_closed: true },
  nonode: { node: { address: '', trusted: false }, phase: 'idle' },
  watch: { kind: 'view', unmarked: 3, doubtful: 3 },
  signers: { kind: 'multisig' },
  cold: { cold: true, phase: 'idle', height: 0, target_height: 0 },
  devnet: {
    devnet: true,
    height: 1219,
    target_height: 1219,
    start_height: 0,
    node: { address: 'http://127.0.0.1:28081', trusted: true },
  },
};
