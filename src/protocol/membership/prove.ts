/**
 * Makes a membership proof: each input blinds an output of the tree. Sums of points take secret
 * scalars in constant time; scalars themselves are bigint, which is not.
 * Upstream: `Fcmp::prove` in crypto/fcmps/src/lib.rs of kayabaNerve/monero-oxide, branch fcmp++ at dc1b3dbe4.
 */
import { concat } from '../../base/bytes.ts';
import { Helios, Selene, writeTowerPoint, writeTowerScalar } from '../../kernel/ref/tower-cycle.ts';
import type { TowerCurve, TowerPoint } from '../../kernel/ref/tower-cycle.ts';
import { towerHashInit } from '../../kernel/ref/tower-hash.ts';
import type { BlindedInput } from '../fcmp/input.ts';
import type { LeafScalars } from '../fcmp/output.ts';
import { proveArithmetic, type ProverTools } from './arithmetic-prove.ts';
import { startCircuit } from './circuit.ts';
import type { PointClaim } from './discrete-log.ts';
import { randomElement } from './elements.ts';
import { FORMAT, layerOf, rowsOf, type MembershipFormat } from './format.ts';
import type { PointVariables } from './gadgets.ts';
import { layoutOf, type CommitmentLayout } from './layout.ts';
import type { Variable } from './linear.ts';
import type { AffinePoint } from './affine.ts';
import type { PreparedBlind, PreparedOutput } from './blinds.ts';
import { constrain, contextOf, pointsOf, rootCurve, type Circuits } from './statement.ts';
import { proofWriter } from './transcript.ts';

export interface InputWitness {
  readonly input: BlindedInput;
  /** x and y of O, I and C of the output. */
  readonly output: LeafScalars;
  readonly blinds: PreparedOutput;
  /** By layer, without the root's: children, and the blind of their hash. */
  readonly branches: readonly { readonly children: readonly bigint[]; readonly blind: PreparedBlind }[];
}

export interface MembershipWitness {
  readonly inputs: readonly InputWitness[];
  /** Children of the root. */
  readonly root: readonly bigint[];
}

/** Throws Error (a bug) for a witness that does not fit together. */
export async function proveMembership(
  { inputs, root: rootChildren }: MembershipWitness,
  tools: ProverTools,
  format: MembershipFormat = FORMAT,
): Promise<Uint8Array> {
  const layers = inputs[0]!.branches.length + 1;
  const shape = { inputs: inputs.length, layers };
  const layout = layoutOf(format, shape);
  const curve = rootCurve(shape);
  const values = valuesOf(layout, inputs, rootChildren);
  const masks = masksOf(layout, inputs, tools);
  const nonce = randomElement(curve.Fn, tools.random);
  const commit = (of: TowerCurve): Promise<readonly TowerPoint[]> =>
    tools.sums(
      of,
      values[nameOf(of)].map((left, i) => ({ secret: true, left, mask: masks[nameOf(of)][i]! })),
    );
  const [selene, helios, [noncePoint, children], hashes] = await Promise.all([
    commit(Selene),
    commit(Helios),
    tools.sums(curve, [{ secret: true, mask: nonce }, { left: rootChildren }]),
    hashesOf(inputs, tools),
  ]);
  const commitments = { selene, helios };
  const nonceBytes = writeTowerPoint(noncePoint!);
  const root = towerHashInit(curve).add(children!);
  const points = inputs.map(({ input }) => pointsOf(format, input));
  const transcript = proofWriter(contextOf({ inputs: [], root, layers }, points, nonceBytes));
  for (const vectors of [commitments.selene, commitments.helios]) {
    transcript.points(vectors);
    // No commitments to single values.
    transcript.points([]);
  }
  const rootMask = masks[nameOf(curve)][layout.root[0]!.vector as number]!;
  const opening = curve.Fn.create(nonce + transcript.element(curve.Fn) * rootMask);

  const circuits: Circuits = {
    selene: startCircuit(Selene.Fn, values.selene),
    helios: startCircuit(Helios.Fn, values.helios),
  };
  constrain(
    format,
    { layout, inputs: points, commitments, circuits, challenges: transcript },
    (i, layer) => hashes[i]![layer]!,
  );
  for (const of of [Selene, Helios]) {
    const name = nameOf(of);
    const { constraints, left, right } = circuits[name];
    await proveArithmetic(
      { curve: of, rows: rowsOf(format, shape)[name], constraints, vectors: commitments[name], singles: [] },
      // Without rows upstream proves one of zeros.
      {
        left: left.length > 0 ? left : [0n],
        right: right.length > 0 ? right : [0n],
        vectors: values[name].map((each, i) => ({ values: each, mask: masks[name][i]! })),
        singles: [],
      },
      transcript,
      tools,
    );
  }
  return concat(transcript.written(), nonceBytes, writeTowerScalar(opening));
}

