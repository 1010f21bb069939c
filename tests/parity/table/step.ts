/** One call that both are asked. Which steps there are makes the coverage table (docs/rpc-coverage.md). */
import type { MethodName } from '../../../src/rpc/contract.ts';

export type Params = Readonly<Record<string, unknown>>;
export interface Step {
  readonly method: MethodName;
  readonly params: Params;
  /** Why the answers differ, and in what. */
  readonly differs?: { readonly why: string; readonly in: 'message' | 'kind' | 'all' };
}

export const step = (method: MethodName, params: Params = {}, differs?: Step['differs']): Step => ({
  method,
  params,
  ...(differs && { differs }),
});
export const says = (why: string): Step['differs'] => ({ why, in: 'message' });
