/**
 * Shared by the sending methods: parameters, results, error codes, and checks of parameters. Upstream:
 * `validate_transfer` and the commands' structs in src/wallet/wallet_rpc_server.cpp,
 * wallet_rpc_server_commands_defs.h.
 */
import type { Priority } from '../../wallet/types.ts';
import type { Wallet } from '../../wallet/wallet.ts';
import type { Errors } from '../errors.ts';
import { fault } from '../faults.ts';
import { typedText } from '../messages/typed-text.ts';
import { bool, count, def, listOf, obj, str, u32, u64 } from '../schema.ts';
import { destination } from './shapes.ts';
import { anyValue, atMost, fields, maxLength, oneOf } from '../site-rules.ts';

/** Parameters of every sending method. */
export const sendingParams = {
  priority: u32,
  // Accepted but ignored: since 2022 the ring size is fixed.
  ring_size: def(count, 0),
  unlock_time: u64,
  payment_id: str,
  do_not_relay: def(bool, false),
  get_tx_hex: def(bool, false),
  get_tx_metadata: def(bool, false),
};

/** The parameters of transfer and transfer_split. */
export const paymentParams = {
  destinations: listOf(destination),
  account_index: u32,
  subaddr_indices: listOf(u32),
  ...sendingParams,
};
/** The use that sites may make of transfer and transfer_split. */
export const paymentSite = {
  tier: 'spend',
  asks: true,
  params: {
    destinations: atMost(15, fields({ amount: anyValue, address: maxLength(128) })),
    account_index: anyValue,
    priority: oneOf(0, 1, 2, 3, 4),
    unlock_time: oneOf(0, 0n),
  },
} as const;

/** The messages contain the text of the bad address. */
export const addressErrors = {
  bad_address: [-2, (data) => wrongAddress(data)],
  wrong_network: [-2, (data) => wrongAddress(data)],
} satisfies Errors<unknown>;
/** Faults without their own code are transfer errors (-4). */
export const sendingErrors = { ...addressErrors, '*': -4 } satisfies Errors<unknown>;
const NO_HEIGHT = [-4, 'Failed to get height'] as const;
/** Errors of the reference's own sending methods, which ask the node for its height before anything else. */
export const transferErrors = {
  ...sendingErrors,
  no_node: NO_HEIGHT,
  node_unreachable: NO_HEIGHT,
} satisfies Errors<unknown>;
/** A sweep that cannot pay its fee has found less than it needs. */
export const sweepErrors = {
  ...transferErrors,
  tx_not_possible: [-37, 'not enough unlocked money'],
} satisfies Errors<unknown>;
const wrongAddress = (data: object): string =>
  `WALLET_RPC_ERROR_CODE_WRONG_ADDRESS: ${typedText((data as { readonly text?: string }).text ?? '')}`;

const amountsList = obj({ amounts: listOf(u64) });
const keyImageList = obj({ key_images: listOf(str) });

export const singleResult = {
  tx_hash: str,
  tx_key: str,
  amount: u64,
  amounts_by_dest: amountsList,
  fee: u64,
  weight: count,
  tx_blob: str,
  tx_metadata: str,
  multisig_txset: str,
  unsigned_txset: str,
  spent_key_images: keyImageList,
};

export const splitResult = {
  tx_hash_list: listOf(str),
  tx_key_list: listOf(str),
  amount_list: listOf(u64),
  amounts_by_dest_list: listOf(amountsList),
  fee_list: listOf(u64),
  weight_list: listOf(count),
  tx_blob_list: listOf(str),
  tx_metadata_list: listOf(str),
  multisig_txset: str,
  unsigned_txset: str,
  spent_key_images_list: listOf(keyImageList),
};

/** Faults: sending_needs_update, multisig_disabled, nonzero_unlock_time, bad_priority. */
export function checkSending(
  wallet: Wallet,
  given: { readonly unlock_time: bigint; readonly priority: number },
): Priority {
  wallet.payments.requireSending();
  wallet.multisig.requireEnabled();
  if (given.unlock_time !== 0n) throw fault('nonzero_unlock_time');
  if (given.priority > 4) throw fault('bad_priority', { priority: given.priority });
  return given.priority as Priority;
}
