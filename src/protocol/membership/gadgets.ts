/**
 * Parts of the circuit: a point is on a curve, a sum of points, a member of a list. The curve is one whose coordinates are
 * the elements of the circuit. Order and form of the constraints are the format.
 * Upstream: crypto/fcmps/ec-gadgets/src/lib.rs and crypto/fcmps/src/gadgets of kayabaNerve/monero-oxide, branch fcmp++ at
 * dc1b3dbe4.
 */
import type { AffineCurve, AffinePoint } from './affine.ts';
import type { Circuit } from './circuit.ts';
import { add, linear, minus, only, scale, type Linear, type Variable } from './linear.ts';
import type { Challenges } from './transcript.ts';

export interface PointVariables {
  readonly x: Variable;
  readonly y: Variable;
}

export function mustBeOnCurve(circuit: Circuit, { a, b }: AffineCurve, { x, y }: PointVariables): void {
  const square = circuit.multiply(only(x), only(x));
  const cube = circuit.multiply(only(square.product), only(x));
  const ySquare = circuit.multiply(only(y), only(y));
  const expected = add(only(cube.product), linear([{ weight: a, variable: x }], b));
  circuit.mustBeEqual(only(ySquare.product), expected);
}

/** sum = known + other, for points on the curve, of which the known one is public. They may not have the same x. */
export function mustBeSum(
  circuit: Circuit,
  known: AffinePoint,
  other: PointVariables,
  sum: PointVariables,
): void {
  const { field } = circuit;
  const less = (variable: Variable, value: bigint): Linear => add(only(variable), linear([], -value));
  circuit.invert(less(other.x, known.x));
  const slope = (): bigint =>
    field.mul(circuit.valueOf(less(other.y, known.y)), field.inv(circuit.valueOf(less(other.x, known.x))));
  const rise = circuit.multiply(slope, less(other.x, known.x));
  circuit.mustBeEqual(only(rise.product), less(other.y, known.y));
  const fall = circuit.multiply(only(rise.left), less(sum.x, known.x));
  circuit.mustBeEqual(only(fall.product), linear([{ weight: -1n, variable: sum.y }], -known.y));
  const square = circuit.multiply(only(rise.left), only(rise.left));
  circuit.mustBeEqual(only(square.product), add(only(other.x), only(sum.x), linear([], known.x)));
}

/** The product of all differences is zero. */
export function mustBeMember(circuit: Circuit, member: Linear, list: readonly Linear[]): void {
  const [first, ...rest] = list.map((each) => minus(each, member));
  const product = rest.reduce((all, each) => only(circuit.multiply(all, each).product), first!);
  circuit.mustBeZero(product);
}

/** Random weights make one element of each tuple. */
export function mustBeMemberTuple(
  circuit: Circuit,
  challenges: Challenges,
  member: readonly Variable[],
  list: readonly (readonly Variable[])[],
): void {
  const weights = member.map(() => challenges.element(circuit.field));
  const joined = (tuple: readonly Variable[]): Linear =>
    add(...tuple.map((variable, i) => scale(circuit.field, only(variable), weights[i]!)));
  mustBeMember(circuit, joined(member), list.map(joined));
}
