/** Servers share the view-only wallets of a database: each takes free ones up to its share, and gives back what it has too much. */
import { expect, it } from 'vitest';
import type { Programs } from '../../../src/ports/programs.ts';
import { round, type EarlierRounds } from '../../../src/server/fleet/sharing.ts';

const NAMES = Array.from({ length: 10 }, (_, i) => `w${i}`);
interface World {
  readonly owners: Map<string, string>;
  readonly servers: Set<string>;
  /** Wallets that can spend. */
  readonly full: Set<string>;
  /** Wallets with another password. */
  readonly strange: Set<string>;
  /** Every opening that was tried. */
  readonly tried: string[];
  /** Runs before a wallet is opened. */
  before: (name: string) => void;
}
const worldOf = (): World => ({
  ...{
    owners: new Map(),
    servers: new Set(),
    full: new Set(),
    strange: new Set(),
    tried: [],
    before: () => undefined,
  },
});
const serverIn = (world: World, holder: string) => {
  const { owners, servers, full, strange, tried } = world;
  servers.add(holder);
  const known: EarlierRounds = { others: new Set(), shared: new Set() };
  const programs: Programs = {
    ...{ holder, secret: new Uint8Array(32) },
    holds: (name) => owners.get(name) === holder,
    ownerOf: () => Promise.resolve(undefined),
    addressOf: () => Promise.resolve(undefined),
    count: () => Promise.resolve(servers.size),
    stored: (names) => Promise.resolve(names),
    free: (names) => Promise.resolve(names.filter((name) => !servers.has(owners.get(name) ?? ''))),
    leave: () => Promise.resolve(),
  };
  const command = (name: string, envelope: string): Promise<string> => {
    const { method } = JSON.parse(envelope) as { method: string };
    if (method === 'x_status')
      return Promise.resolve(JSON.stringify({ result: { kind: full.has(name) ? 'spend' : 'view' } }));
    tried.push(`${holder} ${name}`);
    world.before(name);
    const error = strange.has(name)
      ? { code: -1, message: 'Failed to open wallet : invalid password' }
      : servers.has(owners.get(name) ?? '')
        ? { code: -1, message: 'open elsewhere' }
        : undefined;
    if (!error) owners.set(name, holder);
    return Promise.resolve(JSON.stringify(error ? { error } : { result: {} }));
  };
  const end = (name: string): Promise<void> => {
    if (owners.get(name) === holder) owners.delete(name);
    return Promise.resolve();
  };
  const options = { programs, names: NAMES, password: 'pw', command, end, say: () => undefined };
  return {
    round: () => round(options, known, new AbortController().signal),
    mine: () => NAMES.filter((name) => owners.get(name) === holder).length,
  };
};

it('one has all, a second one gets half, and the rest takes over what a lost one had', async () => {
  const world = worldOf();
  const one = serverIn(world, '00000000one');
  await one.round();
  expect(one.mine()).toBe(10);
  const two = serverIn(world, '00000007two');
  await one.round();
  await two.round();
  expect([one.mine(), two.mine()]).toEqual([5, 5]);
  const three = serverIn(world, '0000000athree');
  for (const each of [one, two, three]) await each.round();
  expect([one.mine(), two.mine(), three.mine()]).toEqual([4, 4, 2]);
  world.servers.delete('00000000one');
  await two.round();
  await three.round();
  expect([two.mine(), three.mine()]).toEqual([5, 5]);
});

it('servers that start at once do not take more than there is', async () => {
  const world = worldOf();
  const [one, two] = [serverIn(world, '00000000one'), serverIn(world, '00000005two')];
  await Promise.all([one.round(), two.round()]);
  for (let i = 0; i < 3; i++) await Promise.all([one.round(), two.round()]);
  expect([one.mine(), two.mine()]).toEqual([5, 5]);
});

it('leaves wallets that can spend, and those with another password, and tries each of them once', async () => {
  const world = worldOf();
  world.full.add('w3');
  world.strange.add('w7');
  const one = serverIn(world, '00000000one');
  await one.round();
  await one.round();
  expect(one.mine()).toBe(8);
  expect(world.tried.filter((line) => /w[37]$/.test(line))).toHaveLength(2);
});

it('leaves what a caller opens while a round opens others', async () => {
  const world = worldOf();
  world.full.add('w5').add('w3');
  world.strange.add('w7');
  const one = serverIn(world, '00000000one');
  world.before = (name) => {
    // The first is not tried after it, the second one is being tried.
    if (name === 'w0') world.owners.set('w5', '00000000one');
    if (name === 'w7') world.owners.set('w7', '00000000one');
  };
  await one.round();
  expect(world.tried).not.toContain('00000000one w5');
  expect([world.owners.get('w5'), world.owners.get('w7')]).toEqual(['00000000one', '00000000one']);
  expect(world.owners.has('w3')).toBe(false);
});

it('gives back no wallet that a caller has opened', async () => {
  const world = worldOf();
  const one = serverIn(world, '00000000one');
  for (const name of ['w0', 'w8', 'w9']) world.owners.set(name, '00000000one');
  await one.round();
  const two = serverIn(world, '00000000two');
  await one.round();
  expect(one.mine()).toBe(5);
  expect(['w0', 'w8', 'w9'].map((name) => world.owners.get(name))).toEqual(Array(3).fill('00000000one'));
  await two.round();
  expect(two.mine()).toBe(5);
});
