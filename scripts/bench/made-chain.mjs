/**
 * A smaller chain than the prepared one, made once with real peers and kept in the bench's cache: a miner A who pays
 * himself around, a wallet S with one, two and 75 outputs in its accounts 1, 2 and 3, and a wallet U without any.
 */
import { existsSync, mkdirSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { mineBlocks, startMonerod, startWalletRpc } from '../tools/app/monero.mjs';
import { benchCache } from './cache.mjs';
import { callWallet } from './call.mjs';
import { findingsOf } from './findings.mjs';

/** Another plan, another name: a kept chain is never mistaken for a newer plan's. */
const NAME = 'chain-1';
const ROUNDS = 12;
const PAYMENTS = 4;
const MATURE = 60;
const UNLOCKED = 10;
const XMR = 1_000_000_000_000;

/** Answers {dataDir, facts} of the kept chain, making it first if there is none. */
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
  return { dataDir: join(folder, 'data'), facts: JSON.parse(readFileSync(facts, 'utf8')) };
}

const make = async ({ bin, folder }) => {
  const wallets = join(folder, 'wallets');
  mkdirSync(wallets);
  const daemon = await startMonerod({ bin, dataDir: join(folder, 'data') });
  let server;
  try {
    server = await startWalletRpc({ bin, dir: wallets, daemonUrl: daemon.url });
    const call = (method, params = {}) => callWallet(server.url, method, params);
    const mine = (blocks, address) => mineBlocks(daemon.url, blocks, address);
    const { seeds, addresses, accounts } = await makeWallets(call);
    await call('open_wallet', { filename: 'A', password: '' });
    await mine(MATURE + 30, addresses.A);
    const pay = (list) =>
      call('transfer', { destinations: list.map(([address, amount]) => ({ address, amount })) });
    for (let round = 0; round < ROUNDS; round++) {
      await call('refresh');
      for (let i = 0; i < PAYMENTS; i++)
        await pay(Array.from({ length: 15 }, (_, j) => [addresses.A, XMR + 1000 * (15 * i + j)]));
      await mine(UNLOCKED, addresses.A);
    }
    await call('refresh');
    await pay([[accounts[1], 8 * XMR]]);
    await pay([
      [accounts[2], 4 * XMR],
      [accounts[2], 4 * XMR],
    ]);
    for (let i = 0; i < 5; i++) {
      await pay(Array.from({ length: 15 }, (_, j) => [accounts[3], XMR / 20 + 1000 * (15 * i + j)]));
      await mine(UNLOCKED, addresses.A);
      await call('refresh');
    }
    await mine(MATURE, addresses.A);
    const expected = await expectedOf(call, Object.keys(seeds));
    const text = JSON.stringify({ blocks: expected.A.height, seeds, addresses, expected }, undefined, 1);
    writeFileSync(join(folder, 'chain.json'), `${text}\n`);
  } finally {
    await server?.child.stop();
    await daemon.child.stop();
    rmSync(wallets, { recursive: true, force: true });
  }
};

const makeWallets = async (call) => {
  const seeds = {};
  const addresses = {};
  const accounts = [];
  for (const name of ['U', 'A', 'S']) {
    await call('create_wallet', { filename: name, password: '', language: 'English' });
    seeds[name] = (await call('query_key', { key_type: 'mnemonic' })).key;
    addresses[name] = (await call('get_address', { account_index: 0 })).address;
    if (name !== 'S') continue;
    accounts.push(addresses.S);
    for (let i = 0; i < 3; i++) accounts.push((await call('create_account')).address);
  }
  return { seeds, addresses, accounts };
};

/** What monero-wallet-rpc finds when it restores each wallet from its words. */
const expectedOf = async (call, names) => {
  const expected = {};
  for (const name of names) {
    await call('open_wallet', { filename: name, password: '' });
    await call('refresh');
    const found = await findingsOf(call);
    expected[name] = Object.fromEntries(
      Object.entries(found).map(([field, value]) => [
        field,
        typeof value === 'bigint' ? String(value) : value,
      ]),
    );
  }
  return expected;
};
