/**
 * The chain to measure on: a prepared one (`chain.json` and `regtest-chain.tar.xz` in the folder named by OSTRO_BENCH,
 * or in `bench` of a folder `shared` beside the project), else a smaller one made here and kept.
 */
import {
  cpSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  renameSync,
  rmSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { basename, join, resolve } from 'node:path';
import { benchCache } from '../../scripts/tools/app/bench-cache.ts';
import { mineBlocks, type Server, startMonerod, startWalletRpc } from '../../scripts/tools/app/monero.ts';
import { parseJson } from '../../src/server/json.mjs';
import { run } from '../../scripts/tools/setup/process.mjs';
import { projectRoot } from '../../scripts/tools/setup/setup.mjs';
import { type Call, callWallet, type Expected, findingsOf } from './call.ts';
import { SetupError } from '../../src/server/errors.mjs';

/** Prints one line of progress. */
export type Say = (line: string) => void;
type OfWallets = Readonly<Record<'U' | 'A' | 'S', string>>;
/** chain.json. */
export interface Facts {
  readonly blocks: number;
  readonly seeds: OfWallets;
  readonly addresses: OfWallets;
  /** What each wallet has to find. */
  readonly expected: Readonly<Record<string, Expected>>;
  /** Outputs in account 3 of wallet S; 75 if absent. */
  readonly sweep_inputs?: number;
}

const folderOf = () => {
  const given = process.env.OSTRO_BENCH;
  const folder = resolve(given || join(projectRoot, '..', 'shared', 'bench'));
  if (existsSync(join(folder, 'chain.json')) && existsSync(join(folder, 'regtest-chain.tar.xz')))
    return folder;
  if (given) throw new SetupError(`OSTRO_BENCH (${given}) holds no chain.json and regtest-chain.tar.xz.`);
  return undefined;
};

/** Unpacks the chain into a folder of this run, because a daemon writes into its chain. */
const preparedChain = async (folder: string, dir: string) => {
  const archive = join(folder, 'regtest-chain.tar.xz');
  const { code, output } = await run('tar', ['-xJf', archive, '-C', dir], { quiet: true });
  if (code !== 0) throw new SetupError(`The chain could not be unpacked (tar and xz are needed):\n${output}`);
  return parseJson(readFileSync(join(folder, 'chain.json'), 'utf8')) as Facts;
};

/** Starts a daemon on the chain. */
export async function startChain({ bin, say }: { readonly bin: string; readonly say: Say }) {
  const dir = mkdtempSync(join(tmpdir(), 'ostro-bench-chain-'));
  const clean = () => rmSync(dir, { recursive: true, force: true });
  process.once('exit', clean);
  const folder = folderOf();
  let facts: Facts;
  if (folder === undefined) {
    const made = await madeChain({ bin, say });
    facts = made.facts;
    cpSync(made.dataDir, dir, { recursive: true });
  } else facts = await preparedChain(folder, dir);
  const name = `${folder === undefined ? 'made here' : basename(folder)}, ${facts.blocks} blocks`;
  const daemon = await startMonerod({ bin, dataDir: dir });
  say(`Chain: ${name}`);
  return {
    name,
    facts,
    url: daemon.url,
    stop: async () => {
      await daemon.child.stop();
      clean();
    },
  };
}

/*
 * A smaller chain than the prepared one, made once with real peers and kept in the bench's cache: a miner A with
 * payments between its own addresses, a wallet S with one, two and 75 outputs in its accounts 1, 2 and 3, and a wallet
 * U without any.
 */

/** Change this name with the plan, so that a stored chain is never taken for that of a newer plan. */
const NAME = 'chain-1';
const ROUNDS = 12;
const PAYMENTS = 4;
const MATURE = 60;
const UNLOCKED = 10;
const XMR = 1_000_000_000_000;

/** The kept chain, which is made first if there is none. */
export async function madeChain({
  bin,
  say,
}: {
  readonly bin: string;
  readonly say: Say;
}): Promise<{ readonly dataDir: string; readonly facts: Facts }> {
  const folder = join(benchCache(), NAME);
  const facts = join(folder, 'chain.json');
  if (!existsSync(facts)) {
    say('There is no prepared chain: making a smaller one, once (a minute or two)…');
    const unfinished = `${folder}.${process.pid}`;
    rmSync(unfinished, { recursive: true, force: true });
    try {
      mkdirSync(join(unfinished, 'data'), { recursive: true });
      await make({ bin, folder: unfinished });
      rmSync(folder, { recursive: true, force: true });
      renameSync(unfinished, folder);
    } finally {
      rmSync(unfinished, { recursive: true, force: true });
    }
  }
  return {
    dataDir: join(folder, 'data'),
    facts: parseJson(readFileSync(facts, 'utf8')) as Facts,
  };
}

const make = async ({ bin, folder }: { readonly bin: string; readonly folder: string }) => {
  const wallets = join(folder, 'wallets');
  mkdirSync(wallets);
  const daemon = await startMonerod({ bin, dataDir: join(folder, 'data') });
  let server: Server | undefined;
  try {
    server = await startWalletRpc({ bin, dir: wallets, daemonUrl: daemon.url });
    const { url } = server;
    const call: Call = (method, params = {}) => callWallet(url, method, params);
    const { seeds, addresses, accounts } = await makeWallets(call);
    const mine = (blocks: number) => mineBlocks(daemon.url, blocks, addresses.A);
    await call('open_wallet', { filename: 'A', password: '' });
    await mine(MATURE + 30);
    const pay = (destinations: readonly Destination[]) => call('transfer', { destinations });
    for (let round = 0; round < ROUNDS; round++) {
      await call('refresh');
      for (let i = 0; i < PAYMENTS; i++) await pay(fifteen(addresses.A, XMR, i));
      await mine(UNLOCKED);
    }
    await call('refresh');
    await pay([{ address: accounts.one, amount: 8 * XMR }]);
    await pay([
      { address: accounts.two, amount: 4 * XMR },
      { address: accounts.two, amount: 4 * XMR },
    ]);
    for (let i = 0; i < 5; i++) {
      await pay(fifteen(accounts.many, XMR / 20, i));
      await mine(UNLOCKED);
      await call('refresh');
    }
    await mine(MATURE);
    const expected = await expectedOf(call);
    const { height } = (await call('get_height')) as { height: number };
    const facts: Facts = { blocks: height, seeds, addresses, expected };
    const text = JSON.stringify(facts, undefined, 1);
    writeFileSync(join(folder, 'chain.json'), `${text}\n`);
  } finally {
    await server?.child.stop();
    await daemon.child.stop();
    rmSync(wallets, { recursive: true, force: true });
  }
};

interface Destination {
  readonly address: string;
  readonly amount: number;
}

/** The destinations of payment `i`: fifteen outputs of slightly different amounts. */
const fifteen = (address: string, amount: number, i: number): readonly Destination[] =>
  Array.from({ length: 15 }, (_, j) => ({ address, amount: amount + 1000 * (15 * i + j) }));

const makeWallets = async (call: Call) => {
  const make = async (filename: string) => {
    await call('create_wallet', { filename, password: '', language: 'English' });
    const { key } = (await call('query_key', { key_type: 'mnemonic' })) as { key: string };
    const { address } = (await call('get_address', { account_index: 0 })) as { address: string };
    return { seed: key, address };
  };
  const [U, A, S] = [await make('U'), await make('A'), await make('S')];
  const account = async () => ((await call('create_account')) as { address: string }).address;
  return {
    seeds: { U: U.seed, A: A.seed, S: S.seed },
    addresses: { U: U.address, A: A.address, S: S.address },
    /** Addresses of the accounts 1, 2 and 3 of S. */
    accounts: { one: await account(), two: await account(), many: await account() },
  };
};

/** What monero-wallet-rpc finds when it opens each wallet. */
const expectedOf = async (call: Call) => {
  const expected: Record<string, Expected> = {};
  for (const name of ['U', 'A', 'S']) {
    await call('open_wallet', { filename: name, password: '' });
    await call('refresh');
    const found = await findingsOf(call);
    expected[name] = {
      ...found,
      balance: String(found.balance),
      unlocked_balance: String(found.unlocked_balance),
    };
  }
  return expected;
};
