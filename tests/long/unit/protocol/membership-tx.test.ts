/** Whole transactions of RingCT type 7 with inputs of both eras, from a tree of outputs to bytes that verify. */
import { beforeAll, expect, it } from 'vitest';
import { asPublicKey, asSecretKey, type Point, type Scalar } from '../../../../src/base/brands.ts';
import { bytesToBigint } from '../../../../src/base/bytes.ts';
import { Secret } from '../../../../src/base/secret.ts';
import { kernel } from '../../../../src/kernel/kernel.ts';
import { Helios, Selene, type TowerPoint } from '../../../../src/kernel/ref/tower-cycle.ts';
import { sharedSums } from '../../../../src/kernel/tower-sums.ts';
import { writeWideTower, type WideTowerPoint } from '../../../../src/kernel/tower.ts';
import { T } from '../../../../src/protocol/carrot/constants.ts';
import { payTo } from '../../../../src/protocol/carrot/complete.ts';
import { readFcmpTransaction } from '../../../../src/protocol/carrot/fcmp-part.ts';
import { fcmpSigningHash } from '../../../../src/protocol/carrot/pruned-tx.ts';
import { buildFcmpTx, wholeFcmpTx, type FcmpSpend } from '../../../../src/protocol/fcmp/build-tx.ts';
import { leafScalars } from '../../../../src/protocol/fcmp/output.ts';
import type { Path } from '../../../../src/protocol/fcmp/paths.ts';
import { planFcmpPayment } from '../../../../src/protocol/fcmp/payment.ts';
import { readSalProof } from '../../../../src/protocol/fcmp/sal-proof.ts';
import { verifySal } from '../../../../src/protocol/fcmp/sal-verify.ts';
import { towerHasher } from '../../../../src/protocol/fcmp/tree-hasher.ts';
import { isSelene, widthOf, WIDTHS } from '../../../../src/protocol/fcmp/tree-shape.ts';
import { prepareBlind } from '../../../../src/protocol/membership/blinds.ts';
import {
  claimOf,
  drawSpare,
  lastTask,
  preparedInput,
  proveTxMembership,
  verifyClaim,
} from '../../../../src/protocol/membership/tx.ts';
import { membershipLength, verifyMembership } from '../../../../src/protocol/membership/verify.ts';
import { commit } from '../../../../src/protocol/rct/amount.ts';
import { isBalanced } from '../../../../src/protocol/rct/balance.ts';
import { verifyBulletproofsPlus } from '../../../../src/protocol/rct/bpp-verify.ts';
import { seededRandom } from '../../../support/seeded-random.ts';
import { slowLayers } from '../../../support/slow-tree.ts';
import { limit } from '../../../support/tier.ts';
import { fastSums } from '../../../support/tower-sums.ts';
import { useWasmKernel } from '../../../support/wasm-kernel.ts';
import { MAIN, personOfToday } from '../../../unit/protocol/carrot/people.ts';

beforeAll(useWasmKernel);

const random = seededRandom('membership of a transaction');
const tools = { sums: await fastSums(), random };
const XMR = 1_000_000_000_000n;
const SPEND_PROOF = 12 * 32;

const scalar = (): Scalar => kernel.scalarReduce(random(64));
const coin = (kind: 'legacy' | 'carrot'): FcmpSpend => {
  const x = scalar();
  const y = kind === 'legacy' ? (new Uint8Array(32) as Scalar) : scalar();
  const opening = { amount: XMR, mask: scalar() };
  const key = asPublicKey(kernel.pointAdd(kernel.mulBase(x), kernel.mul(y, T)));
  return {
    output: { kind, key, commitment: commit(opening) },
    opening,
    secrets: { x: Secret.over(asSecretKey(x)), y: Secret.over(y) },
  };
};

