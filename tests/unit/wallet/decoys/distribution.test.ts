/** False output distributions: each would move the decoys away from the real output. */
import { describe, expect, test } from 'vitest';
import { asCommitment, asPublicKey } from '../../../../src/base/brands.ts';
import type { OutputDistribution } from '../../../../src/ports/output-source.ts';
import { checkDistribution, checkHeights } from '../../../../src/wallet/decoys/distribution.ts';
import { distributionCounts } from '../../../../src/wallet/ledger/output-counts.ts';
import type { WalletState } from '../../../../src/wallet/state/state.ts';
import { createTestChain } from '../test-chain.ts';
import { readChain, testLedger } from '../test-ledger.ts';

const LENGTH = 300_000;
const PER_BLOCK = 40;
const honest = Array.from({ length: LENGTH }, (_, height) => (height + 1) * PER_BLOCK);
const of = (cumulative: readonly number[]): OutputDistribution => ({ startHeight: 0, cumulative });
/** The honest distribution with other counts from a height on, and the same total. */
const changed = (from: number, countAt: (height: number) => number): OutputDistribution => {
  const total = honest.at(-1)!;
  return of(honest.map((count, height) => (height < from ? count : Math.min(total, countAt(height)))));
};

/** A wallet that scanned the newest `scanned` blocks. */
const wallet = (scanned: number, network: 'mainnet' | 'stagenet' = 'mainnet'): WalletState => {
  const outputCounts = new Map(
    Array.from({ length: scanned }, (_, i): [string, { count: number; said?: true }] => {
      const height = LENGTH - scanned + i;
      return [String(height), { count: honest[height]! }];
    }),
  );
  return {
    height: LENGTH,
    outputs: [],
    tables: { outputCounts },
    account: { network },
  } as unknown as WalletState;
};
const refused = (state: WalletState, distribution: OutputDistribution, why: RegExp): void => {
  expect(() => {
    checkDistribution(state, distribution);
  }).toThrow(
    expect.objectContaining({
      code: 'decoys_suspicious',
      data: { why: expect.stringMatching(why) as string },
    }) as Error,
  );
};

