/** Servers of one database: who answers for a wallet that one of them has open, and who may ask. */
import { createHash } from 'node:crypto';
import { once } from 'node:events';
import { createServer, type AddressInfo, type Socket } from 'node:net';
import { afterEach, describe, expect, it, vi } from 'vitest';
import { authorization, readChallenge } from '../../../src/daemon/digest.ts';
import type { Programs } from '../../../src/ports/programs.ts';
import { createFleet, type Fleet } from '../../../src/server/fleet/fleet.ts';
import { tokenOf } from '../../../src/server/fleet/siblings.ts';
import { readLogins } from '../../../src/server/flags/wallet-logins.ts';
import { createLogin, type LoginCheck } from '../../../src/transport/http-login.ts';

const md5 = (text: string): string => createHash('md5').update(text).digest('hex');
const LOGIN = { username: 'alice', password: 'secret' };
const logins = readLogins('a alice:secret\nb bob:other');
const secret = new Uint8Array(32).fill(7);
const closed = JSON.stringify({ error: { code: -13, message: 'No wallet file' } });
const stops: (() => Promise<void>)[] = [];
afterEach(async () => {
  vi.useRealTimers();
  for (const stop of stops.splice(0)) await stop();
});

/** The tables of a database: which program has which wallet, and where programs answer. */
interface Tables {
  readonly owners: Map<string, string>;
  readonly addresses: Map<string, string>;
}
const tables = (): Tables => ({ owners: new Map(), addresses: new Map() });
const programsOf = ({ owners, addresses }: Tables, holder: string, address: string): Programs => {
  addresses.set(holder, address);
  const addressOf = (other: string | undefined): Promise<string | undefined> =>
    Promise.resolve(other === holder || other === undefined ? undefined : addresses.get(other));
  return {
    ...{ holder, secret, addressOf },
    holds: (name) => owners.get(name) === holder,
    ownerOf: (name) => addressOf(owners.get(name)),
    count: () => Promise.resolve(addresses.size),
    stored: (names) => Promise.resolve(names),
    free: (names) => Promise.resolve(names.filter((name) => !owners.has(name))),
    leave: () => Promise.resolve(void addresses.delete(holder)),
  };
};
const server = async (shared: Tables, holder: string) => {
  const asked: string[] = [];
  const isMine = (name: string): boolean => shared.owners.get(name) === holder;
  const fleet = createFleet({
    inner: { host: '127.0.0.1', port: 0 },
    join: (address) => Promise.resolve(programsOf(shared, holder, address)),
    logins,
    own: {
      ask: (name) => (envelope, key) => {
        asked.push(`${envelope} ${key ?? ''}`.trim());
        return Promise.resolve(isMine(name) ? JSON.stringify({ result: holder }) : closed);
      },
      request: (name, envelope) => Promise.resolve(isMine(name) ? `${holder}: ${envelope}` : undefined),
    },
  });
  await fleet.start();
  stops.push(fleet.stop);
  return { fleet, asked };
};
const call = (fleet: Fleet, method: string, key?: string): Promise<unknown> =>
  fleet.ask('a')(JSON.stringify({ method }), key).then(JSON.parse);

