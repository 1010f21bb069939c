/**
 * Places of values in the vector commitments of a proof: first the hashed children of each layer, then claims about
 * the blinds, whose spare places carry the coordinates of other points. Prover and verifier use the same layout.
 * Upstream: crypto/fcmps/src/tape.rs of kayabaNerve/monero-oxide, branch fcmp++ at dc1b3dbe4.
 */
import { Selene } from '../../kernel/ref/tower-cycle.ts';
import type { PointClaim, DivisorVariables } from './discrete-log.ts';
import { layerOf, rowsOf, type MembershipFormat, type ProofShape } from './format.ts';
import type { PointVariables } from './gadgets.ts';
import type { Variable } from './linear.ts';

export interface InputLayout {
  /** By layer, without the root's: the children. */
  readonly branches: readonly (readonly Variable[])[];
  /** By layer, without the root's: the blind of the hash, which the circuit of the other curve opens. */
  readonly blinds: readonly PointClaim[];
  readonly O: PointVariables;
  readonly I: PointVariables;
  readonly C: PointVariables;
  readonly o: PointClaim;
  /** One list of digits times U and times V. */
  readonly iU: PointClaim;
  readonly iV: PointClaim;
  readonly r: PointClaim;
  readonly c: PointClaim;
}

export interface CommitmentLayout {
  readonly inputs: readonly InputLayout[];
  /** Children of the root, which all inputs share. */
  readonly root: readonly Variable[];
  /** How many vector commitments there are. */
  readonly selene: number;
  readonly helios: number;
}

export function layoutOf(format: MembershipFormat, shape: ProofShape): CommitmentLayout {
  const rows = rowsOf(format, shape);
  const selene = startTape(format.word, rows.selene);
  const helios = startTape(format.word, rows.helios);
  const branch = (layer: number): readonly Variable[] => {
    const { curve, length } = layerOf(layer);
    return (curve === Selene ? selene : helios).branch(length);
  };
  const each = <T>(count: number, make: (i: number) => T): T[] =>
    Array.from({ length: count }, (_, i) => make(i));
  const below = shape.layers - 1;
  const branches = each(shape.inputs, () => each(below, branch));
  const root = branch(below);
  const { digits } = format;
  const openings = each(shape.inputs, () => {
    const o = selene.claim(digits.ed25519);
    const iU = selene.claim(digits.ed25519);
    const iV = selene.divisor(digits.ed25519).divisor;
    const r = selene.claim(digits.ed25519);
    const c = selene.claim(digits.ed25519);
    return {
      O: o.spare,
      I: iU.spare,
      C: c.spare,
      o: o.claim,
      iU: iU.claim,
      r: r.claim,
      c: c.claim,
      iV: { point: r.spare, digits: iU.claim.digits, divisor: iV },
    };
  });
  const opened = (curve: typeof Selene): PointClaim[][] => {
    const tape = curve === Selene ? helios : selene;
    return each(shape.inputs, () =>
      each(below, (layer) => layer)
        .filter((layer) => layerOf(layer).curve === curve)
        .map(() => tape.claim(digits.tower).claim),
    );
  };
  const [ofSelene, ofHelios] = [opened(layerOf(0).curve), opened(layerOf(1).curve)];
  return {
    inputs: openings.map((opening, i) => ({
      ...opening,
      branches: branches[i]!,
      blinds: each(below, (layer) => (layer % 2 === 0 ? ofSelene : ofHelios)[i]![layer >> 1]!),
    })),
    root,
    selene: selene.commitments(),
    helios: helios.commitments(),
  };
}

interface Tape {
  branch(length: number): readonly Variable[];
  /** `spare`: two places that the digits leave, if they do. */
  claim(digits: number): { readonly claim: PointClaim; readonly spare: PointVariables };
  divisor(digits: number): { readonly divisor: DivisorVariables; readonly spare: Variable };
  commitments(): number;
}

const startTape = (word: number, rows: number): Tape => {
  let used = 0;
  const take = (words: number): Variable[] =>
    Array.from({ length: words * word }, () => ({ vector: Math.floor(used / rows), at: used++ % rows }));
  const divisor = (digits: number): ReturnType<Tape['divisor']> => {
    const places = take(2);
    // A divisor has one zero more than there are digits.
    const [ofB, ofA] = [Math.ceil((digits + 1) / 2) - 1, Math.floor((digits + 1) / 2) - 1];
    return {
      divisor: {
        b: places.slice(0, ofB),
        a: places.slice(ofB, ofB + ofA),
        constant: places[ofB + ofA]!,
      },
      spare: places.at(-1)!,
    };
  };
  return {
    divisor,
    branch: (length) => take(rows / word).slice(0, length),
    claim: (digits) => {
      const places = take(2);
      const { divisor: ofClaim, spare: y } = divisor(digits);
      return {
        claim: { point: { x: places.at(-1)!, y }, digits: places.slice(0, digits), divisor: ofClaim },
        spare: { x: places[digits]!, y: places[digits + 1]! },
      };
    },
    commitments: () => Math.ceil(used / rows),
  };
};
