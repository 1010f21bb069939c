/** Rounds of background reading: what a copy finds while no page has its wallet open, and what it does not contain. */
import { beforeEach, describe, expect, it } from 'vitest';
import { toHex } from '../../../../src/base/hex.ts';
import { createMemoryBrowser, type MemoryBrowser } from '../../../../src/store/memory.ts';
import { balanceOf } from '../../../../src/wallet/ledger/balance.ts';
import { forgetChain } from '../../../../src/wallet/ledger/forget-chain.ts';
import { readCopy } from '../../../../src/wallet/session/read-copies.ts';
import { createFakeClock } from '../../../support/rpc/fake-clock.ts';
import { createTestChain } from '../test-chain.ts';
import { KEYS } from '../test-ledger.ts';
import { createTestNode } from '../test-node.ts';
import { until } from '../../../support/until.ts';
import { testTab } from './test-tab.ts';

const NEW = {
  name: 'mine',
  password: 'pw',
  network: 'mainnet',
  keys: KEYS,
  seedLanguage: 'English',
  restoreHeight: 0,
  lookahead: { major: 2, minor: 5 },
} as const;
const COPY = { name: 'mine', password: 'a random one' };
const NEVER = new AbortController().signal;

let browser: MemoryBrowser;
beforeEach(() => {
  browser = createMemoryBrowser();
});

/** A chain, a node of it, and a wallet that has read it, has its copy, and is closed. */
const setup = async () => {
  const chain = createTestChain(5);
  chain.add([{ id: 'first', outputs: [{ name: 'first', amount: 3n }] }]);
  const node = createTestNode(chain);
  const clock = createFakeClock(1_800_000_000_000);
  const tab = (asked = node) => testTab(browser, asked, clock);
  const page = tab();
  await page.make(NEW);
  const spendSecret = toHex(page.wallet.state.account.spendSecret!);
  await until(async () => {
    await clock.advance(25);
    return page.wallet.sync.status.lastPass !== undefined;
  });
  await page.setUpBackground({ type: 'custom', password: 'pw', copyPassword: COPY.password });
  await page.close();
  /** One round, by a session of its own; the clock goes on meanwhile. */
  const round = async (copy = COPY, signal = NEVER, asked = node) => {
    let ended = false;
    const reading = readCopy(tab(asked), copy, signal).finally(() => (ended = true));
    await until(async () => {
      await clock.advance(25);
      return ended;
    });
    return reading;
  };
  return { chain, node, clock, tab, round, spendSecret };
};

