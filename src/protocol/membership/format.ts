/**
 * The format of a membership proof, and all that upstream may still change about it. `2025-09` is that of
 * kayabaNerve/monero-oxide, branch fcmp++ at dc1b3dbe4 (crypto/fcmps/src/lib.rs and tape.rs). It is not final: the proof of
 * 2026 is longer.
 */
import type { Point } from '../../base/brands.ts';
import { fromHex } from '../../base/hex.ts';
import { Helios, Selene, type TowerCurve } from '../../kernel/ref/tower-cycle.ts';
import { toWeierstrass } from '../../kernel/ref/wei25519.ts';
import { T } from '../carrot/constants.ts';
import { U, V } from '../fcmp/generators.ts';
import { isSelene, widthOf, WIDTHS } from '../fcmp/tree-shape.ts';
import type { AffineCurve, AffinePoint } from './affine.ts';

export const LEAF_SCALARS = 6;

export interface MembershipFormat {
  readonly name: '2025-09';
  /** Rows of the circuit of each curve: of an input, of each layer above it, and at least. */
  readonly rows: {
    readonly selene: { readonly input: number; readonly layer: number; readonly least: number };
    readonly helios: { readonly layer: number; readonly least: number };
  };
  /** Values are committed to in pieces of this length. */
  readonly word: number;
  /** Digits of scalars of Ed25519, and of Helios and Selene. */
  readonly digits: { readonly ed25519: number; readonly tower: number };
  /** Generators of blinds; G is that of Ed25519. */
  readonly generators: { readonly T: Point; readonly U: Point; readonly V: Point; readonly G: Point };
  /** Coordinates of points of Ed25519 in leaves and inputs. */
  readonly coordinates: (point: Point) => AffinePoint;
}

export const FORMAT: MembershipFormat = {
  name: '2025-09',
  rows: { selene: { input: 97, layer: 52, least: 256 }, helios: { layer: 32, least: 128 } },
  word: 128,
  digits: { ed25519: 253, tower: 255 },
  generators: { T, U, V, G: fromHex('5866666666666666666666666666666666666666666666666666666666666666') },
  coordinates: toWeierstrass,
};

/** The number of inputs and of layers of the tree, from the hash of leaves to the root. */
export interface ProofShape {
  readonly inputs: number;
  readonly layers: number;
}

/** Rows of both circuits, each a power of two. */
export function rowsOf(
  { rows: { selene, helios } }: MembershipFormat,
  { inputs, layers }: ProofShape,
): { readonly selene: number; readonly helios: number } {
  const ofSelene = inputs * (selene.input + Math.floor((layers - 1) / 2) * selene.layer);
  const ofHelios = inputs * Math.floor(layers / 2) * helios.layer;
  return {
    selene: Math.max(selene.least, powerOfTwo(ofSelene)),
    helios: Math.max(helios.least, powerOfTwo(ofHelios)),
  };
}

const powerOfTwo = (least: number): number => {
  let power = 1;
  while (power < least) power *= 2;
  return power;
};

/** The curve whose circuit proves layer `layer`, from 0 above the leaves, and how many scalars a hash there has. */
export function layerOf(layer: number): { readonly curve: TowerCurve; readonly length: number } {
  const width = widthOf(layer, WIDTHS);
  return { curve: isSelene(layer) ? Selene : Helios, length: layer === 0 ? LEAF_SCALARS * width : width };
}

/** Curves whose points the circuits prove sums of: the field of coordinates is that of the circuit. */
export const ED25519: AffineCurve = {
  field: Selene.Fn,
  a: 0x2aaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaa984914a144n,
  b: 0x7b425ed097b425ed097b425ed097b425ed097b425ed097b4260b5e9c7710c864n,
};
export const HELIOS: AffineCurve = { field: Selene.Fn, a: Helios.CURVE().a, b: Helios.CURVE().b };
export const SELENE: AffineCurve = { field: Helios.Fn, a: Selene.CURVE().a, b: Selene.CURVE().b };