/** A tree of the coins among outputs of others; gives the path of each leaf. */
const plant = (coins: readonly FcmpSpend[], count: number) => {
  const others = Array.from({ length: count - coins.length }, () => coin('legacy'));
  const outputs = [...others.slice(0, 1), ...coins, ...others.slice(1)].map(({ output }) => output);
  const leaves = outputs.map((output) => leafScalars(output)!);
  const hash = (layer: number, scalars: readonly bigint[]): TowerPoint =>
    towerHasher.grow(layer, towerHasher.init(layer), 0, 0n, scalars);
  const layers = slowLayers(leaves, WIDTHS, hash, ({ x }) => x);
  return (key: Uint8Array): Path<WideTowerPoint> => {
    const leafIndex = outputs.findIndex((output) => String(output.key) === String(key));
    const chunkOf = <T>(items: readonly T[], index: number, width: number): readonly T[] =>
      items.slice(index * width, (index + 1) * width);
    let index = Math.floor(leafIndex / WIDTHS.selene);
    const chunk = chunkOf(leaves, index, WIDTHS.selene);
    return {
      leafIndex,
      leaves: chunk,
      layers: layers.map((layer, i) => {
        index = Math.floor(index / widthOf(i + 1, WIDTHS));
        return chunkOf(layer, index, widthOf(i + 1, WIDTHS)).map(writeWideTower);
      }),
    };
  };
};

/** The root alone is the last layer of a path. */
const rootOf = ({ layers }: Path<WideTowerPoint>): TowerPoint => {
  const wide = layers.at(-1)![0]!;
  const [x, y] = [bytesToBigint(wide.subarray(0, 32)), bytesToBigint(wide.subarray(32))];
  return (isSelene(layers.length - 1) ? Selene : Helios).fromAffine({ x, y });
};

it.each([
  [1, 20],
  [2, 60],
  [8, 700],
])(
  'a payment of %i coins in a tree of %i outputs verifies from its bytes',
  async (inputs, outputs) => {
    const [alice, bob] = [personOfToday(random), personOfToday(random)];
    const coins = Array.from({ length: inputs }, (_, i) => coin(i % 2 === 0 ? 'carrot' : 'legacy'));
    const pathTo = plant(coins, outputs);
    const { spendPublic, isSubaddress } = alice.address(MAIN);
    const plan = planFcmpPayment(
      { payments: [payTo(bob.address(MAIN), XMR / 2n, random)], selfSends: [] },
      coins.map(({ opening }) => opening.amount),
      { rates: [20n, 80n, 320n, 1280n, 4000n], level: 1, changeTo: { spendPublic, isSubaddress } },
      random,
    );
    const { layers } = pathTo(coins[0]!.output.key);
    const spares = coins.map(() => drawSpare(layers.length, random));
    const blinds = spares.map(({ free }) => free);
    const tx = buildFcmpTx({ spends: coins, ...plan, blinds }, alice.sender, random);
    const proven = tx.inputs.map((input, i) => {
      const spare = spares[i]!.tasks.map((task) => prepareBlind(task));
      const prepared = preparedInput(spare, prepareBlind(lastTask(input.blinds)));
      return { input, path: pathTo(input.output.key), prepared };
    });
    const membership = await proveTxMembership(proven, 3_000_000, {
      random,
      sums: sharedSums(tools.sums),
    });
    expect(verifyClaim(claimOf(proven, proven[0]!.path, membership), tools)).toBe(true);
    const { pruned, part } = readFcmpTransaction(wholeFcmpTx(tx, membership));

    // As a node: only what the bytes and the tree say.
    const { prefix, rct } = pruned;
    const point = (at: number): Point => part.proof.slice(at, at + 32);
    const each = 3 * 32 + SPEND_PROOF;
    const blinded = part.pseudoOuts.map((C, i) => ({
      ...{ O: point(i * each), I: point(i * each + 32), R: point(i * each + 64) },
      C: C as Point,
    }));
    const txHash = fcmpSigningHash({ prefix, rct: rct! });
    for (const [i, input] of blinded.entries()) {
      const from = i * each + 96;
      const spend = readSalProof(part.proof.subarray(from, from + SPEND_PROOF));
      const shown = prefix.inputs[i]!;
      expect(shown.kind === 'key' && verifySal({ txHash, input, keyImage: shown.keyImage }, spend)).toBe(
        true,
      );
    }
    expect(isBalanced(part.pseudoOuts, rct!.commitments, rct!.fee)).toBe(true);
    expect(verifyBulletproofsPlus([{ proof: part.rangeProof, commitments: rct!.commitments }])).toBe(true);
    const root = rootOf(proven[0]!.path);
    const bytes = part.proof.subarray(inputs * each);
    expect(bytes).toHaveLength(membershipLength({ inputs, layers: part.layers }));
    const statement = { inputs: blinded, root, layers: part.layers };
    expect(verifyMembership(statement, bytes, tools)).toBe(true);
    // With a root of another tree it does not.
    expect(verifyMembership({ ...statement, root: root.double() }, bytes, tools)).toBe(false);
  },
  limit(5),
);