describe('a round of background reading', () => {
  it('counts each payment once, and the wallet takes over what was read', async () => {
    const { chain, round, tab } = await setup();
    expect(await round()).toEqual({ outcome: 'read', received: 0 });
    chain.add([{ id: 'second', outputs: [{ name: 'second', amount: 4n }] }]);
    chain.add([{ id: 'third', outputs: [{ name: 'third', amount: 5n }] }]);
    expect(await round()).toEqual({ outcome: 'read', received: 2 });
    expect(await round()).toEqual({ outcome: 'read', received: 0 });
    const page = tab();
    await page.openFile('mine', 'pw');
    expect(balanceOf(page.wallet.state, 0, false, 0).balance).toBe(12n);
    await page.close();
  });
  it.each([
    ['when the wallet is opened', 'close'],
    ['when it was closed without a new copy', 'kill'],
  ] as const)('of a wallet with a gap: what was read is in it after the gap, %s', async (_, end) => {
    const { chain, clock, round, tab } = await setup();
    const opened = async () => {
      const page = tab();
      await page.openFile('mine', 'pw');
      return page;
    };
    const read = async (page: ReturnType<typeof tab>, isDone: () => boolean) => {
      await until(async () => {
        await clock.advance(25);
        return isDone();
      });
      return balanceOf(page.wallet.state, 0, false, 0).balance;
    };
    // While the wallet is closed.
    chain.addEmpty(500);
    chain.add([{ id: 'away', outputs: [{ name: 'away', amount: 2n }] }]);
    chain.addEmpty(1500);
    const first = tab();
    first.setLink('metered');
    await first.openFile('mine', 'pw');
    first.wallet.sync.choose('newest');
    const { state: before } = first.wallet;
    await read(first, () => before.tables.gaps.size === 1 && before.height === chain.height);
    await first.close();
    chain.add([{ id: 'newest', outputs: [{ name: 'newest', amount: 4n }] }]);
    expect((await round()).received).toBe(1);
    const second = await opened();
    expect(second.wallet.state.tables.gaps.size).toBe(1);
    second.setLink('free');
    const { state } = second.wallet;
    expect(await read(second, () => state.tables.gaps.size === 0 && state.height === chain.height)).toBe(9n);
    await second.close('locked', { save: end === 'close' });
    chain.add([{ id: 'last', outputs: [{ name: 'last', amount: 8n }] }]);
    await round();
    const third = await opened();
    expect(await read(third, () => third.wallet.state.height === chain.height)).toBe(17n);
    await third.close();
  });
  it('does not end a rescan that a closed tab has interrupted', async () => {
    const { chain, node, round, tab } = await setup();
    chain.add([{ id: 'second', outputs: [{ name: 'second', amount: 4n }] }]);
    await round();
    const killed = tab();
    const { ledger } = await killed.openFile('mine', 'pw');
    await ledger.commit((state) => forgetChain(state, false));
    await killed.close('locked', { save: false });
    node.tip = () => Promise.reject(new Error('no answer'));
    const page = tab();
    await page.openFile('mine', 'pw');
    expect(page.wallet.state.height).toBe(0);
    await page.close();
  });
  it('ends without a result when the node fails, and goes on in the next round', async () => {
    const { chain, node, round } = await setup();
    chain.add([{ id: 'second', outputs: [{ name: 'second', amount: 4n }] }]);
    const tip = node.tip.bind(node);
    node.tip = () => Promise.reject(new Error('no answer'));
    expect((await round(COPY, AbortSignal.abort())).outcome).toBe('unread');
    node.tip = tip;
    expect(await round()).toEqual({ outcome: 'read', received: 1 });
  });
  // threat: stale-chain
  it('announces and forgets nothing when the node shows a shorter chain, or old answers', async () => {
    const { chain, round, tab } = await setup();
    chain.add([{ id: 'second', outputs: [{ name: 'second', amount: 4n }] }]);
    expect((await round()).received).toBe(1);
    const lying = createTestNode(createTestChain(5));
    expect((await round(COPY, NEVER, lying)).received).toBe(0);
    expect((await round()).received).toBe(0);
    const page = tab();
    await page.openFile('mine', 'pw');
    expect(balanceOf(page.wallet.state, 0, false, 0).balance).toBe(7n);
    await page.close();
  });
  it('says that a copy is gone, or used by a page', async () => {
    const { round, tab } = await setup();
    expect((await round({ ...COPY, name: 'other' })).outcome).toBe('gone');
    expect((await round({ ...COPY, password: 'wrong' })).outcome).toBe('gone');
    const page = tab();
    await page.openFile('mine.background', COPY.password);
    expect((await round()).outcome).toBe('busy');
    await page.close();
  });
  // threat: keys-after-lock
  it('opens a copy that has neither spend key nor words', async () => {
    const { tab, spendSecret } = await setup();
    const page = tab();
    const { state } = await page.openFile('mine.background', COPY.password);
    expect(state.account.spendSecret).toBeUndefined();
    expect(state.account.polyseed).toBeUndefined();
    const bytes = JSON.stringify(state.account, (_name, each: unknown) =>
      each instanceof Uint8Array ? toHex(each) : typeof each === 'bigint' ? String(each) : each,
    );
    expect(bytes).toContain(toHex(KEYS.spendPublic));
    expect(bytes).not.toContain(spendSecret);
    await page.close();
  });
  it('leaves no copy behind when the wallet is removed', async () => {
    const { tab } = await setup();
    const page = tab();
    expect((await page.files.list()).map(({ name }) => name).sort()).toEqual(['mine', 'mine.background']);
    await page.deleteWallet('mine', 'pw');
    expect(await page.files.list()).toEqual([]);
  });
  it('leaves no copy behind when the wallet is removed while the copy is being read', async () => {
    const { tab } = await setup();
    const [reader, page] = [tab(), tab()];
    await reader.openFile('mine.background', COPY.password);
    await page.deleteWallet('mine', 'pw');
    expect(await page.files.list()).toEqual([]);
    await reader.close();
  });
});
