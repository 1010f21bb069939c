/** /send_raw_transaction: gives the node a signed transaction to pass on. Upstream: `COMMAND_RPC_SEND_RAW_TX`, `on_send_raw_tx` in src/rpc/core_rpc_server.cpp. */
import { toHex } from '../../base/hex.ts';
import { reading, type Endpoint } from '../ask.ts';
import { MAX_TX_BYTES } from '../limits.ts';
import { bool, def, hex, opt, text } from '../schema.ts';
import { MAX_MESSAGE, requireOk } from '../status.ts';
import { ACCESS, pathCall } from './call.ts';

/** Wire names of the reasons for which a node refuses a transaction. */
const FLAGS = {
  low_mixin: def(bool, false),
  double_spend: def(bool, false),
  invalid_input: def(bool, false),
  invalid_output: def(bool, false),
  too_big: def(bool, false),
  overspend: def(bool, false),
  fee_too_low: def(bool, false),
  too_few_outputs: def(bool, false),
  sanity_check_failed: def(bool, false),
  tx_extra_too_big: def(bool, false),
  nonzero_unlock_time: def(bool, false),
};

/** Not idempotent: if the first request was accepted, the second would be refused as a double spend. */
const SENDING = {
  request: { tx_as_hex: hex(8 * MAX_TX_BYTES), do_not_relay: opt(bool), do_sanity_checks: opt(bool) },
  seconds: 60,
  idempotent: false,
  // "Failed" means that the transaction was refused; other statuses say nothing about it.
  checkStatus: (status: string) => {
    if (!/^failed/i.test(status)) requireOk(status);
  },
};
const VERDICT = {
  status: text(MAX_MESSAGE),
  reason: def(text(1000), ''),
  not_relayed: def(bool, false),
  ...FLAGS,
};

/** `status` says `OK` or `Failed`, and the flags why. A node says `not_relayed` of what it keeps for itself. */
export const sendRawTransaction = pathCall('/send_raw_transaction', {
  ...SENDING,
  answer: { ...ACCESS, ...VERDICT },
});

export interface RelayAnswer {
  readonly accepted: boolean;
  /** The node accepted it into its pool but does not relay it. */
  readonly notRelayed: boolean;
  readonly reason: string;
  readonly flags: readonly string[];
}

const send = pathCall('/send_raw_transaction', { ...SENDING, answer: VERDICT });

export function relayTransaction(tx: Uint8Array): Endpoint<RelayAnswer> {
  const request = { tx_as_hex: toHex(tx), do_not_relay: false, do_sanity_checks: true };
  return reading(send(request), ({ status, reason, not_relayed: notRelayed, ...flags }) => ({
    accepted: status === 'OK',
    notRelayed,
    reason,
    flags: Object.entries(flags).flatMap(([name, set]) => (set ? [name] : [])),
  }));
}
