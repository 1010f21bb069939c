/** Types of the fake's answers, from the method table, so that an answer of a wrong shape does not compile. */
import type { MethodName, Params, Result } from '../../../src/rpc/contract.ts';
import type { FakeWallet } from './wallet.ts';

export type Answers = {
  readonly [Name in MethodName]: (params: Params<Name>, fake: FakeWallet) => Result<Name>;
};
