/** Types of the wallet's methods. The package has them written out (scripts/tools/build/package-methods.ts). */
import type { FaultCode, MethodName, Params, Result } from '../rpc/contract.ts';

/** Parameters and result of each method, by its name on the wire. Amounts are bigint, in atomic units. */
export type WalletMethods = {
  readonly [Name in MethodName]: { readonly params: Params<Name>; readonly result: Result<Name> };
};
/** Names of expected failures. */
export type OstroReason = FaultCode;
