/**
 * The membership proof of a transaction: from inputs with their blinds, paths in the tree and blinds that were prepared.
 */
import { bytesToBigint } from '../../base/bytes.ts';
import type { Point, Scalar } from '../../base/brands.ts';
import { EdwardsPoint } from '../../kernel/ref/point.ts';
import { Helios, Selene, type TowerPoint } from '../../kernel/ref/tower-cycle.ts';
import type { WideTowerPoint } from '../../kernel/tower.ts';
import type { MembershipProof, ProvenInput } from '../fcmp/build-tx.ts';
import { outputTuple, type LeafScalars } from '../fcmp/output.ts';
import type { Path } from '../fcmp/paths.ts';
import type { RandomBytes } from '../ring/scalar.ts';
import type { ProverTools } from './arithmetic-prove.ts';
import { prepareBranch, prepareOutput, type PreparedBlind, type PreparedOutput } from './blinds.ts';
import { randomElement } from './elements.ts';
import { FORMAT, layerOf } from './format.ts';
import { proveMembership, type InputWitness } from './prove.ts';
import type { MembershipStatement } from './statement.ts';
import { verifyMembership } from './verify.ts';

/** Blinds of one input and of each layer below the root, which take longest to compute. */
export interface PreparedInput {
  readonly output: PreparedOutput;
  readonly branches: readonly PreparedBlind[];
}

/** Prepares an input for a tree with so many layers. The blinds of hashes are drawn here. */
export function prepareInput(
  { blinds: { o, i, r, c } }: Pick<ProvenInput, 'blinds'>,
  layers: number,
  random: RandomBytes,
): PreparedInput {
  const { Fn } = EdwardsPoint;
  /** The circuit adds to the input what the input has too much. */
  const minus = (scalar: Scalar): bigint => Fn.neg(bytesToBigint(scalar));
  return {
    output: prepareOutput(FORMAT, { o: minus(o), i: minus(i), r: bytesToBigint(r), c: minus(c) }),
    branches: Array.from({ length: layers - 1 }, (_, layer) => {
      const { curve } = layerOf(layer);
      return prepareBranch(FORMAT, curve, randomElement(curve.Fn, random));
    }),
  };
}

export interface ProvablePath {
  readonly input: ProvenInput;
  readonly prepared: PreparedInput;
  /** In the tree of the reference block. */
  readonly path: Path<WideTowerPoint>;
}

/**
 * Proves for all inputs of a transaction, in its order, and verifies the proof. Throws Error (a bug) for a path that is not
 * that of its output, or in another tree than the others.
 */
export function proveTxMembership(
  inputs: readonly ProvablePath[],
  referenceBlock: number,
  tools: ProverTools,
): MembershipProof {
  const { layers } = inputs[0]!.path;
  const witness = { inputs: inputs.map(witnessOf), root: childrenOf(inputs[0]!.path, layers.length - 1) };
  const bytes = proveMembership(witness, tools);
  const root = layers.at(-1)![0]!;
  const statement: MembershipStatement = {
    inputs: inputs.map(({ input }) => input.input),
    root: readRoot(layers.length - 1, root),
    layers: layers.length,
  };
  if (!verifyMembership(statement, bytes, tools))
    throw new Error('a membership proof was made that does not verify');
  return { referenceBlock, layers: layers.length, bytes };
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

const readRoot = (layer: number, wide: WideTowerPoint): TowerPoint => {
  const curve = layerOf(layer).curve === Selene ? Selene : Helios;
  return curve.fromAffine({ x: bytesToBigint(wide.subarray(0, 32)), y: bytesToBigint(wide.subarray(32)) });
};
