/**
 * Blinds with what the circuit needs of them: digits, multiple and divisor. They depend on no input and no tree, so that a
 * wallet can prepare them before they are needed. In variable time.
 */
import type { Point } from '../../base/brands.ts';
import { EdwardsPoint } from '../../kernel/ref/point.ts';
import { Helios, Selene, type TowerCurve } from '../../kernel/ref/tower-cycle.ts';
import { maskGenerator } from '../../kernel/ref/tower-generators.ts';
import { doublings, type AffineCurve, type AffinePoint } from './affine.ts';
import { digitsOf } from './digits.ts';
import { divisorOf, type Divisor } from './divisor.ts';
import { ED25519, FORMAT, HELIOS, SELENE, type MembershipFormat } from './format.ts';

export interface PreparedBlind {
  readonly scalar: bigint;
  readonly digits: readonly number[];
  /** The scalar times its generator. */
  readonly point: AffinePoint;
  readonly divisor: Divisor;
}

/**
 * The output is the input plus these multiples: O = O~ + o·T, I = I~ + i·U, C = C~ + c·G, and r·T = R + i·V.
 */
export interface PreparedOutput {
  readonly o: PreparedBlind;
  readonly iU: PreparedBlind;
  readonly iV: PreparedBlind;
  readonly r: PreparedBlind;
  readonly c: PreparedBlind;
}

export interface OutputScalars {
  readonly o: bigint;
  readonly i: bigint;
  readonly r: bigint;
  readonly c: bigint;
}

export function prepareOutput(format: MembershipFormat, { o, i, r, c }: OutputScalars): PreparedOutput {
  const prepared = (scalar: bigint, base: BlindTask['base']): PreparedBlind =>
    prepareBlind({ scalar, base }, format);
  return {
    o: prepared(o, 'T'),
    iU: prepared(i, 'U'),
    iV: prepared(i, 'V'),
    r: prepared(r, 'T'),
    c: prepared(c, 'G'),
  };
}

/** Prepares the blind of the hash of a layer on `curve`. */
export function prepareBranch(format: MembershipFormat, curve: TowerCurve, scalar: bigint): PreparedBlind {
  return prepareBlind({ scalar, base: curve === Helios ? 'helios' : 'selene' }, format);
}

/** A scalar, and its generator: one for outputs, or that of masks of a curve. */
export interface BlindTask {
  readonly scalar: bigint;
  readonly base: 'T' | 'U' | 'V' | 'G' | 'helios' | 'selene';
}

export function prepareBlind({ scalar, base }: BlindTask, format: MembershipFormat = FORMAT): PreparedBlind {
  if (base !== 'helios' && base !== 'selene')
    return prepare(ED25519, EdwardsPoint.Fn.ORDER, scalar, edwardsTables(format)[base]);
  const curve = base === 'helios' ? Helios : Selene;
  return prepare(shapeOf(curve), curve.Fn.ORDER, scalar, maskTable(format, curve));
}

const prepare = (
  curve: AffineCurve,
  order: bigint,
  scalar: bigint,
  table: readonly AffinePoint[],
): PreparedBlind => {
  const digits = digitsOf(scalar, order, table.length);
  const points = digits.flatMap((digit, i) => Array.from({ length: digit }, () => table[i]!));
  const { divisor, sum } = divisorOf(curve, points);
  return { scalar, digits, point: sum!, divisor };
};

export function shapeOf(curve: TowerCurve): AffineCurve {
  return curve === Helios ? HELIOS : SELENE;
}

type Table = readonly AffinePoint[];

/** Doublings of the generators of blinds of outputs. */
export function edwardsTables(format: MembershipFormat): Readonly<Record<'T' | 'U' | 'V' | 'G', Table>> {
  let tables = known.get(format);
  if (tables === undefined) {
    const { T, U, V, G } = format.generators;
    const table = (point: Point): Table =>
      doublings(ED25519, format.coordinates(point), format.digits.ed25519);
    known.set(format, (tables = { T: table(T), U: table(U), V: table(V), G: table(G) }));
  }
  return tables;
}
const known = new Map<MembershipFormat, Readonly<Record<'T' | 'U' | 'V' | 'G', Table>>>();

/** Doublings of the generator of masks of a curve. */
export function maskTable({ digits }: MembershipFormat, curve: TowerCurve): Table {
  let table = masks.get(curve);
  if (table === undefined) {
    const { x, y } = maskGenerator(curve).toAffine();
    masks.set(curve, (table = doublings(shapeOf(curve), { x, y }, digits.tower)));
  }
  return table;
}
const masks = new Map<TowerCurve, Table>([]);
