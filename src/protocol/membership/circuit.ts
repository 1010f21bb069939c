/** Builds an arithmetic circuit: rows of products and constraints. With values of a prover it also computes the rows. */
import type { TowerField } from './elements.ts';
import { add, linear, minus, only, type Linear, type Variable } from './linear.ts';

/** A factor that no constraint binds here; only the prover computes it. */
export type Hint = () => bigint;

export interface CircuitRow {
  readonly left: Variable;
  readonly right: Variable;
  readonly product: Variable;
}

export interface Circuit {
  readonly field: TowerField;
  readonly constraints: readonly Linear[];
  /** Values of the rows so far; without a prover both are empty. */
  readonly left: readonly bigint[];
  readonly right: readonly bigint[];
  rows(): number;
  /** A new row. */
  multiply(a: Linear | Hint, b: Linear | Hint): CircuitRow;
  mustBeZero(sum: Linear): void;
  mustBeEqual(a: Linear, b: Linear): void;
  /** Constrains a sum to have an inverse, which is returned. */
  invert(sum: Linear): Variable;
  /** For the prover: the value of a sum. */
  valueOf(sum: Linear): bigint;
}

/** `vectors`: the values of the vector commitments; undefined for a verifier. */
export function startCircuit(field: TowerField, vectors?: readonly (readonly bigint[])[]): Circuit {
  const constraints: Linear[] = [];
  const [left, right]: [bigint[], bigint[]] = [[], []];
  let rows = 0;
  const variableValue = ({ vector, at }: Variable): bigint => {
    const values = typeof vector === 'number' ? vectors?.[vector] : undefined;
    if (values) return values[at] ?? 0n;
    if (vector === 'left') return left[at]!;
    if (vector === 'right') return right[at]!;
    if (vector === 'product') return left[at]! * right[at]!;
    throw new Error('this variable has no value');
  };
  const valueOf = ({ terms, constant }: Linear): bigint =>
    field.create(
      terms.reduce((sum, { weight, variable }) => sum + weight * variableValue(variable), constant),
    );
  const mustBeZero = (sum: Linear): void => void constraints.push(sum);
  const multiply = (a: Linear | Hint, b: Linear | Hint): CircuitRow => {
    const at = rows++;
    const row = {
      left: { vector: 'left', at },
      right: { vector: 'right', at },
      product: { vector: 'product', at },
    } as const;
    if (vectors) {
      const valueIn = (factor: Linear | Hint): bigint =>
        typeof factor === 'function' ? factor() : valueOf(factor);
      const values = [valueIn(a), valueIn(b)] as const;
      left.push(values[0]);
      right.push(values[1]);
    }
    if (typeof a !== 'function') mustBeZero(minus(a, only(row.left)));
    if (typeof b !== 'function') mustBeZero(minus(b, only(row.right)));
    return row;
  };
  return {
    field,
    constraints,
    left,
    right,
    valueOf,
    mustBeZero,
    multiply,
    rows: () => rows,
    mustBeEqual: (a, b) => mustBeZero(minus(a, b)),
    invert: (sum) => {
      const row = multiply(sum, () => field.inv(valueOf(sum)));
      mustBeZero(add(only(row.product), linear([], -1n)));
      return row.right;
    },
  };
}
