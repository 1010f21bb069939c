/**
 * Trees, blinds and generators of the judge's membership proofs, computed again from their seeds: the same random numbers
 * in the same order. Inputs 2k and 2k + 1 share a path below the root.
 */
import type { Point } from '../../../src/base/brands.ts';
import { bytesToBigint } from '../../../src/base/bytes.ts';
import { fromHex } from '../../../src/base/hex.ts';
import { blake2bStream } from '../../../src/kernel/hash/blake2b-stream.ts';
import type { SalFormat } from '../../../src/protocol/fcmp/sal-proof.ts';
import { EdwardsPoint } from '../../../src/kernel/ref/point.ts';
import { Helios, Selene, type TowerCurve, type TowerPoint } from '../../../src/kernel/ref/tower-cycle.ts';
import { towerHashInit } from '../../../src/kernel/ref/tower-hash.ts';
import type { TowerSums } from '../../../src/kernel/tower-sums.ts';
import type { LeafScalars } from '../../../src/protocol/fcmp/output.ts';
import { prepareBranch, prepareOutput } from '../../../src/protocol/membership/blinds.ts';
import { randomElement } from '../../../src/protocol/membership/elements.ts';
import { FORMAT, layerOf, type MembershipFormat } from '../../../src/protocol/membership/format.ts';
import type { InputWitness, MembershipWitness } from '../../../src/protocol/membership/prove.ts';
import type { RandomBytes } from '../../../src/protocol/ring/scalar.ts';
import { tape } from './tape.ts';

/** The judge is older than the newest generators, and than the newest sign of y. */
export const JUDGE_FORMAT: MembershipFormat = {
  ...FORMAT,
  generators: {
    ...FORMAT.generators,
    T: fromHex('61b736ce93b62a3d3778ab204da85d3b4cdc07250f5da7e3df2629928134d526'),
    U: fromHex('506b23f6d6e530997abcacc6fd347734b14c2bd79bea00eeb04857e8eadd1a8a'),
    V: fromHex('6935f413f83109138a7a14b409552d3b76d88fca81bb5927e9a1e130cdfe29f9'),
  },
  coordinates: (point) => {
    const { x, y } = FORMAT.coordinates(point);
    return { x, y: Selene.Fn.neg(y) };
  },
};

/** The judge's spend proofs have these generators, and a hash without personal text. */
export const JUDGE_SAL: SalFormat = {
  ...{ T: JUDGE_FORMAT.generators.T, U: JUDGE_FORMAT.generators.U, V: JUDGE_FORMAT.generators.V },
  hash: (data) => {
    const hash = blake2bStream(64);
    hash.add(data);
    return hash.digest();
  },
};

export interface JudgeCase {
  readonly name: string;
  readonly inputs: number;
  readonly layers: number;
  readonly leaves: number;
}

type Edwards = typeof EdwardsPoint.BASE;
type Leaf = readonly [Edwards, Edwards, Edwards];

const edwards = (random: RandomBytes): bigint => EdwardsPoint.Fn.create(bytesToBigint(random(64)));
const below = (random: RandomBytes, end: number): number => Number(bytesToBigint(random(8)) % BigInt(end));
const bytes = (point: Edwards): Point => point.toBytes();

export function judgeWitness(
  { name, inputs, layers, leaves }: JudgeCase,
  sums: TowerSums,
): {
  readonly witness: MembershipWitness;
  readonly root: TowerPoint;
} {
  const { random } = tape(`${name} tree`);
  const leafScalars = (leaf: Leaf): LeafScalars => {
    const [O, I, C] = leaf.map((point) => JUDGE_FORMAT.coordinates(bytes(point)));
    return [O!.x, O!.y, I!.x, I!.y, C!.x, C!.y];
  };
  const element = (curve: TowerCurve): bigint => randomElement(curve.Fn, random);
  const hash = (layer: number, children: readonly bigint[]): TowerPoint => {
    const { curve } = layerOf(layer);
    return towerHashInit(curve).add(sums(curve, { left: children }));
  };
  /** x of random points of the curve below. */
  const strangers = (layer: number): bigint[] => {
    const { curve } = layerOf(layer - 1);
    return Array.from({ length: layerOf(layer).length }, () => curve.BASE.multiply(element(curve)).x);
  };
  const last = layers - 1;
  const paths = Array.from({ length: layers === 1 ? 1 : Math.ceil(inputs / 2) }, () => {
    const outputs = Array.from({ length: leaves }, (): Leaf => {
      const point = (): Edwards => EdwardsPoint.BASE.multiply(edwards(random));
      return [point(), point(), point()];
    });
    const branches = [outputs.flatMap(leafScalars)];
    for (let layer = 1; layer < last; layer++) {
      const children = strangers(layer);
      children[below(random, children.length)] = hash(layer - 1, branches[layer - 1]!).x;
      branches.push(children);
    }
    return { outputs, branches };
  });
  const root = layers === 1 ? paths[0]!.branches[0]! : strangers(last);
  if (layers > 1) {
    const at = below(random, root.length);
    for (const [i, { branches }] of paths.entries())
      root[(at + i) % root.length] = hash(last - 1, branches[last - 1]!).x;
  }
  const chosen = Array.from({ length: inputs }, (_, i) => {
    const { outputs, branches } = paths[layers === 1 ? 0 : Math.floor(i / 2)]!;
    return { output: outputs[below(random, leaves)]!, branches: layers === 1 ? [] : branches };
  });
  return { witness: { inputs: blinded(name, chosen, leafScalars), root }, root: hash(last, root) };
}

const blinded = (
  name: string,
  chosen: readonly { readonly output: Leaf; readonly branches: readonly (readonly bigint[])[] }[],
  leafScalars: (leaf: Leaf) => LeafScalars,
): InputWitness[] => {
  const { random } = tape(`${name} blinds`);
  const scalars = chosen.map(() => ({
    o: edwards(random),
    i: edwards(random),
    r: edwards(random),
    c: edwards(random),
  }));
  const branchScalars = [Selene, Helios].map((curve) =>
    chosen.map(({ branches }) =>
      branches
        .filter((_, layer) => layerOf(layer).curve === curve)
        .map(() => randomElement(curve.Fn, random)),
    ),
  );
  const { T, U, V, G } = JUDGE_FORMAT.generators;
  const times = (point: Point, scalar: bigint): Edwards => EdwardsPoint.fromBytes(point).multiply(scalar);
  return chosen.map(({ output, branches }, k) => {
    const { o, i, r, c } = scalars[k]!;
    const [O, I, C] = output;
    return {
      input: {
        O: bytes(O.subtract(times(T, o))),
        I: bytes(I.subtract(times(U, i))),
        R: bytes(times(T, r).subtract(times(V, i))),
        C: bytes(C.subtract(times(G, c))),
      },
      output: leafScalars(output),
      blinds: prepareOutput(JUDGE_FORMAT, scalars[k]!),
      branches: branches.map((children, layer) => ({
        children,
        blind: prepareBranch(JUDGE_FORMAT, layerOf(layer).curve, branchScalars[layer % 2]![k]![layer >> 1]!),
      })),
    };
  });
};
