/**
 * Random steps on regtest: our engine and monero-wallet-rpc have one seed, a third wallet pays them, blocks are mined, and
 * reorgs replace them. A refresh must know each block that existed when it was called, and whenever nothing is under way
 * both wallets must report the same.
 *
 * The steps avoid three known differences of the reference (tests/parity/known-differences.ts gives the reasons):
 * it does not see in the pool what another wallet of its seed spends, so it pays only while the pool is empty; after a
 * reorg it forgets payments that wait in the pool again, so the wallets are compared when the pool is empty; and it
 * takes a node with fewer blocks for up to date, so no wallet refreshes before the node has more blocks than before.
 */
import { expect, it } from 'vitest';
import { FIRST_OWNER, SECOND_OWNER } from '../../../scripts/tools/app/funded-chain.ts';
import { expectSameMoney } from '../../parity/compare.ts';
import {
  FOREIGN_ADDRESS,
  mineAll,
  openOwner,
  ourWallet,
  theirWallet,
  type TestWallet,
} from '../../parity/wallet-pair.ts';
import { startRegtest, type Regtest } from '../../support/regtest.ts';
import { useWasmKernel } from '../../support/wasm-kernel.ts';
import { startLyingNode, type LyingNode } from './lying-node.ts';
import { seed } from '../../support/tier.ts';
import { createRandom, pick, sizes } from '../../chaos/sizes.ts';
import { mineUntilPoolIsEmpty, poolOf, within } from './within.ts';

const XMR = 1_000_000_000_000n;
/** Our node answers slowly while blocks come, so that they come between its answers. */
const SLOW = 60;
const COMPARE_EVERY = 10;

interface Play {
  readonly chain: Regtest;
  /** An honest node: our engine's. */
  readonly node: LyingNode;
  readonly ours: TestWallet;
  readonly theirs: TestWallet;
  readonly third: TestWallet;
  readonly random: () => number;
  readonly addresses: string[];
}
type Step = (play: Play) => Promise<void>;

// threat: stale-chain
it('a refresh knows every block that was there before it, and two wallets of one seed report the same', async () => {
  await useWasmKernel();
  const random = createRandom(seed);
  await using chain = await startRegtest({ funded: true });
  // Delays have their own random numbers, so that a seed repeats the steps whatever the timing.
  await using node = await startLyingNode(chain.url, createRandom(seed + 1));
  const ours = ourWallet({ ...chain, url: node.url });
  const [theirs, third] = [await theirWallet(chain), await theirWallet(chain)];
  const play: Play = { chain, node, ours, theirs, third, random, addresses: [] };
  await start(play);
  const done = new Map<string, number>();
  for (let step = 1; step <= sizes.playSteps; step++) {
    const [name, work] = pick(random, STEPS);
    done.set(name, (done.get(name) ?? 0) + 1);
    await named(`step ${step} (${name})`, work(play));
    if (step % COMPARE_EVERY === 0) await named(`after step ${step}`, compare(play));
  }
  await compare(play);
  console.log(`${sizes.playSteps} steps`, Object.fromEntries(done));
});

/** Rejects with the step's name before the reason. */
async function named(step: string, work: Promise<void>): Promise<void> {
  try {
    await work;
  } catch (error) {
    if (error instanceof Error) error.message = `${step}: ${error.message}`;
    throw error;
  }
}

async function start({ ours, theirs, third, addresses }: Play): Promise<void> {
  for (const wallet of [ours, theirs]) await openOwner(wallet);
  await openOwner(third, SECOND_OWNER);
  addresses.push(FIRST_OWNER.address);
}

/** Our refresh. Afterwards the wallet must know every block that the node had before. */
async function refreshOurs({ chain, ours }: Play, least?: number): Promise<void> {
  const height = least ?? (await chain.height());
  await within('our refresh', ours.call('refresh'));
  expect((await ours.call('get_height')).height, 'height after a refresh').toBeGreaterThanOrEqual(height);
}

