/**
 * Three pages of two hostile sites send random requests to the wallet while a person confirms some and refuses others.
 * At the end, each transaction on the chain that spends the wallet's money has a confirmation of its own or was within a
 * budget that the person gave.
 */
import { chromium } from '@playwright/test';
import { expect, it } from 'vitest';
import { ensureBuilt } from '../../../scripts/tools/app/app.ts';
import { serveFolder } from '../../../src/server/http/serve-folder.ts';
import { ensureChromium } from '../../../scripts/tools/setup/setup.mjs';
import { openHostileTab, startHostileSites } from '../../support/hostile-tab.ts';
import { makeRichWallet, WALLET_PASSWORD } from '../../support/site-wallet.ts';
import { startRegtest, type Regtest, type WalletRpc } from '../../support/regtest.ts';
import { playSite, type SitePlay } from './site-play.ts';
import { createNotes, lookAtWindows, type Notes } from './site-person.ts';
import { judge, type Spend } from './site-spends.ts';
import { seed } from '../../support/tier.ts';
import { createRandom, sizes } from '../../chaos/sizes.ts';
import { FOREIGN_ADDRESS } from '../../chaos/steps.ts';
import { mineUntilPoolIsEmpty } from './within.ts';
import { until } from '../../support/until.ts';

const COINS = 120;
const BETWEEN_BLOCKS_MS = 5000;
/** The reference makes at most so many addresses at a time. */
const ADDRESSES_AT_ONCE = 64;
const SITES = ['shop', 'shop', 'game'] as const;

it('no payment leaves the wallet that the person did not allow, whatever hostile sites send', async () => {
  await using chain = await startRegtest();
  const wallet = await serveFolder({ root: await ensureBuilt() });
  const sites = await startHostileSites();
  const browser = await chromium.launch({
    executablePath: await ensureChromium(),
    args: process.getuid?.() === 0 ? ['--no-sandbox'] : [],
  });
  try {
    const payees = await openPayees(chain);
    const context = await browser.newContext();
    context.setDefaultTimeout(120_000);
    const words = await makeRichWallet(context, wallet.url, chain, COINS);
    // What a closed window leaves undone must not hold the others up.
    context.setDefaultTimeout(10_000);
    const errors = new Set<string>();
    context.on('weberror', (problem) => errors.add(`${problem.page()?.url()} ${String(problem.error())}`));
    const notes = createNotes();
    const plays = await Promise.all(
      SITES.map(async (name, i): Promise<SitePlay> => {
        const origin = sites.origin(name);
        return {
          ...{ origin, other: sites.origin('other'), counts: new Map<string, number>() },
          tab: await openHostileTab(context, wallet.url, `${origin}/`),
          random: createRandom(seed + i),
          // Every page has addresses of its own, so that a payment shows which page asked for it.
          payees: payees.addresses.filter((_, index) => index % SITES.length === i),
          ...{ steps: 0, used: 0, keyImages: [], txids: [] },
        };
      }),
    );
    const life = { ended: false };
    const person = {
      ...{ context, address: `${wallet.url}connect.html`, password: WALLET_PASSWORD },
      random: createRandom(seed + SITES.length),
    };
    const playing = [
      ...plays.map((play) => playSite(play, life)),
      live(life, () => lookAtWindows(person, notes), 300),
      live(life, () => chain.mine(1, FOREIGN_ADDRESS), BETWEEN_BLOCKS_MS),
    ];
    await untilEnough(notes, plays);
    life.ended = true;
    await Promise.all(playing);
    await browser.close();
    console.log('Errors of pages:', [...errors]);
    await expectAllowed(chain, { seed: words, payees: payees.rpc, plays, notes });
  } finally {
    await browser.close();
    await wallet.stop();
    sites.stop();
  }
});

/** Waits until the sites took enough steps, and until there is a payment and a budget. */
const untilEnough = async (notes: Notes, plays: readonly SitePlay[]): Promise<void> => {
  const steps = (): number => plays.reduce((sum, play) => sum + play.steps, 0);
  const isEnough = (): boolean => notes.grants.length > 0 && plays.some(({ txids }) => txids.length > 0);
  await until(() => steps() >= sizes.siteSteps && isEnough());
};

