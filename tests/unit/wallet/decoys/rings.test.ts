/** Rings from honest, broken and hostile nodes: a typed fault, one request, and never a second ring. */
import { describe, expect, test } from 'vitest';
import { asCommitment, asKeyImage, asPublicKey, asTxId } from '../../../../src/base/brands.ts';
import { fromHex, toHex } from '../../../../src/base/hex.ts';
import { kernel } from '../../../../src/kernel/kernel.ts';
import type { OutputDistribution, OutputInfo, OutputRef } from '../../../../src/ports/output-source.ts';
import { commit } from '../../../../src/protocol/rct/amount.ts';
import { createInlineCryptoWorkers } from '../../../../src/wallet/crypto-workers.ts';
import { RING_SIZE } from '../../../../src/protocol/tx/rules.ts';
import { chooseRings } from '../../../../src/wallet/decoys/rings.ts';
import type { OwnedOutput, Ring } from '../../../../src/wallet/state/records/outputs.ts';
import { cached } from '../../../support/cached.ts';
import { seededRandom } from '../../../support/seeded-random.ts';
import { bytesOf } from '../test-chain.ts';

/** A point of order eight. A key plus this point is on the curve, but outside the prime subgroup. */
const TORSION = fromHex('c7176a703d4dd84fba3c0b760d10670f2a2053fa2c39ccc64ec7fd7792ac037a');

const scalarOf = (name: string): Uint8Array => kernel.scalarReduce(bytesOf(name));
const owned = (globalIndex: number): OwnedOutput => ({
  txid: asTxId(bytesOf(`tx ${globalIndex}`)),
  outputIndex: 0,
  globalIndex,
  key: asPublicKey(kernel.mulBase(scalarOf(`key ${globalIndex}`))),
  keyImage: asKeyImage(bytesOf(`image ${globalIndex}`)),
  amount: 1000n,
  mask: scalarOf('mask'),
  rct: true,
  coinbase: false,
  subaddress: { major: 0, minor: 0 },
  height: Math.floor(globalIndex / 10),
  timestamp: 0,
  unlockTime: 0n,
  txPublicKey: asPublicKey(bytesOf('R')),
  pkIndex: 0,
  additionalKeys: [],
  frozen: false,
});

interface Node {
  readonly asked: number[][];
  /** Its answer about an index, instead of the true one. */
  lie: (index: number, truth: OutputInfo) => OutputInfo | undefined;
  distribution: OutputDistribution;
  /** Shortens the answer. */
  short: number;
}

const trueOutput = cached(String, (index: number): OutputInfo => ({
  key: asPublicKey(kernel.mulBase(scalarOf(`key ${index}`))),
  mask: commit({ amount: 1000n, mask: scalarOf('mask') }),
  unlocked: true,
  height: Math.floor(index / 10),
}));

/** Ten outputs in each block. */
const createNode = (
  blocks = 300,
): Node & { readonly source: Parameters<typeof chooseRings>[0]['outputs'] } => {
  const node = {
    asked: [] as number[][],
    lie: (_index: number, truth: OutputInfo): OutputInfo | undefined => truth,
    distribution: { startHeight: 0, cumulative: Array.from({ length: blocks }, (_, i) => (i + 1) * 10) },
    short: 0,
    source: {
      distribution: () => Promise.resolve(node.distribution),
      outputs: (refs: readonly OutputRef[]) => {
        node.asked.push(refs.map(({ index }) => index));
        const answers = refs.flatMap(({ index }) => {
          const answer = node.lie(index, trueOutput(index));
          return answer ? [answer] : [];
        });
        return Promise.resolve(answers.slice(0, answers.length - node.short));
      },
    },
  };
  return node;
};

const choose = (
  node: ReturnType<typeof createNode>,
  spending: readonly OwnedOutput[],
  known: ReadonlyMap<number, Ring> = new Map(),
  seed = 'rings',
) => {
  const random = { bytes: seededRandom(seed) };
  const earlierOf = ({ globalIndex }: OwnedOutput) => ({ ring: known.get(globalIndex), draw: undefined });
  const keepDraws = (): Promise<void> => Promise.resolve();
  return chooseRings(
    { outputs: node.source, random, cryptoWorkers: createInlineCryptoWorkers(random), earlierOf, keepDraws },
    spending,
  );
};