describe('an output distribution', () => {
  test('of an honest node is accepted by wallets that have scanned much, little and nothing', () => {
    for (const scanned of [0, 120, 50_000])
      expect(() => {
        checkDistribution(wallet(scanned), of(honest));
      }).not.toThrow();
  });

  // threat: false-decoys
  test('is refused when it differs by one output at a scanned block, except the newest ten', () => {
    const at = (height: number) => of(honest.map((count, i) => (i === height ? count + 1 : count)));
    refused(wallet(120), at(LENGTH - 100), /differs from the blocks/);
    refused(wallet(120), at(LENGTH - 11), /differs from the blocks/);
    expect(() => {
      checkDistribution(wallet(120), at(LENGTH - 5));
    }).not.toThrow();
  });

  // threat: false-decoys
  test('with one block that the node knows and almost nothing for a year is refused', () => {
    const total = honest.at(-1)!;
    // The scanned newest blocks have their true counts: the distribution is false only where the wallet has not scanned.
    const narrow = (height: number): number =>
      height >= LENGTH - 120 ? honest[height]! : total - 120 * PER_BLOCK - (height < LENGTH - 200 ? 100 : 0);
    refused(wallet(120), changed(100, narrow), /too many outputs|another pace/);
    refused(wallet(0), changed(100, narrow), /too many outputs|another pace/);
    // The same outputs over many blocks, so that no block is too large.
    const spread = (height: number): number =>
      Math.max(honest[height]!, Math.min(narrow(LENGTH - 150), (height - 99) * 9000));
    refused(wallet(120), changed(100, spread), /another pace/);
  });

  // threat: false-decoys
  test('with all outputs but a hundred in its first block is refused by a wallet that has scanned nothing', () => {
    const total = honest.at(-1)!;
    const first = changed(0, (height) => total - 100 + Math.min(100, Math.floor(height / 3000)));
    refused({ ...wallet(0), height: 0 }, first, /too many outputs/);
  });

  // threat: false-decoys
  describe('of mainnet in full length', () => {
    const START = 1_220_516;
    const END = 3_400_000;
    const KNOWN = { height: 3_169_795, index: 106_312_029 };
    const state = { ...wallet(0), height: 0 } as WalletState;
    /** From the first block with RingCT, with the outputs of mainnet up to the known block, and `later` in each after it. */
    const mainnet = (later: number, known = KNOWN): OutputDistribution => {
      const rate = (known.index + 1) / (known.height - START + 1);
      const cumulative = Array.from({ length: END - START }, (_, i) =>
        START + i <= known.height
          ? Math.ceil((i + 1) * rate)
          : known.index + 1 + later * (START + i - known.height),
      );
      return { startHeight: START, cumulative };
    };

    test('is accepted when it has a known output in its block and about the known pace', () => {
      for (const later of [20, 50, 150])
        expect(() => {
          checkDistribution(state, mainnet(later));
        }).not.toThrow();
    });

    test('is refused when it places a known output in another block, or has outputs before RingCT', () => {
      refused(state, mainnet(50, { ...KNOWN, height: KNOWN.height + 1 }), /chain that this version knows/);
      refused(state, mainnet(50, { ...KNOWN, index: KNOWN.index - 1000 }), /chain that this version knows/);
      const { cumulative } = mainnet(50);
      refused(state, { startHeight: START - 1, cumulative }, /chain that this version knows/);
    });

    test('is refused by a wallet that has scanned nothing when its last year has another pace', () => {
      // Its own pace of all blocks, 370, is close enough to that of the last year, 2700; the known one, 55, is not.
      refused(state, mainnet(3000), /another pace/);
    });
  });

  // threat: false-decoys
  describe('of mainnet, for a wallet that has read the newest 3,000 blocks', () => {
    const [START, END] = [1_220_516, 3_700_000];
    const [KNOWN, YEAR, READ] = [3_169_795, END - 262_800, END - 3000];
    const INDEX = 106_312_029;
    const TRUE_RATE = 50;
    const rateBefore = (INDEX + 1) / (KNOWN - START + 1);
    const truth = (height: number): number => INDEX + 1 + TRUE_RATE * (height - KNOWN);
    const state = {
      ...wallet(0),
      height: END,
      tables: {
        outputCounts: new Map(
          Array.from({ length: 3000 }, (_, i) => [String(READ + i), { count: truth(READ + i) }] as const),
        ),
      },
    } as unknown as WalletState;
    /** `countAt`: between the known block and those that were read. */
    const mainnet = (countAt: (height: number) => number): OutputDistribution => ({
      startHeight: START,
      cumulative: Array.from({ length: END - START }, (_, i) => {
        const height = START + i;
        if (height <= KNOWN) return Math.ceil((i + 1) * rateBefore);
        return height >= READ ? truth(height) : Math.round(countAt(height));
      }),
    });
    /** The last year has `share` of its outputs; the others are in blocks before it, at most `most` in each. */
    const moved = (share: number, most: number): OutputDistribution => {
      const inYear = (height: number): number => truth(READ - 1) - share * TRUE_RATE * (READ - 1 - height);
      const more = (height: number): number => Math.max(0, height - KNOWN - 60_000) * (most - TRUE_RATE);
      return mainnet((height) =>
        height >= YEAR ? inYear(height) : Math.min(inYear(YEAR), truth(height) + more(height)),
      );
    };

    test.each([
      ['hides in blocks of 9,000 outputs', 0.13, 9000, /too few outputs in the last year/],
      ['hides evenly in the years before', 0.13, 130, /too few outputs in the last year/],
      ['hides a half in blocks of 9,000 outputs', 0.5, 9000, /a week of another pace/],
    ])('is refused when it %s what it takes from the last year', (_, share, most, why) => {
      refused(state, moved(share, most), why);
    });
    test('is refused when a week of it is almost empty', () => {
      const week = YEAR + 50_000;
      const empty = mainnet((height) =>
        height < week
          ? truth(height)
          : Math.min(truth(height), truth(week) + Math.max(0, height - week - 12_000) * 5000),
      );
      refused(state, empty, /a week of another pace/);
    });
    test('is accepted when it is true, and after floods and quiet times as there were', () => {
      const flood = (height: number): number =>
        TRUE_RATE * (height - KNOWN) + 4 * TRUE_RATE * Math.min(20_000, Math.max(0, height - YEAR));
      const flooded = mainnet(
        (height) => INDEX + 1 + (flood(height) * (truth(READ) - INDEX - 1)) / flood(READ),
      );
      for (const honestOne of [mainnet(truth), flooded])
        expect(() => {
          checkDistribution(state, honestOne);
        }).not.toThrow();
    });
  });

  test('whose newest blocks hold most of the outputs is refused by a wallet that has not scanned them', () => {
    const state = { ...wallet(0), height: 0 } as WalletState;
    const late = (height: number): number =>
      height < LENGTH - 2000
        ? honest[height]! / 3
        : honest[LENGTH - 2000]! / 3 + (height - LENGTH + 2001) * 5000;
    refused(state, changed(0, late), /newest blocks|another pace/);
  });

  // threat: false-decoys
  test('is refused when it places our own output in another block', () => {
    const own = { rct: true, globalIndex: 4_000_000, height: 100_000 };
    const state = wallet(0);
    const holding = (height: number) =>
      ({ ...state, outputs: [{ ...own, height }] }) as unknown as WalletState;
    expect(() => {
      checkDistribution(holding(100_000), of(honest));
    }).not.toThrow();
    refused(holding(99_999), of(honest), /own output in another block/);
    refused(holding(100_001), of(honest), /own output in another block/);
  });

  test('is refused when it differs from an accepted earlier one', () => {
    const state = wallet(120);
    const counts = distributionCounts(state.tables.outputCounts, of(honest), LENGTH - 10);
    expect(counts.length).toBeGreaterThan(500);
    expect(counts.length).toBeLessThan(1500);
    for (const { key, value } of counts) (state.tables.outputCounts as Map<string, unknown>).set(key, value);
    expect(() => {
      checkDistribution(state, of(honest));
    }).not.toThrow();
    refused(
      state,
      changed(50_000, (height) => honest[height]! + (height < 200_000 ? 40 : 0)),
      /sent before/,
    );
  });

  test('that ends far below the scanned height is refused', () => {
    refused(wallet(120), of(honest.slice(0, -50)), /ends below/);
  });

  test('of a young chain or a test network may have any shape that scanned blocks do not contradict', () => {
    const odd = of([...new Array<number>(50).fill(1), 9000, ...new Array<number>(100).fill(9001)]);
    const young = { ...wallet(0), height: 100 } as WalletState;
    expect(() => {
      checkDistribution(young, odd);
    }).not.toThrow();
    const burst = changed(LENGTH - 3000, (height) => honest[height]! * 2);
    expect(() => {
      checkDistribution(wallet(0, 'stagenet'), burst);
    }).not.toThrow();
  });
});