/** The hashes on the path of each input, by layer, without the root. */
const hashesOf = (
  inputs: readonly InputWitness[],
  { sums }: ProverTools,
): Promise<readonly (readonly AffinePoint[])[]> =>
  Promise.all(
    inputs.map(({ branches }) =>
      Promise.all(
        branches.map(async ({ children }, layer) => {
          const { curve } = layerOf(layer);
          const [sum] = await sums(curve, [{ secret: true, left: children }]);
          return towerHashInit(curve).add(sum!).toAffine();
        }),
      ),
    ),
  );

const nameOf = (curve: TowerCurve): 'selene' | 'helios' => (curve === Selene ? 'selene' : 'helios');

/** Values of all vector commitments. */
const valuesOf = (
  layout: CommitmentLayout,
  inputs: readonly InputWitness[],
  root: readonly bigint[],
): Readonly<Record<'selene' | 'helios', bigint[][]>> => {
  const empty = (length: number): bigint[][] => Array.from({ length }, () => []);
  const values = { selene: empty(layout.selene), helios: empty(layout.helios) };
  const put = (curve: TowerCurve, { vector, at }: Variable, value: bigint): void => {
    const vectorValues = values[nameOf(curve)][vector as number]!;
    while (vectorValues.length <= at) vectorValues.push(0n);
    vectorValues[at] = value;
  };
  const putAll = (curve: TowerCurve, places: readonly Variable[], list: readonly bigint[]): void => {
    for (const [i, value] of list.entries()) put(curve, places[i]!, value);
  };
  const putPoint = (curve: TowerCurve, places: PointVariables, { x, y }: AffinePoint): void =>
    putAll(curve, [places.x, places.y], [x, y]);
  const putBlind = (
    curve: TowerCurve,
    { point, digits, divisor }: PointClaim,
    blind: PreparedBlind,
  ): void => {
    putPoint(curve, point, blind.point);
    putAll(curve, digits, blind.digits.map(BigInt));
    putAll(curve, divisor.b, blind.divisor.b);
    put(curve, divisor.constant, blind.divisor.a[0]!);
    putAll(curve, divisor.a, blind.divisor.a.slice(2));
  };
  const last = inputs[0]!.branches.length;
  putAll(layerOf(last).curve, layout.root, root);
  for (const [i, { output, blinds, branches }] of inputs.entries()) {
    const places = layout.inputs[i]!;
    putAll(Selene, [places.O.x, places.O.y, places.I.x, places.I.y, places.C.x, places.C.y], output);
    for (const name of ['o', 'iU', 'iV', 'r', 'c'] as const) putBlind(Selene, places[name], blinds[name]);
    for (const [layer, { children, blind }] of branches.entries()) {
      putAll(layerOf(layer).curve, places.branches[layer]!, children);
      putBlind(layerOf(layer + 1).curve, places.blinds[layer]!, blind);
    }
  }
  return values;
};

/** Masks of all vector commitments: minus the blinds of hashes, then random. */
const masksOf = (
  layout: CommitmentLayout,
  inputs: readonly InputWitness[],
  { random }: ProverTools,
): Readonly<Record<'selene' | 'helios', bigint[]>> => {
  const masks = (curve: TowerCurve): bigint[] => {
    const { Fn } = curve;
    const blinds = inputs.flatMap(({ branches }) =>
      branches.filter((_, layer) => layerOf(layer).curve === curve).map(({ blind }) => Fn.neg(blind.scalar)),
    );
    const more = layout[nameOf(curve)] - blinds.length;
    return [...blinds, ...Array.from({ length: more }, () => randomElement(Fn, random))];
  };
  return { selene: masks(Selene), helios: masks(Helios) };
};
