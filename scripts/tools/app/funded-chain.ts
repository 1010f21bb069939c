/**
 * A regtest chain that is mined once and copied into the data folder of each new daemon: two wallets of published words
 * own rewards of blocks on it, and enough blocks follow that all of them can be spent.
 *
 * It is in node_modules/.cache/ostro, one for each version of monerod, whose database has a version of its own. Its
 * blocks have the time at which they were mined, which may be days ago: a test of times needs a chain of its own.
 */
import { copyFileSync, existsSync, mkdirSync, readdirSync, renameSync, rmSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { withLock } from '../setup/lock.mjs';
import { moneroVersion, projectRoot } from '../setup/setup.mjs';
import { mineBlocks, startMonerod } from './monero.ts';

/** Is part of the chain's name: count it up when the blocks below change. */
const PLAN = 1;

/** Address of no wallet of the tests, for blocks whose rewards none of them may get. */
export const FOREIGN_ADDRESS =
  '44AFFq5kSiGBoZ4NMDwYtN18obc8AemS33DBLWs3H7otXft3XjrpDtQGv7SqSsaBYBb98uNbr2VBBEt7f2wfn3RVGQBEP3A';

export interface Owner {
  readonly seed: string;
  readonly address: string;
  readonly coins: number;
}
/**
 * Owner of the first blocks, with `coins` rewards of about 35 XMR at the main address. It is the wallet of
 * tests/vectors/known-wallet.json.
 */
export const FIRST_OWNER: Owner = {
  seed: 'velvet lymph giddy number token physics poetry unquoted nibs useful sabotage limits benches lifestyle eden nitrogen anvil fewest avoid batch vials washing fences goat unquoted',
  address: '42ey1afDFnn4886T7196doS9GPMzexD9gXpsZJDwVjeRVdFCSoHnv7KPbBeGpzJBzHRCAs9UxqeoyFQMYbqSWYTfJJQAWDm',
  coins: 40,
};
/** Owner of the blocks after those. */
export const SECOND_OWNER: Owner = {
  seed: 'umpire ammo reef paper wayside puck theatrics roared victim sunken speedy sword titans argue vials sack jigsaw vortex ignore wayside drowning mouth ahead archer drowning',
  address: '4BJEBywPtzg6xjhG54pUWyg7Mr1i5oSL3QthZ8LupusFQjgXcY8ogmc9EhjdeiJiYw1gBkQTGVnM82xMzR4hy9tYQQzkfyV',
  coins: 120,
};

/** Blocks of nobody at the end: a reward is locked for 60 blocks. */
const LAST_BLOCKS = 65;

/** The database below a daemon's data folder. */
const DATABASE = join('fake', 'lmdb', 'data.mdb');

/** Where the stored chains are. */
const cache = join(projectRoot, 'node_modules', '.cache', 'ostro', 'chains');

/**
 * Puts the chain into the data folder of a daemon that has not run yet. It is mined first if it is not stored, which
 * takes some ten seconds; other processes wait for it.
 * `bin`: Folder of Monero's programs.
 */
export async function copyFundedChain(bin: string, dataDir: string) {
  const version = await moneroVersion(bin);
  if (version === undefined) throw new Error(`no monerod runs in ${bin}`);
  const stored = await storeOnce(cache, `${PLAN}-${version.join('.')}`, (folder) => mine(bin, folder));
  const database = join(dataDir, DATABASE);
  mkdirSync(dirname(database), { recursive: true });
  copyFileSync(join(stored, 'data.mdb'), database);
}

/**
 * The folder `name` in `parent`, made by one process and complete: `make` gets a folder that is renamed when it is done.
 * Folders of other plans (the part of the name before the hyphen) and what a killed process left are removed.
 * Answers Its path.
 */
export async function storeOnce(
  parent: string,
  name: string,
  make: (folder: string) => Promise<void>,
): Promise<string> {
  const stored = join(parent, name);
  if (existsSync(stored)) return stored;
  await withLock(`${parent}.lock`, async () => {
    if (existsSync(stored)) return;
    const [plan] = name.split('-');
    mkdirSync(parent, { recursive: true });
    for (const old of readdirSync(parent))
      if (old.endsWith('.partial') || old.split('-')[0] !== plan)
        rmSync(join(parent, old), { recursive: true, force: true });
    const partial = `${stored}.partial`;
    mkdirSync(partial);
    await make(partial);
    renameSync(partial, stored);
  });
  return stored;
}

/** Mines the chain with a daemon of its own and leaves only its database. */
const mine = async (bin: string, folder: string) => {
  const dataDir = join(folder, 'daemon');
  mkdirSync(dataDir);
  const { url, child } = await startMonerod({ bin, dataDir });
  try {
    for (const { address, coins } of [FIRST_OWNER, SECOND_OWNER]) await mineBlocks(url, coins, address);
    await mineBlocks(url, LAST_BLOCKS, FOREIGN_ADDRESS);
  } finally {
    // The database is complete when its daemon has ended.
    await child.stop(60_000);
  }
  renameSync(join(dataDir, DATABASE), join(folder, 'data.mdb'));
  rmSync(dataDir, { recursive: true });
};
