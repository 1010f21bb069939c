/**
 * Three servers with one database while programs pay, label and create addresses: servers are killed and stopped for longer than
 * a lease, the database restarts, connections are cut, all from a seed (OSTRO_KILLS: how many events; OSTRO_PROGRAMS: how many programs). Afterwards everything that was acknowledged is
 * there, each payment is on the chain once, and a log that triggers wrote in the database proves one owner at a time.
 */
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { expect, it } from 'vitest';
import { FIRST_OWNER, FOREIGN_ADDRESS } from '../../../scripts/tools/app/funded-chain.ts';
import { openPostgres } from '../../../src/nodejs/postgres.ts';
import type { Database } from '../../../src/ports/database.ts';
import { startServer, type WalletServer } from '../../browser/wallet-server.ts';
import { createRandom, pick } from '../../chaos/sizes.ts';
import { startBalancer, type Balancer } from '../../support/balancer.ts';
import { createDigestCaller, type JsonObject } from '../../support/digest-caller.ts';
import { mineMissingCoins } from '../../support/more-coins.ts';
import { startPostgres, type TestPostgres } from '../../support/postgres.ts';
import { startRegtest, type Regtest } from '../../support/regtest.ts';
import { limit, seed } from '../../support/tier.ts';
import { mineUntilPoolIsEmpty } from './within.ts';

const EVENTS = Number(process.env['OSTRO_KILLS'] ?? 5);
const SERVERS = 3;
const PROGRAMS = Number(process.env['OSTRO_PROGRAMS'] ?? 5);
const CLERKS = ['clerk0', 'clerk1', 'clerk2', 'clerk3'];
const NAMES = ['shop', ...CLERKS];
/** Piconero; payment number n pays n more, so that the amount tells which one it is. */
const AMOUNT = 1_000_000_000;
/** A lease is six seconds. */
const STALL_MS = { least: 7000, most: 10_000 };

interface World {
  readonly chain: Regtest;
  readonly postgres: TestPostgres;
  readonly database: Database;
  readonly balancer: Balancer;
  readonly flags: readonly string[];
  readonly servers: WalletServer[];
  readonly all: WalletServer[];
  /** The last opening of each wallet. */
  readonly opened: Map<string, Opening>;
}
interface Opening {
  readonly opening: Promise<unknown>;
  /** When it ended. */
  at?: number;
}

it(
  'what was acknowledged is there, each payment was made once, and no wallet had two owners',
  async () => {
    const dir = mkdtempSync(join(tmpdir(), 'ostro-fleet-'));
    const [chain, postgres] = await Promise.all([startRegtest({ funded: true }), startPostgres()]);
    const url = await postgres.database();
    const logins = join(dir, 'logins');
    writeFileSync(logins, NAMES.map((name) => `${name} ${name}:secret`).join('\n'), { mode: 0o600 });
    const flags = [
      ...['--wallet-store', url, '--wallet-logins', logins, '--inner-address', '127.0.0.1:0'],
      ...['--daemon-address', chain.url, '--trusted-daemon', '--regtest'],
    ];
    const balancer = await startBalancer([]);
    const world: World = {
      chain,
      postgres,
      database: openPostgres(url),
      balancer,
      flags,
      servers: [],
      all: [],
      opened: new Map(),
    };
    try {
      for (let i = 0; i < SERVERS; i++) await addServer(world);
      await play(world);
    } finally {
      balancer.stop();
      for (const { child } of world.all) {
        child.kill('SIGKILL');
      }
      await Promise.all(world.all.map(({ ended }) => ended));
      await world.database.end();
      await Promise.all([postgres.stop(), chain.dispose()]);
      rmSync(dir, { recursive: true, force: true });
    }
  },
  limit(10 + EVENTS),
);

const addServer = async (world: World): Promise<void> => {
  const server = await startServer(world.flags);
  world.servers.push(server);
  world.all.push(server);
  world.balancer.use(world.servers.map(({ port }) => port));
};

