/** Sums of weighted variables of an arithmetic circuit. A constraint is such a sum that must be zero. */
import type { TowerField } from './elements.ts';

/**
 * A place in a vector. CircuitRow i of the circuit multiplies left[i] and right[i] to product[i]; a number names a vector
 * commitment, and `single` are the values of commitments to one value each.
 */
export interface Variable {
  readonly vector: 'left' | 'right' | 'product' | 'single' | number;
  readonly at: number;
}

export interface WeightedVariable {
  readonly weight: bigint;
  readonly variable: Variable;
}

/** The sum of all terms and of the constant. */
export interface Linear {
  readonly terms: readonly WeightedVariable[];
  readonly constant: bigint;
}

export function linear(terms: readonly WeightedVariable[], constant = 0n): Linear {
  return { terms, constant };
}

export function only(variable: Variable): Linear {
  return linear([{ weight: 1n, variable }]);
}

export function add(...parts: readonly Linear[]): Linear {
  return linear(
    parts.flatMap(({ terms }) => terms),
    parts.reduce((sum, { constant }) => sum + constant, 0n),
  );
}

export function scale(field: TowerField, { terms, constant }: Linear, factor: bigint): Linear {
  return linear(
    terms.map(({ weight, variable }) => ({ weight: field.mul(weight, factor), variable })),
    field.mul(field.create(constant), factor),
  );
}

/** a - b. */
export function minus(a: Linear, b: Linear): Linear {
  return linear(
    [...a.terms, ...b.terms.map(({ weight, variable }) => ({ weight: -weight, variable }))],
    a.constant - b.constant,
  );
}

/** Weights of each variable in the sum of all constraints; `vectors` by commitment. */
export interface Weights {
  readonly left: bigint[];
  readonly right: bigint[];
  readonly product: bigint[];
  readonly single: bigint[];
  readonly vectors: readonly bigint[][];
  readonly constant: bigint;
}

/** Adds up the constraints: constraint k counts z^(k+1) times. */
export function combine(
  field: TowerField,
  constraints: readonly Linear[],
  z: bigint,
  { rows, vectors, singles }: { readonly rows: number; readonly vectors: number; readonly singles: number },
): Weights {
  const zeros = (length: number): bigint[] => Array.from({ length }, () => 0n);
  const rowed = { left: zeros(rows), right: zeros(rows), product: zeros(rows), single: zeros(singles) };
  const committed = Array.from({ length: vectors }, () => zeros(rows));
  let [power, constant] = [z, 0n];
  for (const constraint of constraints) {
    for (const { weight, variable } of constraint.terms) {
      const sums = typeof variable.vector === 'number' ? committed[variable.vector] : rowed[variable.vector];
      if (sums?.[variable.at] === undefined) throw new Error('a constraint has a variable that is nowhere');
      sums[variable.at]! += weight * power;
    }
    constant += constraint.constant * power;
    power = field.mul(power, z);
  }
  const reduced = (sums: readonly bigint[]): bigint[] => sums.map((sum) => field.create(sum));
  return {
    left: reduced(rowed.left),
    right: reduced(rowed.right),
    product: reduced(rowed.product),
    single: reduced(rowed.single),
    vectors: committed.map(reduced),
    constant: field.create(constant),
  };
}
