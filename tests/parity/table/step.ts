/** One call to both sides. The coverage table (rpc-coverage.md) counts the steps. */
import type { MethodName } from '../../../src/rpc/contract.ts';

export type Params = Readonly<Record<string, unknown>>;
export interface Step {
  readonly method: MethodName;
  readonly params: Params;
  /** How the answers differ, and why. */
  readonly differs?: { readonly why: string; readonly in: 'message' | 'kind' | 'all' };
}

export function step(method: MethodName, params: Params = {}, differs?: Step['differs']): Step {
  return {
    method,
    params,
    ...(differs && { differs }),
  };
}
export function says(why: string): Step['differs'] {
  return { why, in: 'message' };
}

/** A step with a node, for wallets of one seed: it names its outcome, which the test checks. */
export interface ChainStep extends Step {
  readonly comes: 'answered' | 'refused';
  /** Stores the answers under this name for later steps. */
  readonly as?: string;
  /** The answer is partly random: only these fields are compared by value, the others by name. */
  readonly only?: readonly string[];
  /** A call to the node between the two calls, so that both find it in the same state. */
  readonly between?: '/start_mining' | '/stop_mining';
  /** Some versions of the reference lack the method; then nothing is compared. */
  readonly lacks?: 'not yet' | 'no longer';
}
/** A change of the chain or of another wallet between two steps. */
export interface Happening {
  readonly happens: string;
}
type More = Omit<ChainStep, 'method' | 'params' | 'comes'>;

export function answered(method: MethodName, params: Params = {}, more: More = {}): ChainStep {
  return {
    ...{ method, params, comes: 'answered' },
    ...more,
  };
}
export function refused(method: MethodName, params: Params = {}, more: More = {}): ChainStep {
  return {
    ...{ method, params, comes: 'refused' },
    ...more,
  };
}

/** A path in the stored answers, `name.field.0.field`: in each side's own answer, or for both in ours. */
export interface Ref {
  readonly of: 'own' | 'ours';
  readonly ours: string;
  readonly theirs: string;
}
export function own(ours: string, theirs = ours): Ref {
  return { of: 'own', ours, theirs };
}
export function ofOurs(path: string): Ref {
  return { of: 'ours', ours: path, theirs: path };
}
export function isRef(value: unknown): value is Ref {
  return typeof value === 'object' && value !== null && 'of' in value && 'ours' in value && 'theirs' in value;
}
