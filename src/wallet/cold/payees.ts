/**
 * The payees of a set. Change may go only to the first address of the paying account, as in
 * `wallet2::transfer_selected_rct`; all other outputs are payments. An address counts as our own only if it is in
 * this wallet's own table, whatever the set says.
 * Upstream: `on_describe_transfer` in src/wallet/wallet_rpc_server.cpp.
 */
import { haveSameKeys, type SubaddressIndex } from '../../protocol/keys/subaddress.ts';
import { sumAmounts } from '../../base/amount.ts';
import { equalBytes } from '../../base/bytes.ts';
import { toHex } from '../../base/hex.ts';
import type { Address } from '../../protocol/address/address.ts';
import type { ConstructionData, DestinationEntry } from '../../protocol/archive/construction.ts';
import { parseExtra } from '../../protocol/tx/extra.ts';
import { addressOf } from '../account/addresses.ts';
import { fault } from '../faults.ts';
import type { AccountRecord } from '../state/records/account.ts';
import type { InputReader } from './inputs.ts';

export interface Recipient {
  readonly address: Address;
  readonly amount: bigint;
  /** Index in our own table; absent when the address is not ours. */
  readonly own?: SubaddressIndex;
}
export interface ChangeAddress {
  readonly address: Address;
  readonly index: SubaddressIndex;
}

const refuse = (why: string) => fault('bad_unsigned_set', { why });

/** The change, which must pay address (account of the inputs, 0), or undefined. Fault bad_unsigned_set {why}. */
export function changeOf(
  account: AccountRecord,
  { change, outputs, account: major }: ConstructionData,
): ChangeAddress | undefined {
  const paid = outputs.filter((entry) => haveSameKeys(entry, change));
  if (change.amount === 0n) {
    // An output declared as change would not reach its payee.
    if (paid.some(({ amount }) => amount > 0n))
      throw refuse('change of nothing goes to an address that is paid');
    return undefined;
  }
  if (paid.length === 0) throw refuse('Claimed change does not go to a paid address');
  if (sumAmounts(paid) < change.amount)
    throw refuse('Claimed change is larger than payment to the change address');
  if (!paid.some(({ amount }) => amount === change.amount))
    throw refuse('Claimed change is in several outputs');
  const index = { major, minor: 0 };
  const own = addressOf(account, index);
  if (!haveSameKeys(own, change) || paid.some(({ subaddress }) => subaddress !== (own.kind === 'subaddress')))
    throw refuse('Claimed change does not come back to the account that pays');
  return { address: own, index };
}

/** All payees, also those of amount 0; payments to the same address are added up. Fault bad_unsigned_set {why}. */
export async function recipientsOf(
  reader: Pick<InputReader, 'account' | 'indexOf'>,
  { outputs, change }: ConstructionData,
  paymentId: Uint8Array | undefined,
): Promise<Recipient[]> {
  const byAddress = new Map<string, { entry: DestinationEntry; amount: bigint }>();
  for (const entry of outputs) {
    const name = toHex(entry.spendPublic) + toHex(entry.viewPublic);
    const known = byAddress.get(name);
    if (known && known.entry.subaddress !== entry.subaddress) throw refuse('one address in two forms');
    byAddress.set(name, { entry, amount: (known?.amount ?? 0n) + entry.amount });
  }
  const recipients: Recipient[] = [];
  for (const { entry, amount } of byAddress.values()) {
    const isChange = change.amount > 0n && haveSameKeys(entry, change);
    if (isChange && amount === change.amount) continue;
    const own = await ownIndexOf(reader, entry);
    recipients.push({
      address: addressFor(reader.account, entry, paymentId),
      amount: isChange ? amount - change.amount : amount,
      ...(own && { own }),
    });
  }
  checkPaymentId(recipients, paymentId);
  return recipients;
}

/** An address is ours as a whole only: with another view key or kind, its output could not be found or spent. */
const ownIndexOf = async (
  { account, indexOf }: Pick<InputReader, 'account' | 'indexOf'>,
  { spendPublic, viewPublic, subaddress }: DestinationEntry,
): Promise<SubaddressIndex | undefined> => {
  const index = await indexOf(spendPublic);
  if (!index) return undefined;
  const own = addressOf(account, index);
  const isOurs = equalBytes(own.viewPublic, viewPublic) && subaddress === (own.kind === 'subaddress');
  return isOurs ? index : undefined;
};

const checkPaymentId = (recipients: readonly Recipient[], paymentId: Uint8Array | undefined): void => {
  if (!paymentId) return;
  const paid = recipients.filter(({ amount }) => amount > 0n);
  if (paid.length > 1) throw refuse('a payment id for more than one recipient');
  if (paid[0]?.address.kind !== 'integrated') throw refuse('a payment id for an address that takes none');
};

export function addressFor(
  { network }: AccountRecord,
  { spendPublic, viewPublic, subaddress }: DestinationEntry,
  paymentId: Uint8Array | undefined,
): Address {
  return subaddress
    ? { network, kind: 'subaddress', spendPublic, viewPublic }
    : paymentId
      ? { network, kind: 'integrated', spendPublic, viewPublic, paymentId }
      : { network, kind: 'standard', spendPublic, viewPublic };
}

/** The payment id in the extra. Besides the keys, which the signer replaces, only it is allowed: no hidden message. */
export function paymentIdOf(extra: Uint8Array): Uint8Array | undefined {
  const { fields, rest } = parseExtra(extra);
  const nonces = fields.flatMap((field) => (field.kind === 'nonce' ? [field.bytes] : []));
  const known = fields.every(({ kind }) => ['publicKey', 'additionalKeys', 'nonce'].includes(kind));
  if (rest.length > 0 || !known || nonces.length > 1) throw refuse('its extra holds more than keys');
  const [nonce] = nonces;
  if (!nonce) return undefined;
  if (nonce.length !== 9 || nonce[0] !== 1) throw refuse('its extra holds more than a payment id');
  const id = nonce.slice(1);
  return id.every((byte) => byte === 0) ? undefined : id;
}
