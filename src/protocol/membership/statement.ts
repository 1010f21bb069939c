/**
 * The statement of a membership proof, as circuits on both curves: each input blinds an output that is a leaf; the hash of its
 * chunk is, under a blind, in the list that the next layer hashes, up to the root.
 * Upstream: `Fcmp::input` in crypto/fcmps/src/lib.rs and crypto/fcmps/src/circuit.rs of kayabaNerve/monero-oxide, branch
 * fcmp++ at dc1b3dbe4.
 */
import { concat, u32le } from '../../base/bytes.ts';
import { blake2bStream } from '../../kernel/hash/blake2b-stream.ts';
import {
  Helios,
  Selene,
  writeTowerPoint,
  writeTowerScalar,
  type TowerCurve,
  type TowerPoint,
} from '../../kernel/ref/tower-cycle.ts';
import { towerHashInit } from '../../kernel/ref/tower-hash.ts';
import type { BlindedInput } from '../fcmp/input.ts';
import type { AffinePoint } from './affine.ts';
import { edwardsTables, maskTable, shapeOf } from './blinds.ts';
import type { Circuit } from './circuit.ts';
import { challengeLine, mustHaveDigits, type DigitWeights, type LineChallenge } from './discrete-log.ts';
import { ED25519, LEAF_SCALARS, layerOf, type MembershipFormat } from './format.ts';
import { mustBeMember, mustBeMemberTuple, mustBeOnCurve, mustBeSum } from './gadgets.ts';
import type { InputLayout, CommitmentLayout } from './layout.ts';
import { only, type Variable } from './linear.ts';
import type { Challenges } from './transcript.ts';

export interface MembershipStatement {
  readonly inputs: readonly BlindedInput[];
  /** The number of layers decides its curve. */
  readonly root: TowerPoint;
  readonly layers: number;
}

export function rootCurve({ layers }: Pick<MembershipStatement, 'layers'>): TowerCurve {
  return layerOf(layers - 1).curve;
}

/** Coordinates of the points of an input. */
export type InputPoints = Readonly<Record<keyof BlindedInput, AffinePoint>>;

export function pointsOf({ coordinates }: MembershipFormat, { O, I, R, C }: BlindedInput): InputPoints {
  return { O: coordinates(O), I: coordinates(I), R: coordinates(R), C: coordinates(C) };
}

/** The context of the transcript. `nonce` is that of the proof for the root. */
export function contextOf(
  { root, layers }: MembershipStatement,
  inputs: readonly InputPoints[],
  nonce: Uint8Array,
): Uint8Array {
  const hash = blake2bStream(32);
  hash.add(concat(Uint8Array.of(rootCurve({ layers }) === Selene ? 0 : 1), writeTowerPoint(root)));
  hash.add(u32le(inputs.length));
  for (const { O, I, R, C } of inputs)
    for (const { x, y } of [O, I, R, C]) hash.add(concat(writeTowerScalar(x), writeTowerScalar(y)));
  hash.add(nonce);
  return hash.digest();
}

export interface Circuits {
  readonly selene: Circuit;
  readonly helios: Circuit;
}

export interface CommittedPoints {
  readonly selene: readonly TowerPoint[];
  readonly helios: readonly TowerPoint[];
}

/** `hashOf`, for the prover: the hash that a layer of an input has without its blind. */
export function constrain(
  format: MembershipFormat,
  parts: {
    readonly layout: CommitmentLayout;
    readonly inputs: readonly InputPoints[];
    readonly commitments: CommittedPoints;
    readonly circuits: Circuits;
    readonly challenges: Challenges;
  },
  hashOf: (input: number, layer: number) => AffinePoint,
): void {
  const { layout, inputs, commitments, circuits, challenges } = parts;
  const circuitOf = (curve: TowerCurve): Circuit => (curve === Selene ? circuits.selene : circuits.helios);
  /** By the curve of the hashes; drawn with the first input. */
  const lines = new Map<TowerCurve, { readonly line: LineChallenge; readonly weights: DigitWeights }>();
  const draw = (curve: TowerCurve): void => {
    if (lines.has(curve)) return;
    const { line, weights } = challengeLine(challenges, shapeOf(curve), [maskTable(format, curve)]);
    lines.set(curve, { line, weights: weights[0]! });
  };
  for (const [i, input] of layout.inputs.entries()) {
    const branches = [...input.branches, layout.root];
    constrainOutput(
      format,
      { circuit: circuits.selene, challenges, input, points: inputs[i]! },
      branches[0]!,
    );
    if (branches.length > 2) draw(Helios);
    if (branches.length > 1) draw(Selene);
    for (const [layer, blind] of input.blinds.entries()) {
      const { curve } = layerOf(layer);
      const { curve: above } = layerOf(layer + 1);
      const commitment = input.branches[layer]![0]!.vector as number;
      const known = commitments[curve === Selene ? 'selene' : 'helios'][commitment]!;
      const blinded = known.add(towerHashInit(curve)).toAffine();
      const circuit = circuitOf(above);
      const row = circuit.multiply(
        () => hashOf(i, layer).x,
        () => hashOf(i, layer).y,
      );
      const hash = { x: row.left, y: row.right };
      const { line, weights } = lines.get(curve)!;
      mustHaveDigits(circuit, blind, line, weights);
      mustBeOnCurve(circuit, shapeOf(curve), hash);
      mustBeSum(circuit, blinded, blind.point, hash);
      mustBeMember(circuit, only(hash.x), branches[layer + 1]!.map(only));
    }
  }
}

/** The input is the blinded output, and the output is one of the leaves. */
const constrainOutput = (
  format: MembershipFormat,
  {
    circuit,
    challenges,
    input: { O, I, C, o, iU, iV, r, c },
    points,
  }: {
    readonly circuit: Circuit;
    readonly challenges: Challenges;
    readonly input: InputLayout;
    readonly points: InputPoints;
  },
  leaves: readonly Variable[],
): void => {
  const { T, U, V, G } = edwardsTables(format);
  const { line, weights } = challengeLine(challenges, ED25519, [T, U, V, G]);
  const [ofT, ofU, ofV, ofG] = weights as readonly [DigitWeights, DigitWeights, DigitWeights, DigitWeights];
  mustBeOnCurve(circuit, ED25519, O);
  mustHaveDigits(circuit, o, line, ofT);
  mustBeSum(circuit, points.O, o.point, O);
  mustBeOnCurve(circuit, ED25519, I);
  mustHaveDigits(circuit, iU, line, ofU);
  mustBeSum(circuit, points.I, iU.point, I);
  mustHaveDigits(circuit, iV, line, ofV);
  mustHaveDigits(circuit, r, line, ofT);
  mustBeSum(circuit, points.R, iV.point, r.point);
  mustBeOnCurve(circuit, ED25519, C);
  mustHaveDigits(circuit, c, line, ofG);
  mustBeSum(circuit, points.C, c.point, C);
  const tuples = Array.from({ length: leaves.length / LEAF_SCALARS }, (_, leaf) =>
    leaves.slice(LEAF_SCALARS * leaf, LEAF_SCALARS * (leaf + 1)),
  );
  mustBeMemberTuple(circuit, challenges, [O.x, O.y, I.x, I.y, C.x, C.y], tuples);
};
