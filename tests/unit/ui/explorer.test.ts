import { describe, expect, it } from 'vitest';
import { createClient } from '../../../src/client/client.ts';
import { ExplorerState } from '../../../src/ui/features/explorer/explorer.svelte.ts';
import { blocksOf, inWords, levelsOf, partsOf } from '../../../src/ui/features/explorer/mempool.svelte.ts';
import { Session } from '../../../src/ui/state/session.svelte.ts';
import { FakePort } from '../../support/fake-worker/port.ts';

const TXID = 'ab'.repeat(32);
const setup = async () => {
  const port = new FakePort('home', { delay: 0 });
  const session = new Session(createClient(port));
  await session.start();
  const asked = () => port.calls.filter(({ method }) => /^x_(block|transaction)$/.test(method));
  return { port, asked, explorer: new ExplorerState(session) };
};

describe('the explorer', () => {
  it('asks for a block by its number, written with or without commas, or by its hash', async () => {
    const { explorer, asked } = await setup();
    for (const text of ['3381200', ' 3,381,200 ']) {
      explorer.text = text;
      await explorer.lookUp();
      expect(explorer.view.kind).toBe('block');
    }
    explorer.text = ` ${'AB'.repeat(32)}\n`;
    await explorer.showBlock(explorer.hash);
    expect(explorer.view.kind).toBe('block');
    expect(asked().map(({ params }) => params)).toEqual([
      { height: 3_381_200 },
      { height: 3_381_200 },
      { hash: 'ab'.repeat(32) },
    ]);
  });
  it('refuses a text that is neither, and asks nothing', async () => {
    const { explorer, asked } = await setup();
    for (const text of ['', 'abc', '-1', 'zz'.repeat(32), '12345678901']) {
      explorer.text = text;
      await explorer.lookUp();
      expect([explorer.hash, explorer.bad]).toEqual(['', expect.stringMatching(/^A block has/)]);
    }
    expect(asked()).toEqual([]);
  });
  // threat: own-lookups
  it('asks for a transaction of a block only after the form was shown and its button pressed', async () => {
    const { explorer, asked } = await setup();
    explorer.prepare(TXID);
    expect(explorer).toMatchObject({ hash: TXID, view: { kind: 'form' } });
    expect(asked()).toEqual([]);
    await explorer.lookUp();
    expect(explorer.view).toMatchObject({ kind: 'transaction', transaction: { txid: TXID } });
  });
  it('goes back step by step to the form, and then leaves', async () => {
    const { explorer } = await setup();
    await explorer.showBlock('3381200');
    explorer.prepare(TXID);
    await explorer.lookUp();
    const kinds: string[] = [];
    do kinds.push(explorer.view.kind);
    while (explorer.back());
    expect(kinds).toEqual(['transaction', 'form', 'block', 'form']);
  });
  it('stays at the form with the reason when the node knows no such block', async () => {
    const { explorer } = await setup();
    explorer.text = '99999999';
    await explorer.lookUp();
    expect(explorer.error).toMatchObject({ fault: 'unknown_block' });
    expect(explorer.view.kind).toBe('form');
    explorer.changed();
    expect(explorer.error).toBeUndefined();
  });
});

describe('the picture of what waits', () => {
  const bands = [0n, 20n, 80n, 320n, 4000n].map((from, i) => ({ from, transactions: i, weight: 100 * i }));
  const waiting = { transactions: 10, weight: 1000, blockWeight: 400, bands };

  it('is as wide as the blocks that are needed, and begins with what pays most', () => {
    expect(blocksOf(waiting)).toBe(3);
    const parts = partsOf(waiting);
    expect(parts.map(({ level }) => level)).toEqual([4, 3, 2, 1]);
    expect(parts[0]).toMatchObject({ from: 0, width: 400 / 1200 });
    expect(parts.at(-1)!.from + parts.at(-1)!.width).toBeCloseTo(1000 / 1200);
  });
  it('names the levels with the fee of a kilobyte', () => {
    expect(levelsOf(waiting).map(({ name, fee }) => [name, fee])).toEqual([
      ['Fastest', 4_000_000n],
      ['Fast', 320_000n],
      ['Normal', 80_000n],
      ['Slow', 20_000n],
      ['Less than Slow', 0n],
    ]);
  });
  it('is summed up in one sentence', () => {
    expect(inWords(waiting)).toBe(
      '10 transactions wait, 1 kB. They fill 3 blocks, which take about 6 minutes.',
    );
    expect(inWords({ ...waiting, weight: 300 })).toMatch(/the next block has room for all/);
    expect(inWords({ ...waiting, transactions: 0, weight: 0 })).toMatch(/^No transaction waits/);
  });
});
