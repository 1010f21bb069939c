/**
 * SIGKILL of the page or of the wallet server at random moments during all methods that write. Afterwards everything
 * that was answered is there, each transaction that reached the node has its key, the old or the new password opens the
 * wallet, and at the end monero-wallet-rpc with the same seed has the same balance.
 */
import { expect } from 'vitest';
import { FIRST_OWNER } from '../../scripts/tools/app/funded-chain.ts';
import { mineMissingCoins } from '../support/more-coins.ts';
import { startRegtest, type Regtest } from '../support/regtest.ts';
import { seed } from '../support/tier.ts';
import { createPromises, type Promises } from './promises.ts';
import { createRandom } from './sizes.ts';
import { changePassword, FOREIGN_ADDRESS, openWithOneOf, randomStep } from './steps.ts';
import {
  createTarget,
  Refused,
  type OpenApp,
  type RunningWallet,
  type Target,
  type TargetName,
} from './targets.ts';

const FILE = { filename: 'chaos' };
/** Most steps that are answered before the one during which the kill comes. */
const MOST_STEPS = 8;
/** Longest time between the beginning of that step and the kill, milliseconds. If it takes less, others follow. */
const LONGEST_DELAY = 300;
/** The node's and the wallet's outputs suffice for so many kills; more are mined for more. */
const ENOUGH_KILLS = 20;

export async function runKills(what: TargetName | OpenApp, kills: number): Promise<void> {
  await using chain = await startRegtest({ funded: true });
  if (kills > ENOUGH_KILLS) await mineMissingCoins(chain, FIRST_OWNER, 90);
  const target = await createTarget(what, chain.url);
  try {
    await play(target, chain, kills, createRandom(seed));
  } finally {
    await target.dispose();
  }
}

async function play(target: Target, chain: Regtest, kills: number, random: () => number): Promise<void> {
  const promises = createPromises();
  const passwords = createPasswords();
  let wallet = await target.start();
  await wallet.call('restore_deterministic_wallet', {
    ...FILE,
    password: passwords.candidates[0],
    seed: FIRST_OWNER.seed,
  });
  await wallet.call('refresh');
  for (let kill = 0; kill < kills; kill++) {
    await workUntilKilled(wallet, promises, passwords, random);
    if (random() < 0.5) await chain.mine(1, FOREIGN_ADDRESS);
    wallet = await target.start();
    passwords.candidates = [await openWithOneOf(wallet.call, FILE.filename, passwords.candidates)];
    await promises.check(wallet.call);
    await wallet.call('refresh');
    await expectKeys(wallet, await poolOf(chain));
  }
  await judge(wallet, chain, promises);
}

interface Passwords {
  /** One of them opens the wallet. */
  candidates: readonly string[];
  readonly next: () => string;
}
function createPasswords(): Passwords {
  let made = 0;
  const next = (): string => `password ${++made}`;
  return { candidates: [next()], next };
}

/** Random steps. After a random number of answers the wallet is killed, at a random moment of the next step. */
async function workUntilKilled(
  wallet: RunningWallet,
  promises: Promises,
  passwords: Passwords,
  random: () => number,
): Promise<void> {
  const whole = 1 + Math.floor(random() * MOST_STEPS);
  const delay = random() * LONGEST_DELAY;
  let ended = false;
  const isAlive = (): boolean => !ended;
  let killed: Promise<void> | undefined;
  for (let answered = 0; isAlive();) {
    if (answered >= whole)
      killed ??= new Promise((resolve) => setTimeout(resolve, delay)).then(() => {
        ended = true;
        return wallet.kill();
      });
    try {
      if (await takeStep(wallet, promises, passwords, random)) answered += 1;
    } catch (error) {
      // After the kill no call is answered.
      if (isAlive()) throw error;
    }
  }
  await killed;
}

/** Answers whether the wallet took the step; false if it refused for want of money. */
async function takeStep(
  wallet: RunningWallet,
  promises: Promises,
  passwords: Passwords,
  random: () => number,
): Promise<boolean> {
  if (random() < 0.04) {
    const [before] = passwords.candidates;
    const next = passwords.next();
    passwords.candidates = [before!, next];
    await changePassword(wallet.call, before!, next);
    passwords.candidates = [next];
    return true;
  }
  const step = randomStep(random, promises.facts);
  promises.leaveOpen(step.before ?? new Map());
  try {
    promises.acknowledge(await step.run(wallet.call, promises.leaveOpen));
    return true;
  } catch (error) {
    if (!(error instanceof Refused)) throw error;
    expectAllowed(step.name, error);
    return false;
  }
}

/** The only expected refusals: all outputs of the wallet are locked or spent at the moment. */
function expectAllowed(step: string, { code, message }: Refused): void {
  const shortOfCoins = [-17, -37];
  if (!shortOfCoins.includes(code)) throw new Error(`${step} was refused: ${message}`);
}

async function poolOf(chain: Regtest): Promise<string[]> {
  const { transactions = [] } = await chain.path('/get_transaction_pool');
  return (transactions as unknown as readonly { readonly id_hash: string }[]).map(({ id_hash }) => id_hash);
}

/** Only this wallet pays on this chain: it must have the key of each transaction. */
async function expectKeys(wallet: RunningWallet, txids: readonly string[]): Promise<void> {
  for (const txid of txids) {
    const { tx_key } = await wallet.call('get_tx_key', { txid });
    expect(tx_key, txid).toMatch(/^([0-9a-f]{64})+$/);
  }
}

/** After mining, the history has no failed payment, and the native wallet of the same seed agrees. */
async function judge(wallet: RunningWallet, chain: Regtest, promises: Promises): Promise<void> {
  await wallet.call('refresh');
  for (let tries = 0; (await poolOf(chain)).length > 0 || tries < 12; tries++) {
    if (tries > 60) throw new Error('the pool does not empty');
    await chain.mine(1, FOREIGN_ADDRESS);
    await wallet.call('refresh');
  }
  await promises.check(wallet.call, { keys: 'all' });
  const history = await wallet.call('get_transfers', { failed: true, pending: true, out: true });
  expect(history['failed'] ?? []).toEqual([]);
  expect(history['pending'] ?? []).toEqual([]);
  const sent = (history['out'] ?? []) as readonly { readonly txid: string }[];
  await expectKeys(
    wallet,
    sent.map(({ txid }) => txid),
  );
  // The native wallet is restored from the seed and does not know which outputs are frozen.
  for (const [name, value] of promises.facts)
    if (name.startsWith('frozen ') && value === 'yes')
      await wallet.call('thaw', { key_image: name.slice('frozen '.length) });
  const native = await chain.walletRpc();
  await native.call('restore_deterministic_wallet', {
    filename: 'n',
    password: '',
    seed: FIRST_OWNER.seed,
    restore_height: 0,
  });
  await native.call('refresh');
  const both = await Promise.all(
    [wallet.call, native.call].map(async (call) => {
      const { balance, unlocked_balance } = (await call('get_balance')) as Record<string, unknown>;
      const { out = [] } = (await call('get_transfers', { out: true })) as { out?: { txid: string }[] };
      return { balance, unlocked_balance, out: out.map(({ txid }) => txid).sort() };
    }),
  );
  expect(both[0]).toEqual(both[1]);
}
