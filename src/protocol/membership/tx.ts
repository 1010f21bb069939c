/**
 * The membership proof of a transaction: from inputs with their blinds, paths in the tree and blinds that were prepared.
 */
import { bytesToBigint } from '../../base/bytes.ts';
import type { Point, Scalar } from '../../base/brands.ts';
import { EdwardsPoint } from '../../kernel/ref/point.ts';
import { Selene, type TowerPoint } from '../../kernel/ref/tower-cycle.ts';
import { readWideTower, type WideTowerPoint } from '../../kernel/tower.ts';
import type { TowerSums } from '../../kernel/tower-sums.ts';
import type { MembershipProof, ProvenInput } from '../fcmp/build-tx.ts';
import { drawBlinds, type BlindedInput, type Blinds, type FreeBlinds } from '../fcmp/input.ts';
import { outputTuple, type LeafScalars } from '../fcmp/output.ts';
import type { Path } from '../fcmp/paths.ts';
import type { RandomBytes } from '../ring/scalar.ts';
import type { ProverTools } from './arithmetic-prove.ts';
import type { BlindTask, PreparedBlind, PreparedOutput } from './blinds.ts';
import { randomElement } from './elements.ts';
import { FORMAT, layerOf } from './format.ts';
import { proveMembership, type InputWitness } from './prove.ts';
import { verifyMembership } from './verify.ts';

/** Blinds of one input and of each layer below the root, which take longest to compute. */
export interface PreparedInput {
  readonly output: PreparedOutput;
  readonly branches: readonly PreparedBlind[];
}

/**
 * Blinds of one input, but for c, and of the hashes on its path: they depend on nothing but the number of layers, so that a
 * wallet can draw and prepare them before a payment is known.
 */
export interface SpareBlinds {
  readonly free: FreeBlinds;
  readonly layers: number;
  /** Tasks for o, i times U and V, r, and each layer below the root. */
  readonly tasks: readonly BlindTask[];
}

export function drawSpare(layers: number, random: RandomBytes): SpareBlinds {
  const free = drawBlinds(random);
  const { o, i, r } = free;
  return {
    ...{ free, layers },
    tasks: [
      { scalar: minus(o), base: 'T' },
      { scalar: minus(i), base: 'U' },
      { scalar: minus(i), base: 'V' },
      { scalar: bytesToBigint(r), base: 'T' },
      ...Array.from({ length: layers - 1 }, (_, layer): BlindTask => {
        const { curve } = layerOf(layer);
        return { scalar: randomElement(curve.Fn, random), base: curve === Selene ? 'selene' : 'helios' };
      }),
    ],
  };
}

/** The blind c of an input. */
export function lastTask({ c }: Pick<Blinds, 'c'>): BlindTask {
  return { scalar: minus(c), base: 'G' };
}

/** `spare`: the prepared tasks of `drawSpare`; `c`: that of `lastTask`. */
export function preparedInput(spare: readonly PreparedBlind[], c: PreparedBlind): PreparedInput {
  const [o, iU, iV, r, ...branches] = spare as readonly [
    PreparedBlind,
    PreparedBlind,
    PreparedBlind,
    PreparedBlind,
  ];
  return { output: { o, iU, iV, r, c }, branches };
}

/** The circuit adds to the input what the input has too much. */
const minus = (scalar: Scalar): bigint => EdwardsPoint.Fn.neg(bytesToBigint(scalar));

export interface ProvablePath {
  readonly input: Pick<ProvenInput, 'input' | 'output'>;
  readonly prepared: PreparedInput;
  /** In the tree of the reference block. */
  readonly path: Path<WideTowerPoint>;
}

/**
 * Proves for all inputs of a transaction, in its order. Throws Error (a bug) for a path that is not that of its output, or in
 * another tree than the others.
 */
export async function proveTxMembership(
  inputs: readonly ProvablePath[],
  referenceBlock: number,
  tools: ProverTools,
): Promise<MembershipProof> {
  const { layers } = inputs[0]!.path;
  const witness = { inputs: inputs.map(witnessOf), root: childrenOf(inputs[0]!.path, layers.length - 1) };
  return { referenceBlock, layers: layers.length, bytes: await proveMembership(witness, tools) };
}

/** A proof with all that a verifier knows, in a form that threads exchange. */
export interface MembershipClaim {
  readonly inputs: readonly BlindedInput[];
  readonly root: WideTowerPoint;
  readonly proof: Pick<MembershipProof, 'layers' | 'bytes'>;
}

/** `path`: that of any of the inputs. */
export function claimOf(
  inputs: readonly Pick<ProvablePath, 'input'>[],
  { layers }: Path<WideTowerPoint>,
  proof: MembershipProof,
): MembershipClaim {
  return { inputs: inputs.map(({ input }) => input.input), root: layers.at(-1)![0]!, proof };
}

export function verifyClaim(
  { inputs, root, proof: { layers, bytes } }: MembershipClaim,
  tools: { readonly random: RandomBytes; readonly sums: TowerSums },
): boolean {
  return verifyMembership({ inputs, root: readRoot(layers - 1, root), layers }, bytes, tools);
}

const witnessOf = ({ input: { input, output }, prepared, path }: ProvablePath): InputWitness => {
  const tuple = outputTuple(output);
  if (tuple === undefined) throw new Error('this output is in no tree');
  const coordinates = (point: Point): readonly [bigint, bigint] => {
    const { x, y } = FORMAT.coordinates(point);
    return [x, y];
  };
  const leaf: LeafScalars = [...coordinates(tuple.O), ...coordinates(tuple.I), ...coordinates(tuple.C)];
  const branches = prepared.branches.map((blind, layer) => ({ children: childrenOf(path, layer), blind }));
  return { input, output: leaf, blinds: prepared.output, branches };
};

/** The scalars that the hash of a layer on the path is of. */
const childrenOf = ({ leaves, layers }: Path<WideTowerPoint>, layer: number): readonly bigint[] =>
  layer === 0 ? leaves.flat() : layers[layer - 1]!.map((point) => bytesToBigint(point.subarray(0, 32)));

const readRoot = (layer: number, wide: WideTowerPoint): TowerPoint =>
  readWideTower(layerOf(layer).curve, wide);
