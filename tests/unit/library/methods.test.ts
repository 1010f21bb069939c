/** The generated types of the library are those of the methods themselves. Most of this test is what the compiler checks. */
import { expect, it } from 'vitest';
import type { WalletMethods, OstroReason } from '../../../src/library/methods.gen.ts';
import type { FaultCode, MethodName, Params, Result } from '../../../src/rpc/contract.ts';
import { faultCodes } from '../../../src/rpc/errors.ts';
import { registry } from '../../../src/rpc/registry.gen.ts';

type Name = keyof WalletMethods;
/** The names for which the first type does not fit the second one. */
type Wrong<A extends Record<Name, unknown>, B extends Record<Name, unknown>> = {
  [N in Name]: A[N] extends B[N] ? never : N;
}[Name];
type Given = { [N in Name]: WalletMethods[N]['params'] };
type Answers = { [N in Name]: WalletMethods[N]['result'] };
type OwnGiven = { [N in Name]: Params<N> };
type OwnAnswers = { [N in Name]: Result<N> };
/** A field that may be missing may be undefined, too: the methods' own types allow it, and answers never have it. */
type Loose<T> = T extends object
  ? { readonly [K in keyof T]: undefined extends T[K] ? Loose<T[K]> | undefined : Loose<T[K]> }
  : T;
type None<T extends never> = T;
/** It does not compile while one of these is not `never`. */
export type NoDifference = [
  None<Wrong<Given, OwnGiven>>,
  None<Wrong<OwnAnswers, { [N in Name]: Loose<Answers[N]> }>>,
  None<Exclude<Name, MethodName>>,
  None<Exclude<OstroReason, FaultCode>>,
  None<Exclude<FaultCode, OstroReason>>,
];

it('names each fault once', () => {
  expect(new Set(faultCodes).size).toBe(faultCodes.length);
  expect(faultCodes).toContain('not_enough_money' satisfies OstroReason);
  expect(Object.keys(registry)).toContain('transfer' satisfies Name);
});