const play = async (world: World): Promise<void> => {
  const { chain } = world;
  await mineMissingCoins(chain, FIRST_OWNER, 2 * EVENTS + 20);
  await logOwners(world.database);
  const programs = Array.from({ length: PROGRAMS }, (_, i) => programOf(world, NAMES[i % NAMES.length]!, i));
  const firstOf = (name: string): Program => programs.find((each) => each.wallet === name)!;
  const shop = firstOf('shop');
  await shop.until('restore_deterministic_wallet', {
    filename: 'shop',
    password: 'pw',
    seed: FIRST_OWNER.seed,
  });
  await shop.until('refresh');
  const clerks = CLERKS.map(firstOf);
  for (const clerk of clerks)
    await clerk.until('create_wallet', { filename: clerk.wallet, password: 'pw', language: 'English' });

  const playing = { now: true };
  let unfinished = true;
  const paid = new Map<number, string>();
  const made = new Map<string, string>();
  let payments = 0;
  const next = (): number => payments++;
  const working = programs.map((each) =>
    each.wallet === 'shop' ? payLoop(each, playing, paid, next) : clerkLoop(each, playing, made),
  );
  // Change of a payment is locked for ten blocks.
  const mining = mineWhile(chain, () => unfinished);
  const random = createRandom(seed);
  const done: Record<string, number> = {};
  for (let n = 0; n < EVENTS; n++) {
    await pause(500 + random() * 3000);
    const name = EVENT_KINDS[n % EVENT_KINDS.length]!;
    await event(world, name, random);
    done[name] = (done[name] ?? 0) + 1;
  }
  playing.now = false;
  await Promise.all(working);
  unfinished = false;
  await mining;
  console.log(`seed ${seed}: ${JSON.stringify(done)}; ${paid.size} payments, ${made.size} addresses`);

  expect(paid.size).toBeGreaterThan(0);
  expect(made.size).toBeGreaterThan(0);
  await judgePayments(world, shop, paid);
  for (const clerk of clerks) {
    const { addresses } = await clerk.until('get_address', { account_index: 0 });
    const labels = new Map(
      (addresses as unknown as readonly { address: string; label: string }[]).map((each) => [
        each.label,
        each.address,
      ]),
    );
    for (const [label, address] of made)
      if (label.startsWith(`${clerk.wallet} `)) expect([label, labels.get(label)]).toEqual([label, address]);
  }
  for (const program of programs) program.end();
  await judgeOwners(world.database);
};

const mineWhile = async (chain: Regtest, goesOn: () => boolean): Promise<void> => {
  while (goesOn()) {
    await chain.mine(1, FOREIGN_ADDRESS);
    await pause(1000);
  }
};

const EVENT_KINDS = ['kill', 'stall', 'cut', 'kill', 'restart'] as const;
type EventKind = (typeof EVENT_KINDS)[number];
const event = async (world: World, kind: EventKind, random: () => number): Promise<void> => {
  const { servers, postgres, database } = world;
  const server = pick(random, servers);
  if (kind === 'kill') {
    server.child.kill('SIGKILL');
    await server.ended;
    servers.splice(servers.indexOf(server), 1);
    await addServer(world);
  } else if (kind === 'stall') {
    server.child.kill('SIGSTOP');
    await pause(STALL_MS.least + random() * (STALL_MS.most - STALL_MS.least));
    server.child.kill('SIGCONT');
  } else if (kind === 'restart') {
    const ended = postgres.ended();
    postgres.signal('SIGINT');
    await ended;
    await pause(random() * 3000);
    await postgres.start();
  } else
    await database.run(
      `SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE datname = current_database() AND pid <> pg_backend_pid()`,
    );
};

/** A program with one wallet, which makes each call until it is answered. */
interface Program {
  readonly wallet: string;
  readonly number: number;
  readonly until: (method: string, params?: object, key?: string) => Promise<JsonObject>;
  readonly end: () => void;
}
const programOf = ({ balancer, opened }: World, wallet: string, number: number): Program => {
  const login = { username: wallet, password: 'secret' };
  const { call, end } = createDigestCaller(balancer.port, `/wallet/${wallet}/json_rpc`, login);
  /** Programs of one wallet open it once: opening closes it first. `since`: when the call began that found it closed. */
  const reopen = async (since = performance.now()): Promise<unknown> => {
    const last = opened.get(wallet);
    if (last && (last.at === undefined || last.at > since)) return last.opening;
    const mine: Opening = {
      opening: call('open_wallet', { filename: wallet, password: 'pw' })
        .catch(() => undefined)
        .finally(() => (mine.at = performance.now())),
    };
    opened.set(wallet, mine);
    return mine.opening;
  };
  return {
    wallet,
    number,
    end,
    until: async (method, params, key) => {
      for (;;) {
        const since = performance.now();
        try {
          return await call(method, params, key);
        } catch (error) {
          // Made by a call whose answer was lost.
          if (/\(-21\)$/.test(String(error))) {
            await reopen();
            return {};
          }
          if (/\(-13\)$/.test(String(error))) await reopen(since);
          await pause(250);
        }
      }
    },
  };
};