describe('an honest node', () => {
  test('gives each output a sorted ring of sixteen with the real output in it', async () => {
    const node = createNode();
    const spending = [owned(1234), owned(77), owned(2500)];
    const rings = await choose(node, spending);
    for (const [i, { members, realIndex }] of rings.entries()) {
      expect(members).toHaveLength(RING_SIZE);
      expect(members[realIndex]!.index).toBe(spending[i]!.globalIndex);
      expect(members[realIndex]!.key).toEqual(spending[i]!.key);
      const indices = members.map(({ index }) => index);
      expect(indices).toEqual([...new Set(indices)].sort((a, b) => a - b));
    }
  });

  test('is asked for rings of more outputs than a function call takes arguments', async () => {
    const node = createNode();
    const random = { bytes: seededRandom('many') };
    const spending = new Array<OwnedOutput>(4500).fill(owned(1234));
    const decoys = Array.from({ length: 74 }, (_, i) => 1250 + 20 * i);
    const draw = { indices: [1234, ...decoys] };
    let checked = 0;
    const cryptoWorkers = {
      ...createInlineCryptoWorkers(random),
      // The rest of the work takes a second.
      primeSubgroup: (points: Uint8Array) => {
        checked = points.length / 64;
        return Promise.reject(new Error('enough'));
      },
    };
    const deps = { outputs: node.source, random, cryptoWorkers, keepDraws: () => Promise.resolve() };
    const chosen = chooseRings({ ...deps, earlierOf: () => ({ ring: undefined, draw }) }, spending);
    await expect(chosen).rejects.toThrow('enough');
    expect(checked).toBe(spending.length * (RING_SIZE - 1));
  });

  // threat: ring-request
  test('is asked once for all inputs, for far more than is used, in an order that reveals nothing', async () => {
    const node = createNode();
    await choose(node, [owned(1234), owned(77)]);
    expect(node.asked).toHaveLength(1);
    const [asked] = node.asked;
    expect(asked).toHaveLength(2 * 75);
    for (const [at, real] of [
      [0, 1234],
      [75, 77],
    ] as const) {
      const part = asked!.slice(at, at + 75);
      expect(part).toEqual([...new Set(part)].sort((a, b) => a - b));
      expect(part).toContain(real);
    }
  });

  test('cannot learn the real output from its position', async () => {
    const places = new Set<number>();
    for (let i = 0; i < 24; i++) {
      const [ring] = await choose(createNode(), [owned(2000 + 20 * i)], new Map(), `ring ${i}`);
      places.add(ring!.realIndex);
    }
    expect(places.size).toBeGreaterThan(5);
  });

  test('with a small chain is asked for all outputs', async () => {
    const node = createNode(15);
    const [ring] = await choose(node, [owned(33)]);
    expect(node.asked[0]).toEqual(Array.from({ length: 60 }, (_, i) => i));
    expect(ring!.members).toHaveLength(RING_SIZE);
    const [other] = await choose(createNode(15), [owned(33)], new Map(), 'another');
    expect(other!.members.map(({ index }) => index)).not.toEqual(ring!.members.map(({ index }) => index));
  });
});

describe('a stored ring', () => {
  test('is used again, whatever else the node offers', async () => {
    const [first] = await choose(createNode(), [owned(1234)]);
    const indices = first!.members.map(({ index }) => index);
    const known = new Map([[1234, { indices }]]);
    for (const seed of ['a', 'b', 'c']) {
      const node = createNode(600);
      const [again] = await choose(node, [owned(1234)], known, seed);
      expect(again!.members.map(({ index }) => index)).toEqual(indices);
      expect(again!.realIndex).toBe(first!.realIndex);
      for (const index of indices) expect(node.asked[0]).toContain(index);
    }
  });

  test.each([
    ['locked', (_truth: OutputInfo): OutputInfo => ({ ..._truth, unlocked: false })],
    [
      'a key outside of the group',
      (truth: OutputInfo): OutputInfo => ({
        ...truth,
        key: asPublicKey(kernel.pointAdd(truth.key, TORSION)),
      }),
    ],
  ])(
    'is not changed when the node calls a member %s, so that two rings cannot be compared',
    async (_name, lie) => {
      const [first] = await choose(createNode(), [owned(1234)]);
      const indices = first!.members.map(({ index }) => index);
      const node = createNode();
      const victim = indices.find((index) => index !== 1234)!;
      node.lie = (index, truth) => (index === victim ? lie(truth) : truth);
      await expect(choose(node, [owned(1234)], new Map([[1234, { indices }]]))).rejects.toMatchObject({
        code: 'decoys_suspicious',
      });
      expect(node.asked).toHaveLength(1);
    },
  );
});

