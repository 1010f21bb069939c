import { faultsOf, type NoData } from '../base/fault.ts';
import type { AmountFaults } from '../base/amount.ts';
import type { HexFaults } from '../base/hex.ts';
import type { WalletFaults } from '../wallet/faults.ts';

export interface RpcFaults extends WalletFaults, AmountFaults, HexFaults {
  parse_error: NoData;
  invalid_request: NoData;
  method_not_found: { readonly method: string };
  invalid_params: { readonly path: string; readonly wanted: string };
  /** Forbidden in restricted mode. */
  denied: NoData;
  unknown_key_type: { readonly type: string };
  bad_transfer_type: { readonly type: string };
  no_name: NoData;
  multisig_disabled: NoData;
}
export const fault = faultsOf<RpcFaults>();
