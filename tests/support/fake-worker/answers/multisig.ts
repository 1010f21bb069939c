/** The key exchange and payments of several signers. */
import type { Answers } from '../answer.ts';
import { PAYLOADS } from '../payloads.ts';
import { ADDRESSES } from '../values.ts';

export const MULTISIG = {
  x_multisig: ({ enable = false }, { signers }) => signers.facts(enable, ADDRESSES[0]),
  x_begin_multisig: (_params, { signers }) => {
    signers.enabled = true;
    signers.begun = true;
    return {};
  },
  x_cancel_multisig: () => ({}),
  x_take_signer_message: ({ message = '' }, { signers }) => {
    signers.take(message);
    return {};
  },
  make_multisig: (_params, { signers, status }) => {
    status.kind = 'multisig';
    return { address: '', multisig_info: signers.nextRound() };
  },
  exchange_multisig_keys: (_params, { signers }) => ({ address: '', multisig_info: signers.nextRound() }),
  x_export_multisig_info: (_params, { signers }) => {
    signers.coins = { message: PAYLOADS.multisigInfo, taken: false, outdated: false, messages: [] };
    return { info: PAYLOADS.multisigInfo };
  },
  import_multisig_info: (_params, { signers }) => {
    signers.complete = true;
    if (signers.coins) signers.coins = { ...signers.coins, taken: true, messages: [] };
    return { n_outputs: 4 };
  },
} satisfies Partial<Answers>;