describe('a hostile node', () => {
  const lies: readonly [string, (index: number, truth: OutputInfo) => OutputInfo | undefined][] = [
    ['another key', (_, truth) => ({ ...truth, key: asPublicKey(kernel.mulBase(scalarOf('other'))) })],
    [
      'another commitment',
      (_, truth) => ({ ...truth, mask: asCommitment(kernel.mulBase(scalarOf('other'))) }),
    ],
    ['a lock', (_, truth) => ({ ...truth, unlocked: false })],
    ['no output', () => undefined],
  ];
  // threat: false-decoys
  // threat: ring-request
  test.each(lies)(
    'that shows our own output with %s is refused, without another request',
    async (_name, lie) => {
      const node = createNode();
      node.lie = (index, truth) => (index === 1234 ? lie(index, truth) : truth);
      await expect(choose(node, [owned(77), owned(1234)])).rejects.toMatchObject({
        code: 'decoys_suspicious',
      });
      expect(node.asked).toHaveLength(1);
    },
  );

  test('that shortens its answer is refused, without another request', async () => {
    for (const short of [1, 40, 150]) {
      const node = createNode();
      node.short = short;
      // The last entries of the answer are those about the second input.
      await expect(choose(node, [owned(77), owned(2990)])).rejects.toMatchObject({
        code: 'decoys_suspicious',
      });
      expect(node.asked).toHaveLength(1);
    }
  });

  // threat: false-decoys
  test('cannot put one key twice into a ring', async () => {
    const node = createNode();
    const twin = asPublicKey(kernel.mulBase(scalarOf('twin')));
    node.lie = (index, truth) => (index !== 1234 && index % 2 === 0 ? { ...truth, key: twin } : truth);
    const [ring] = await choose(node, [owned(1234)]);
    expect(new Set(ring!.members.map(({ key }) => toHex(key))).size).toBe(RING_SIZE);
  });

  test("cannot put our own output's key into a ring a second time", async () => {
    const node = createNode();
    const { key } = owned(1234);
    node.lie = (index, truth) => (index % 3 === 0 ? { ...truth, key } : truth);
    const [ring] = await choose(node, [owned(1234)]);
    expect(ring!.members.filter((member) => toHex(member.key) === toHex(key))).toHaveLength(1);
    expect(ring!.members[ring!.realIndex]!.index).toBe(1234);
  });

  // threat: false-decoys
  test.each([
    [
      'keys with torsion',
      (truth: OutputInfo): OutputInfo => ({
        ...truth,
        key: asPublicKey(kernel.pointAdd(truth.key, TORSION)),
      }),
    ],
    [
      'commitments with torsion',
      (truth: OutputInfo): OutputInfo => ({
        ...truth,
        mask: asCommitment(kernel.pointAdd(truth.mask, TORSION)),
      }),
    ],
    [
      'invalid keys',
      (truth: OutputInfo): OutputInfo => ({ ...truth, key: asPublicKey(bytesOf('x').fill(0xff)) }),
    ],
    ['locked outputs', (truth: OutputInfo): OutputInfo => ({ ...truth, unlocked: false })],
  ])('cannot put %s into a ring', async (_name, spoil) => {
    const node = createNode();
    node.lie = (index, truth) => (index !== 1234 && index % 3 === 0 ? spoil(truth) : truth);
    const [ring] = await choose(node, [owned(1234)]);
    for (const { index } of ring!.members) expect(index === 1234 || index % 3 !== 0).toBe(true);
  });

  test('that leaves too few usable outputs gets no transaction, and no other request', async () => {
    const node = createNode();
    node.lie = (index, truth) => (index === 1234 || index % 20 === 0 ? truth : { ...truth, unlocked: false });
    await expect(choose(node, [owned(1234)])).rejects.toMatchObject({ code: 'not_enough_outputs' });
    expect(node.asked).toHaveLength(1);
  });

  test('whose distribution ends before our own output is refused without a request', async () => {
    const node = createNode();
    await expect(choose(node, [owned(3000)])).rejects.toMatchObject({ code: 'decoys_suspicious' });
    expect(node.asked).toHaveLength(0);
  });

  test('whose distribution makes all picks old is refused without a request', async () => {
    const node = createNode();
    // Half of all outputs are in the newest blocks, from which the picker may not choose.
    node.distribution = {
      startHeight: 0,
      cumulative: Array.from({ length: 3000 }, (_, i) => (i < 2995 ? (i + 1) * 4 : 30_000)),
    };
    await expect(choose(node, [owned(1234)])).rejects.toMatchObject({ code: 'decoys_suspicious' });
    expect(node.asked).toHaveLength(0);
  });

  test('whose chain is too young gets no transaction', async () => {
    const node = createNode(10);
    node.distribution = { startHeight: 0, cumulative: [5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15, 16] };
    await expect(choose(node, [owned(3)])).rejects.toMatchObject({ code: 'not_enough_outputs' });
  });

  test('whose distribution cannot be drawn from does not cause an endless loop', async () => {
    const node = createNode();
    // There are 76 outputs, and 75 of them are older than any likely draw.
    const early = new Array<number>(75).fill(0).map((_, i) => i + 1);
    const late = new Array<number>(2_000_000).fill(75);
    node.distribution = {
      startHeight: 0,
      cumulative: [...early, ...late, ...new Array<number>(10).fill(10_000_000)],
    };
    await expect(choose(node, [owned(3)])).rejects.toMatchObject({ code: 'decoys_suspicious' });
    expect(node.asked).toHaveLength(1);
  });
});
