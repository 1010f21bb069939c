/** One call that both are asked. Which steps there are makes the coverage table (docs/rpc-coverage.md). */
import type { MethodName } from '../../../src/rpc/contract.ts';

export type Params = Readonly<Record<string, unknown>>;
export interface Step {
  readonly method: MethodName;
  readonly params: Params;
  /** Why the answers differ, and in what. */
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

/** A step with a node behind it, on wallets of one seed: it says what it comes to, and the run holds it to that. */
export interface ChainStep extends Step {
  readonly comes: 'answered' | 'refused';
  /** Keeps the answers for later steps under this name. */
  readonly as?: string;
  /** There is chance in the answer: these fields of it are compared, and otherwise which fields there are. */
  readonly only?: readonly string[];
  /** What the node is told between our call and theirs, so that both find it the same. */
  readonly between?: '/start_mining' | '/stop_mining';
  /** Some versions of the reference do not have it; then there is nothing to compare. */
  readonly lacks?: 'not yet' | 'no longer';
}
/** What happens to the chain or to others between two steps. */
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

/** A place in what was kept, `name.field.0.field`: in what each itself was told, or for both in what ours was. */
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