const STEPS: readonly (readonly [string, Step])[] = [
  [
    'mine',
    async ({ chain, random, addresses }) => {
      await chain.mine(count(random), random() < 0.5 ? addresses[0]! : FOREIGN_ADDRESS);
    },
  ],
  ['refresh ours', (play) => refreshOurs(play)],
  [
    'refresh theirs',
    async ({ theirs }) => {
      await theirs.call('refresh');
    },
  ],
  [
    'the third pays',
    async ({ third, random, addresses, chain }) => {
      await third.call('refresh');
      await pay(third, pick(random, addresses), random, chain);
    },
  ],
  [
    'ours pays',
    async (play) => {
      await refreshOurs(play);
      await pay(play.ours, (await play.third.call('get_address')).address, play.random, play.chain);
    },
  ],
  [
    'theirs pays',
    async ({ chain, theirs, third, random }) => {
      await mineUntilPoolIsEmpty(chain);
      await theirs.call('refresh');
      await pay(theirs, (await third.call('get_address')).address, random, chain);
    },
  ],
  ['reorg', replaceBlocks],
  [
    'new address',
    async ({ ours, theirs, random, addresses }) => {
      const label = `label ${Math.floor(random() * 1000)}`;
      const { address } = await theirs.call('create_address', { label });
      expect((await ours.call('create_address', { label })).address).toBe(address);
      addresses.push(address);
    },
  ],
  ['refresh during a block', refreshDuringBlock],
  ['refresh during a block', refreshDuringBlock],
  ['compare', compare],
];

const count = (random: () => number): number => 1 + Math.floor(random() * 3);

/** Pays when enough is unlocked; mines until something is, if it is not. */
async function pay(
  { call }: TestWallet,
  address: string,
  random: () => number,
  chain: Regtest,
): Promise<void> {
  const amount = XMR / 10n + BigInt(Math.floor(random() * 2e12));
  const { unlocked_balance } = await call('get_balance');
  if (unlocked_balance < 3n * amount) await within('blocks that unlock change', mineAll(chain, 10));
  else await within('a payment', call('transfer', { destinations: [{ address, amount }] }));
}

/** Takes the last blocks away, mines one more than those, and gives back all transactions that were in them. */
async function replaceBlocks(play: Play): Promise<void> {
  const { chain, random } = play;
  const blocks = count(random);
  const height = await chain.height();
  const txids: unknown[] = [...(await poolOf(chain))];
  for (let i = height - blocks; i < height; i++)
    txids.push(...(((await chain.daemon('get_block', { height: i }))['tx_hashes'] ?? []) as unknown[]));
  const { txs = [] } = await chain.path('/get_transactions', { txs_hashes: txids });
  await chain.popBlocks(blocks);
  // A payment may be too young for the first new block, but the node would include it anyway.
  await chain.daemon('flush_txpool');
  await within('other blocks', chain.mine(blocks + 1, FOREIGN_ADDRESS));
  if (random() < 0.5) await refreshOurs(play);
  for (const { as_hex } of txs as unknown as readonly { readonly as_hex: string }[]) {
    const answer = await chain.path('/send_raw_transaction', { tx_as_hex: as_hex });
    // Our wallet sends its own payments again by itself.
    if (answer['status'] !== 'OK') expect(answer).toMatchObject({ double_spend: true });
  }
  if (random() < 0.5) await refreshOurs(play);
  await mineUntilPoolIsEmpty(chain);
}

/** Mines a block while refreshes are under way, and calls the next refresh at once. */
async function refreshDuringBlock(play: Play): Promise<void> {
  const { chain, node, random } = play;
  node.longestDelay = SLOW;
  const before = await chain.height();
  const delay = random() * SLOW;
  const mined = new Promise((resolve) => setTimeout(resolve, delay)).then(() =>
    chain.mine(1, FOREIGN_ADDRESS),
  );
  try {
    await Promise.all([
      refreshOurs(play, before),
      refreshOurs(play, before),
      mined.then((height) => refreshOurs(play, height)),
    ]);
  } finally {
    node.longestDelay = 0;
  }
}

/** When nothing is under way, both report the same. */
async function compare(play: Play): Promise<void> {
  const { chain, ours, theirs } = play;
  await mineUntilPoolIsEmpty(chain);
  await refreshOurs(play);
  await within('their refresh', theirs.call('refresh'));
  const height = await chain.height();
  for (const wallet of [ours, theirs]) expect(await wallet.call('get_height')).toEqual({ height });
  expect(await ours.call('get_address')).toEqual(await theirs.call('get_address'));
  // Only the paying wallet knows the payees.
  await expectSameMoney(ours, theirs, { restored: true });
}
