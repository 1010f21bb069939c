/** Servers share the view-only wallets of a database: each takes free ones up to its share, and gives back what it has too much. */
import { expect, it } from 'vitest';
import type { Programs } from '../../../src/ports/programs.ts';
import { round } from '../../../src/server/fleet/sharing.ts';

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
}
const worldOf = (): World => ({
  ...{ owners: new Map(), servers: new Set(), full: new Set(), strange: new Set(), tried: [] },
});
const serverIn = ({ owners, servers, full, strange, tried }: World, holder: string) => {
  servers.add(holder);
  const others = new Set<string>();
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
    round: () => round(options, others, new AbortController().signal),
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
