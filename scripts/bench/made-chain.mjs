/**
 * A smaller chain than the prepared one, made once with real peers and kept in the bench's cache: a miner A with
 * payments between its own addresses, a wallet S with one, two and 75 outputs in its accounts 1, 2 and 3, and a wallet
 * U without any.
 */
import { existsSync, mkdirSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { mineBlocks, startMonerod, startWalletRpc } from '../tools/app/monero.mjs';
import { benchCache } from './cache.mjs';
import { callWallet } from './call.mjs';
import { findingsOf } from './findings.mjs';
import { parseJson } from '../tools/setup/json.mjs';

/** Change this name with the plan, so that a stored chain is never taken for that of a newer plan. */
const NAME = 'chain-1';
const ROUNDS = 12;
const PAYMENTS = 4;
const MATURE = 60;
const UNLOCKED = 10;
const XMR = 1_000_000_000_000;

/** @typedef {import('./call.mjs').Call} Call */
/** @typedef {import('./chain.mjs').Facts} Facts */

/**
 * The kept chain, which is made first if there is none.
 * @param {{ readonly bin: string, readonly say: import('./chain.mjs').Say }} options
 * @returns {Promise<{ readonly dataDir: string, readonly facts: Facts }>}
 */
export async function madeChain({ bin, say }) {
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
    facts: /** @type {Facts} */ (parseJson(readFileSync(facts, 'utf8'))),
  };
}

/** @param {{ readonly bin: string, readonly folder: string }} options */
const make = async ({ bin, folder }) => {
  const wallets = join(folder, 'wallets');
  mkdirSync(wallets);
  const daemon = await startMonerod({ bin, dataDir: join(folder, 'data') });
  /** @type {import('../tools/app/monero.mjs').Server | undefined} */
  let server;
  try {
    server = await startWalletRpc({ bin, dir: wallets, daemonUrl: daemon.url });
    const { url } = server;
    /** @type {Call} */
    const call = (method, params = {}) => callWallet(url, method, params);
    const { seeds, addresses, accounts } = await makeWallets(call);
    const mine = (/** @type {number} */ blocks) => mineBlocks(daemon.url, blocks, addresses.A);
    await call('open_wallet', { filename: 'A', password: '' });
    await mine(MATURE + 30);
    const pay = (/** @type {readonly Destination[]} */ destinations) => call('transfer', { destinations });
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
    const { height } = /** @type {{ height: number }} */ (await call('get_height'));
    /** @type {Facts} */
    const facts = { blocks: height, seeds, addresses, expected };
    const text = JSON.stringify(facts, undefined, 1);
    writeFileSync(join(folder, 'chain.json'), `${text}\n`);
  } finally {
    await server?.child.stop();
    await daemon.child.stop();
    rmSync(wallets, { recursive: true, force: true });
  }
};

/** @typedef {{ readonly address: string, readonly amount: number }} Destination */

/**
 * The destinations of payment `i`: fifteen outputs of slightly different amounts.
 * @param {string} address
 * @param {number} amount
 * @param {number} i
 * @returns {readonly Destination[]}
 */
const fifteen = (address, amount, i) =>
  Array.from({ length: 15 }, (_, j) => ({ address, amount: amount + 1000 * (15 * i + j) }));

const makeWallets = async (/** @type {Call} */ call) => {
  const make = async (/** @type {string} */ filename) => {
    await call('create_wallet', { filename, password: '', language: 'English' });
    const { key } = /** @type {{ key: string }} */ (await call('query_key', { key_type: 'mnemonic' }));
    const { address } = /** @type {{ address: string }} */ (await call('get_address', { account_index: 0 }));
    return { seed: key, address };
  };
  const [U, A, S] = [await make('U'), await make('A'), await make('S')];
  const account = async () => /** @type {{ address: string }} */ (await call('create_account')).address;
  return {
    seeds: { U: U.seed, A: A.seed, S: S.seed },
    addresses: { U: U.address, A: A.address, S: S.address },
    /** Addresses of the accounts 1, 2 and 3 of S. */
    accounts: { one: await account(), two: await account(), many: await account() },
  };
};

/**
 * What monero-wallet-rpc finds when it opens each wallet.
 * @param {Call} call
 */
const expectedOf = async (call) => {
  /** @type {Record<string, import('./findings.mjs').Expected>} */
  const expected = {};
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