const payLoop = async (
  shop: Program,
  playing: { readonly now: boolean },
  paid: Map<number, string>,
  next: () => number,
): Promise<void> => {
  while (playing.now) {
    const n = next();
    const { tx_hash: txid } = await shop.until(...payment(n));
    paid.set(n, txid as string);
  }
};
const payment = (n: number): readonly [string, object, string] => [
  'transfer',
  { destinations: [{ amount: AMOUNT + n, address: FOREIGN_ADDRESS }] },
  `payment ${n}`,
];
const clerkLoop = async (
  clerk: Program,
  playing: { readonly now: boolean },
  made: Map<string, string>,
): Promise<void> => {
  for (let n = 0; playing.now; n++) {
    const label = `${clerk.wallet} ${clerk.number} ${n}`;
    const { address, address_index: minor } = await clerk.until('create_address', { account_index: 0 });
    await clerk.until('label_address', { index: { major: 0, minor }, label });
    made.set(label, address as string);
  }
};

const judgePayments = async (
  { chain }: World,
  shop: Program,
  paid: ReadonlyMap<number, string>,
): Promise<void> => {
  await mineUntilPoolIsEmpty(chain);
  await shop.until('refresh');
  for (const [n, txid] of paid) expect((await shop.until(...payment(n)))['tx_hash']).toBe(txid);
  await mineUntilPoolIsEmpty(chain);
  await shop.until('refresh');
  const { out } = (await shop.until('get_transfers', { out: true })) as unknown as {
    readonly out: readonly { readonly txid: string; readonly amount: number }[];
  };
  const seen = out.map(({ amount, txid }) => `${amount} ${txid}`).toSorted();
  expect(seen).toEqual([...paid].map(([n, txid]) => `${AMOUNT + n} ${txid}`).toSorted());
};

/** Triggers write each change of a wallet and of a lease into a log, in the transaction of the change. */
const logOwners = async (database: Database): Promise<void> => {
  await database.run(
    `CREATE TABLE owner_log (id bigserial, name text, owner text, sequence bigint, fence bigint, holder text)`,
  );
  await database.run(`CREATE FUNCTION log_wallet() RETURNS trigger LANGUAGE plpgsql AS $$ BEGIN
    INSERT INTO owner_log (name, owner, sequence, fence, holder)
      SELECT NEW.name, NEW.owner, NEW.sequence, fence, holder FROM ostro_leases WHERE name = NEW.name;
    RETURN NEW; END $$`);
  await database.run(
    'CREATE TRIGGER log_wallet AFTER INSERT OR UPDATE ON ostro_wallets FOR EACH ROW EXECUTE FUNCTION log_wallet()',
  );
};

/** Every wallet: fencing numbers and records only grow, and no owner writes again after another one has. */
const judgeOwners = async (database: Database): Promise<void> => {
  let owners = 0;
  for (const name of NAMES) {
    const rows = await database.run('SELECT * FROM owner_log WHERE name = $1 ORDER BY id', [name]);
    const past = new Set<unknown>();
    let last: (typeof rows)[number] | undefined;
    for (const row of rows) {
      if (last) {
        expect(row['fence'] as bigint).toBeGreaterThanOrEqual(last['fence'] as bigint);
        expect(row['sequence'] as bigint).toBeGreaterThanOrEqual(last['sequence'] as bigint);
        if (row['fence'] === last['fence']) expect(row['holder']).toBe(last['holder']);
        if (row['owner'] !== last['owner']) past.add(last['owner']);
        if (row['holder'] !== last['holder']) expect(row['fence']).not.toBe(last['fence']);
      }
      expect(past.has(row['owner'])).toBe(false);
      last = row;
    }
    owners += past.size + 1;
    expect(rows.length).toBeGreaterThan(0);
  }
  console.log(`${owners} owners of ${NAMES.length} wallets, one after the other`);
};