// threat: false-decoys
test("an output in a node's answer must be in the block where the distribution has its index", () => {
  const answer = (height: number) => [
    { key: asPublicKey(new Uint8Array(32)), mask: asCommitment(new Uint8Array(32)), unlocked: true, height },
  ];
  const check = (height: number) => () => {
    checkHeights(of(honest), [4_000_000], answer(height));
  };
  expect(check(100_000)).not.toThrow();
  for (const height of [99_999, 100_001, 0, 10_000_000])
    expect(check(height)).toThrow(expect.objectContaining({ code: 'decoys_suspicious' }) as Error);
});

describe('output counts of scanned blocks', () => {
  test('are stored for all of the newest blocks, and for ever fewer of the older ones', async () => {
    const ledger = await testLedger();
    const chain = createTestChain(2000);
    await readChain(ledger, chain);
    const counts = ledger.state.tables.outputCounts;
    for (let height = 1900; height < 2000; height++)
      expect(counts.get(String(height))).toEqual({ count: height + 1 });
    expect(counts.size).toBeLessThan(128 + 64 * 5);
    for (let i = 0; i < 300; i++) {
      chain.addEmpty(1);
      await readChain(ledger, chain);
    }
    expect(counts.size).toBeLessThan(128 + 64 * 5);
    for (const [height, { count }] of counts) expect(count).toBe(Number(height) + 1);
  });

  // threat: changed-blocks
  test("contradict wrong indices in a node's answer", async () => {
    const ledger = await testLedger();
    const chain = createTestChain(50);
    await readChain(ledger, chain);
    chain.addEmpty(3);
    const lying = { ...chain, range: (from: number) => shifted(chain.range(from)) };
    await expect(readChain(ledger, lying)).rejects.toMatchObject({ code: 'node_bad_answer' });
    // The first output of the genesis block must have index 0.
    await expect(readChain(await testLedger(), lying)).rejects.toMatchObject({ code: 'node_bad_answer' });
    await readChain(ledger, chain);
    expect(ledger.state.height).toBe(53);
  });

  test('are removed with the blocks that a reorg removes', async () => {
    const ledger = await testLedger();
    const chain = createTestChain(50);
    await readChain(ledger, chain);
    chain.pop(5);
    chain.add([{ id: 'a', outputs: [{ name: 'a', amount: 1n }] }], 'other');
    chain.addEmpty(6, 'other');
    await readChain(ledger, chain);
    expect(ledger.state.tables.outputCounts.get('45')).toEqual({ count: 47 });
  });
});

const shifted = (range: ReturnType<ReturnType<typeof createTestChain>['range']>) => {
  const { blocks } = range;
  const outputsAfter = blocks.outputsAfter.map((count) => count + 1);
  return { ...range, blocks: { ...blocks, firstOutput: blocks.firstOutput! + 1, outputsAfter } };
};
