/**
 * Verifies a membership proof, and knows its length.
 * Upstream: `Fcmp::verify` and `proof_size` in crypto/fcmps/src/lib.rs of kayabaNerve/monero-oxide, branch fcmp++ at
 * dc1b3dbe4.
 */
import { isFault } from '../../base/fault.ts';
import {
  Helios,
  readTowerPoint,
  readTowerScalar,
  Selene,
  type TowerCurve,
  type TowerPoint,
} from '../../kernel/ref/tower-cycle.ts';
import { towerHashInit } from '../../kernel/ref/tower-hash.ts';
import type { TowerSums } from '../../kernel/tower-sums.ts';
import type { RandomBytes } from '../ring/scalar.ts';
import { placesOf } from './arithmetic.ts';
import { verifyArithmetic } from './arithmetic-verify.ts';
import { startCircuit } from './circuit.ts';
import { randomElement } from './elements.ts';
import { FORMAT, rowsOf, type MembershipFormat, type ProofShape } from './format.ts';
import { layoutOf } from './layout.ts';
import { constrain, contextOf, pointsOf, rootCurve, type MembershipStatement } from './statement.ts';
import { proofReader } from './transcript.ts';
import { verifierSum } from './verifier-sum.ts';

/** The nonce and the opening for the root, after all else. */
const ROOT_BYTES = 64;

export function membershipLength(shape: ProofShape, format: MembershipFormat = FORMAT): number {
  const { selene, helios } = rowsOf(format, shape);
  const layout = layoutOf(format, shape);
  // Three commitments, three scalars and two at the end; two points for each halving.
  const elements = (rows: number, vectors: number): number =>
    8 + 2 * Math.log2(rows) + vectors + placesOf(vectors).length - 1;
  return 32 * (elements(selene, layout.selene) + elements(helios, layout.helios)) + ROOT_BYTES;
}

/** False also for bytes that are no proof, and for inputs that are no points. */
export function verifyMembership(
  statement: MembershipStatement,
  proof: Uint8Array,
  { sums, random }: { readonly sums: TowerSums; readonly random: RandomBytes },
  format: MembershipFormat = FORMAT,
): boolean {
  const shape = { inputs: statement.inputs.length, layers: statement.layers };
  if (shape.inputs < 1 || shape.layers < 1 || proof.length !== membershipLength(shape, format)) return false;
  try {
    const checks = checksOf(statement, proof, random, format);
    return checks.selene.isZero(sums) && checks.helios.isZero(sums);
  } catch (error) {
    if (isFault(error, 'bad_point') || isFault(error, 'bad_scalar')) return false;
    throw error;
  }
}

const checksOf = (
  statement: MembershipStatement,
  proof: Uint8Array,
  random: RandomBytes,
  format: MembershipFormat,
): Readonly<Record<'selene' | 'helios', ReturnType<typeof verifierSum>>> => {
  const shape = { inputs: statement.inputs.length, layers: statement.layers };
  const rows = rowsOf(format, shape);
  const layout = layoutOf(format, shape);
  const inputs = statement.inputs.map((input) => pointsOf(format, input));
  const end = proof.length - ROOT_BYTES;
  const nonceBytes = proof.subarray(end, end + 32);
  const transcript = proofReader(contextOf(statement, inputs, nonceBytes), proof.subarray(0, end));
  const read = (of: TowerCurve, count: number): readonly TowerPoint[] => {
    const vectors = transcript.points(of, count);
    // No commitments to single values.
    transcript.points(of, 0);
    return vectors;
  };
  const commitments = { selene: read(Selene, layout.selene), helios: read(Helios, layout.helios) };
  const checks = { selene: verifierSum(Selene), helios: verifierSum(Helios) };

  // The commitment to the children of the root is the root, but for a mask that the prover knows.
  const curve = rootCurve(statement);
  const name = curve === Selene ? 'selene' : 'helios';
  const weight = randomElement(curve.Fn, random);
  const committed = commitments[name][layout.root[0]!.vector as number]!;
  const difference = committed.add(towerHashInit(curve)).subtract(statement.root);
  checks[name].point(readTowerPoint(curve, nonceBytes), weight);
  checks[name].point(difference, weight * transcript.element(curve.Fn));
  checks[name].mask(-weight * readTowerScalar(curve, proof.subarray(end + 32)));

  const circuits = { selene: startCircuit(Selene.Fn), helios: startCircuit(Helios.Fn) };
  constrain(format, { layout, inputs, commitments, circuits, challenges: transcript }, () => {
    throw new Error('a verifier knows no hash');
  });
  for (const [of, each] of [
    [Selene, 'selene'],
    [Helios, 'helios'],
  ] as const) {
    const { constraints } = circuits[each];
    const vectors = commitments[each];
    verifyArithmetic(
      { curve: of, rows: rows[each], constraints, vectors, singles: [] },
      transcript,
      checks[each],
      random,
    );
  }
  return checks;
};
