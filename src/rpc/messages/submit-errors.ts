/**
 * Errors of the methods that send a finished set: the same sentences under the method's own code.
 * Upstream: `on_submit_transfer`, `on_submit_multisig` (src/wallet/wallet_rpc_server.cpp).
 */
import type { Errors } from '../errors.ts';

export function submitErrors(code: number, kind: 'signed' | 'multisig') {
  const failed = `Failed to submit ${kind} tx`;
  return {
    tx_rejected: [code, ({ reason }) => `${failed}: transaction was rejected by daemon: ${reason}`],
    relay_unknown: [code, `${failed}: no answer from daemon, it may be on its way`],
    output_not_spendable: [code, ({ reason }) => `${failed}: an output is not spendable: ${reason}`],
    node: [code, `${failed}: no connection to daemon`],
    '*': code,
  } satisfies Errors<unknown>;
}