/** Repeats the work until the end, with a pause. */
const live = async (life: { readonly ended: boolean }, work: () => Promise<unknown>, pause: number) => {
  while (!life.ended) {
    await work();
    await new Promise((resolve) => setTimeout(resolve, pause));
  }
};

const openPayees = async (chain: Regtest) => {
  const rpc = await chain.walletRpc();
  await rpc.call('create_wallet', { filename: 'payees', password: '', language: 'English' });
  const made: string[] = [];
  while (made.length < sizes.sitePayees) {
    const { addresses } = await rpc.call('create_address', { account_index: 0, count: ADDRESSES_AT_ONCE });
    made.push(...(addresses as readonly string[]));
  }
  return { rpc, addresses: made };
};

interface Outcome {
  readonly seed: string;
  readonly payees: WalletRpc;
  readonly plays: readonly SitePlay[];
  readonly notes: Notes;
}

const expectAllowed = async (chain: Regtest, { seed, payees, plays, notes }: Outcome): Promise<void> => {
  await mineUntilPoolIsEmpty(chain);
  const spends = await spendsOf(chain, seed, payees);
  const siteOf = (address: string): string | undefined =>
    plays.find((play) => play.payees.indexOf(address) >= 0)?.origin;
  const { confirmed, budgets, unmatched } = judge(spends, notes.confirmations, notes.grants, siteOf);
  console.log(summaryOf(notes, plays));
  console.log(`${spends.length} payments on the chain, ${confirmed} confirmed`, budgets, { unmatched });
  expect(unmatched).toEqual([]);
  for (const { sum, most } of budgets.values()) expect(sum).toBeLessThanOrEqual(most);
  expect(spends.length).toBeGreaterThan(0);
};

/**
 * All transactions of the chain that are no rewards. Only the person's wallet pays on this chain; what left it, the
 * reference says by the seed, and who got it, the payees' wallet says.
 */
const spendsOf = async (chain: Regtest, seed: string, payees: WalletRpc): Promise<Spend[]> => {
  const native = await chain.walletRpc();
  await native.call('restore_deterministic_wallet', { filename: 'n', password: '', seed, restore_height: 0 });
  await Promise.all([native.call('refresh'), payees.call('refresh')]);
  // A site may have its own account pay, if the person chose it.
  const { out = [] } = (await native.call('get_transfers', { out: true, all_accounts: true })) as unknown as {
    out?: readonly { txid: string; amount: number; fee: number }[];
  };
  const received = (await payees.call('get_transfers', { in: true, all_accounts: true })) as unknown as {
    in?: readonly { txid: string; address: string }[];
  };
  const totals = new Map(out.map(({ txid, amount, fee }) => [txid, BigInt(amount) + BigInt(fee)]));
  const height = await chain.height();
  const spends: Spend[] = [];
  for (let at = 1; at < height; at++) {
    const { tx_hashes = [] } = (await chain.daemon('get_block', { height: at })) as unknown as {
      tx_hashes?: readonly string[];
    };
    for (const txid of tx_hashes)
      spends.push({
        txid,
        total: totals.get(txid) ?? -1n,
        payees: (received.in ?? []).filter((each) => each.txid === txid).map(({ address }) => address),
      });
  }
  return spends;
};

/** In one line: what the person did, and how many requests of each method had which outcome. */
const summaryOf = ({ did }: Notes, plays: readonly SitePlay[]): string => {
  const requests = new Map<string, number>();
  for (const { counts } of plays)
    for (const [what, number] of counts) requests.set(what, (requests.get(what) ?? 0) + number);
  const lists = [did, requests].map((counts) =>
    [...counts].sort().map(([what, number]) => `${what} ${number}`),
  );
  return `Person: ${lists[0]!.join(', ')}. Sites: ${lists[1]!.join(', ')}.`;
};
