/**
 * A blinded input: the output that is spent, under blinds that only its owner knows. The membership proof shows that it
 * blinds a leaf of the tree, and the spend proof (`sal.ts`) that its maker may spend that leaf.
 * Upstream: `RerandomizedOutput` in monero-oxide/ringct/fcmp++/src/sal/mod.rs of monero-oxide/monero-oxide at ef348fff7.
 */
import type { Point, Scalar } from '../../base/brands.ts';
import { equalBytes } from '../../base/bytes.ts';
import { Secret } from '../../base/secret.ts';
import { kernel } from '../../kernel/kernel.ts';
import { T } from '../carrot/constants.ts';
import { randomScalar, type RandomBytes } from '../ring/scalar.ts';
import { U, V } from './generators.ts';
import type { OutputTuple } from './output.ts';

/** The public form of an input in the transaction; upstream writes O~, I~, R and C~. */
export interface BlindedInput {
  /** O + o·T. */
  readonly O: Point;
  /** I + i·U. */
  readonly I: Point;
  /** i·V + r·T: a commitment to i. */
  readonly R: Point;
  /** C + c·G: the pseudo output. */
  readonly C: Point;
}

/** Scalars that connect the input with its output; who knows them knows which output is spent. */
export interface Blinds {
  readonly o: Scalar & Secret;
  readonly i: Scalar & Secret;
  readonly r: Scalar & Secret;
  readonly c: Scalar & Secret;
}

/** Blinds that depend on nothing. */
export type FreeBlinds = Omit<Blinds, 'c'>;

export function drawBlinds(random: RandomBytes): FreeBlinds {
  const secret = (): Scalar & Secret => Secret.over(randomScalar(random));
  return { o: secret(), i: secret(), r: secret() };
}

/** `c` is the mask of the pseudo output less that of the commitment, since the masks of a transaction must balance. */
export function blindOutput(
  { O, I, C }: OutputTuple,
  c: Scalar,
  free: FreeBlinds,
): { readonly input: BlindedInput; readonly blinds: Blinds } {
  const blinds = { ...free, c: Secret.over(c.slice()) };
  return {
    input: {
      O: kernel.pointAdd(O, kernel.mul(blinds.o, T)),
      I: kernel.pointAdd(I, kernel.mul(blinds.i, U)),
      R: kernel.pointAdd(kernel.mul(blinds.i, V), kernel.mul(blinds.r, T)),
      C: kernel.pointAdd(C, kernel.mulBase(blinds.c)),
    },
    blinds,
  };
}

/** The witness of the spend proof: O~ = x·G + y·T and R = i·V + r·T. */
export interface InputOpening {
  readonly x: Scalar;
  /** Second secret of the output's key, and the blind o. */
  readonly y: Scalar & Secret;
  readonly i: Scalar;
  readonly r: Scalar;
}

/** `x` and `y` open the output's key, as in src/protocol/carrot/opening.ts. Throws Error (a bug) for other secrets. */
export function openInput(
  input: BlindedInput,
  { o, i, r }: FreeBlinds,
  { x, y }: { readonly x: Scalar; readonly y: Scalar },
): InputOpening {
  const whole = Secret.over(kernel.scalarAdd(y, o));
  if (!equalBytes(kernel.pointAdd(kernel.mulBase(x), kernel.mul(whole, T)), input.O)) {
    whole.wipe();
    throw new Error('these secrets do not open the input');
  }
  return { x, y: whole, i, r };
}