describe('a call', () => {
  it('is answered by the server that has the wallet open, with its idempotency key, and only there', async () => {
    const shared = tables();
    const [one, two] = [await server(shared, 'one'), await server(shared, 'two')];
    shared.owners.set('a', 'two');
    expect(await call(one.fleet, 'transfer', 'order 1')).toEqual({ result: 'two' });
    expect(await call(two.fleet, 'get_balance')).toEqual({ result: 'two' });
    expect(one.asked).toEqual([]);
    expect(two.asked).toEqual(['{"method":"transfer"} order 1', '{"method":"get_balance"}']);
    expect(await one.fleet.request('a', 'x_events')).toBe('two: x_events');
  });
  it('is answered by the server that got it where nobody has the wallet open', async () => {
    const shared = tables();
    const [one, two] = [await server(shared, 'one'), await server(shared, 'two')];
    expect(await call(one.fleet, 'get_balance')).toMatchObject({ error: { code: -13 } });
    expect(two.asked).toEqual([]);
    expect(await one.fleet.request('a', 'x_events')).toBeUndefined();
  });
  it('is handed over after all when another server opens the wallet meanwhile, and never in a circle', async () => {
    const shared = tables();
    const [one, two] = [await server(shared, 'one'), await server(shared, 'two')];
    const { ask } = one.fleet;
    const asking = ask('a')(JSON.stringify({ method: 'get_balance' }));
    shared.owners.set('a', 'two');
    expect(JSON.parse(await asking)).toEqual({ result: 'two' });
    // Each takes the other for the owner.
    shared.owners.set('a', 'gone');
    for (const [holder, address] of shared.addresses)
      if (holder === 'two') shared.addresses.set('gone', address);
    two.asked.length = 0;
    expect(await call(one.fleet, 'get_balance')).toMatchObject({ error: { code: -13 } });
    expect(two.asked).toHaveLength(1);
  });
  it('is answered here when the server that has the wallet is gone', async () => {
    const shared = tables();
    const one = await server(shared, 'one');
    shared.owners.set('a', 'dead');
    shared.addresses.set('dead', '127.0.0.1:1');
    expect(await call(one.fleet, 'get_balance')).toMatchObject({ error: { code: -13 } });
    expect(one.asked).not.toEqual([]);
  });
});

describe('a sibling', () => {
  // threat: other-wallets
  it.each([
    ['no token', ''],
    ['the token of another wallet', `Bearer ${tokenOf(secret, 'b', { username: 'bob', password: 'other' })}`],
    [
      'the secret of the database without the login',
      `Bearer ${tokenOf(secret, 'a', { ...LOGIN, password: 'x' })}`,
    ],
    ['the login without the secret', `Bearer ${tokenOf(new Uint8Array(32), 'a', LOGIN)}`],
  ])('with %s is refused', async (_what, token) => {
    const shared = tables();
    const { asked } = await server(shared, 'one');
    for (const path of ['json_rpc', 'request', 'nonce']) {
      const url = `http://${shared.addresses.get('one')!}/wallet/a/${path}`;
      const { status } = await fetch(url, { method: 'POST', body: '{}', headers: { Authorization: token } });
      expect(status).toBe(401);
    }
    expect(asked).toEqual([]);
  });
});

describe('the login of a caller', () => {
  const answerTo = (challenges: readonly string[], count: number): string =>
    authorization(LOGIN, readChallenge(challenges[0]!)!, {
      ...{ method: 'POST', uri: '/wallet/a/json_rpc', cnonce: 'abc', count },
    });
  const checkOf = ({ fleet }: { readonly fleet: Fleet }) => {
    const own: LoginCheck = createLogin({ ...LOGIN, md5, nonce: fleet.nonce });
    return fleet.login('a', own);
  };
  // threat: other-wallets
  it('is good at every server once, and no counter is taken twice at any of them', async () => {
    const shared = tables();
    const [one, two] = [await server(shared, 'one'), await server(shared, 'two')];
    const [first, second] = [checkOf(one), checkOf(two)];
    const challenges = (await first.check('POST', undefined))!;
    const used = answerTo(challenges, 1);
    expect(await second.check('POST', used)).toBeUndefined();
    for (const check of [first, second])
      expect((await check.check('POST', used))?.[0]).toContain('stale=true');
    expect(await first.check('POST', answerTo(challenges, 2))).toBeUndefined();
    expect(await second.check('POST', answerTo(challenges, 3))).toBeUndefined();
  });
  // threat: server-floods
  it('with a nonce of a server that stands still has to be made anew', async () => {
    const shared = tables();
    const one = await server(shared, 'one');
    const still = createServer();
    const connected = once(still.listen(0, '127.0.0.1'), 'connection');
    await once(still, 'listening');
    stops.push(() => new Promise<void>((resolve) => void still.close(() => resolve())));
    shared.addresses.set('still', `127.0.0.1:${(still.address() as AddressInfo).port}`);
    const challenges = ['Digest qop="auth",algorithm=MD5,realm="monero-rpc",nonce="still.AAAA",stale=false'];
    vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
    const checked = checkOf(one).check('POST', answerTo(challenges, 1));
    const [socket] = (await connected) as [Socket];
    await vi.advanceTimersByTimeAsync(10_000);
    vi.useRealTimers();
    expect((await checked)?.[0]).toContain('stale=true');
    socket.destroy();
  });
});
