/**
 * SIGKILL of the page and of the wallet server at random moments during all methods that write. Afterwards everything
 * that was answered is there, each transaction that reached the node has its key, the old or the new password opens the
 * wallet, and at the end monero-wallet-rpc with the same seed has the same balance.
 */
import { describe, expect, it } from 'vitest';
import { startRegtest, type Regtest } from '../support/regtest.ts';
import { createPromises } from './promises.ts';
import { chaosSeed, createRandom, sizes } from './sizes.ts';
import { changePassword, FOREIGN_ADDRESS, openWithOneOf, randomStep } from './steps.ts';
import { createTarget, Refused, type RunningWallet, type Target, type TargetName } from './targets.ts';

const FILE = { filename: 'chaos' };
const COINS = 90;
/** Longest time between opening and kill, milliseconds. */
const LONGEST_LIFE = 2500;

describe.each<[TargetName, number]>([
  ['page', sizes.pageKills],
  ['server', sizes.serverKills],
])('SIGKILL of the %s', (name, kills) => {
  it(
    `loses nothing that was acknowledged in ${kills} kills`,
    async () => {
      const seed = chaosSeed;
      console.log(`OSTRO_CHAOS_SEED=${seed}`);
      await using chain = await startRegtest();
      const target = await createTarget(name, chain.url);
      try {
        await play(target, chain, kills, createRandom(seed));
      } finally {
        await target.dispose();
      }
    },
    sizes.timeout,
  );
});

async function play(target: Target, chain: Regtest, kills: number, random: () => number): Promise<void> {
  const promises = createPromises();
  let password = 'first';
  let changes = 0;
  let wallet = await target.start();
  await wallet.call('create_wallet', { ...FILE, password, language: 'English' });
  const { key: seedWords } = await wallet.call('query_key', { key_type: 'mnemonic' });
  const { address } = await wallet.call('get_address');
  await chain.mine(COINS, address as string);
  await chain.mine(65, FOREIGN_ADDRESS);
  await wallet.call('refresh');
  const counts = { steps: 0, cut: 0, refused: 0 };

  for (let kill = 0; kill < kills; kill++) {
    const moment = 50 + random() * LONGEST_LIFE;
    const killed = new Promise<void>((resolve, reject) => {
      setTimeout(() => {
        wallet.kill().then(resolve, reject);
      }, moment);
    });
    let candidates = [password];
    const end = Date.now() + moment;
    try {
      while (Date.now() < end + 5000) {
        if (random() < 0.04) {
          const next = `password ${++changes}`;
          candidates = [password, next];
          await changePassword(wallet.call, password, next);
          password = next;
          candidates = [next];
          continue;
        }
        const step = randomStep(random, promises.facts);
        promises.leaveOpen(step.before ?? new Map());
        try {
          const promised = await step.run(wallet.call, promises.leaveOpen);
          promises.acknowledge(promised);
          counts.steps += 1;
        } catch (error) {
          if (!(error instanceof Refused)) throw error;
          expectAllowed(step.name, error);
          counts.refused += 1;
        }
      }
    } catch (error) {
      // The program was killed during the call.
      if (Date.now() < end - 100) throw error;
      counts.cut += 1;
    }
    await killed;
    if (random() < 0.5) await chain.mine(1, FOREIGN_ADDRESS);
    wallet = await target.start();
    password = await openWithOneOf(wallet.call, FILE.filename, candidates);
    await promises.check(wallet.call);
    await wallet.call('refresh');
    await expectKeys(wallet, await poolOf(chain));
    if (kill % 20 === 19) console.log(`${kill + 1} kills, ${JSON.stringify(counts)}`);
  }
  console.log(`${kills} kills, ${JSON.stringify(counts)}`);
  expect(counts.steps).toBeGreaterThan(0);
  await judge(wallet, chain, seedWords as string, promises);
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
async function judge(
  wallet: RunningWallet,
  chain: Regtest,
  seed: string,
  promises: ReturnType<typeof createPromises>,
): Promise<void> {
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
  const sent = history['out'] as readonly { readonly txid: string }[];
  await expectKeys(
    wallet,
    sent.map(({ txid }) => txid),
  );
  // The native wallet is restored from the seed and does not know which outputs are frozen.
  for (const [name, value] of promises.facts)
    if (name.startsWith('frozen ') && value === 'yes')
      await wallet.call('thaw', { key_image: name.slice('frozen '.length) });
  const native = await chain.walletRpc();
  await native.call('restore_deterministic_wallet', { filename: 'n', password: '', seed, restore_height: 0 });
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
