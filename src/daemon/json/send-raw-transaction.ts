/** /send_raw_transaction. Upstream: `COMMAND_RPC_SEND_RAW_TX`, `on_send_raw_tx` in src/rpc/core_rpc_server.cpp. */
import { toHex } from '../../base/hex.ts';
import type { Endpoint } from '../ask.ts';
import { requireOk } from '../status.ts';
import { rawPathCall, statusOf } from './call.ts';

/** Wire names of the reasons for which a node refuses a transaction. */
const FLAGS = [
  'low_mixin',
  'double_spend',
  'invalid_input',
  'invalid_output',
  'too_big',
  'overspend',
  'fee_too_low',
  'too_few_outputs',
  'sanity_check_failed',
  'tx_extra_too_big',
  'nonzero_unlock_time',
] as const;

export interface RelayAnswer {
  readonly accepted: boolean;
  /** The node accepted it into its pool but does not relay it. */
  readonly notRelayed: boolean;
  readonly reason: string;
  readonly flags: readonly string[];
}

/** Not idempotent: if the first request was accepted, the second would be refused as a double spend. */
export function sendRawTransaction(tx: Uint8Array): Endpoint<RelayAnswer> {
  return rawPathCall('/send_raw_transaction', {
    params: { tx_as_hex: toHex(tx), do_not_relay: false, do_sanity_checks: true },
    seconds: 60,
    idempotent: false,
    read: (answer) => {
      const status = statusOf(answer);
      // "Failed" means that the transaction was refused; other statuses say nothing about it.
      if (status !== 'OK' && !/^failed/i.test(status)) requireOk(status);
      return {
        accepted: status === 'OK',
        notRelayed: answer.bool('not_relayed', false),
        reason: answer.text('reason', 1000, ''),
        flags: FLAGS.filter((flag) => answer.bool(flag, false)),
      };
    },
  });
}
