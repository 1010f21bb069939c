/**
 * Builds the outputs of a transaction: one-time keys, view tags, encrypted amounts, and the extra field.
 * Upstream: `construct_tx_with_tx_key` (src/cryptonote_core/cryptonote_tx_utils.cpp),
 * `generate_output_ephemeral_keys` (src/device/device_default.cpp).
 */
import { haveSameKeys } from '../../protocol/keys/subaddress.ts';
import { publicKeyOf } from '../../protocol/keys/public-key.ts';
import {
  asPublicKey,
  type Commitment,
  type PublicKey,
  type Scalar,
  type SecretKey,
} from '../../base/brands.ts';
import { equalBytes } from '../../base/bytes.ts';
import { toHex } from '../../base/hex.ts';
import { kernel } from '../../kernel/kernel.ts';
import type { Address } from '../../protocol/address/address.ts';
import {
  derivationToScalar,
  derivePublicKey,
  deriveViewTag,
  generateDerivation,
} from '../../protocol/keys/derivation.ts';
import { encryptPaymentId } from '../../protocol/keys/payment-id.ts';
import { commit, commitmentMask, encodeEcdh, type Opening } from '../../protocol/rct/amount.ts';
import { buildExtra, paymentIdField, type ExtraField } from '../../protocol/tx/extra.ts';
import { RCT_BULLETPROOF_PLUS, type EcdhInfo, type TxOutput } from '../../protocol/tx/types.ts';
import { fault } from '../faults.ts';

export interface PlannedOutput {
  readonly address: Address;
  readonly amount: bigint;
  /** Change to ourselves. Its derivation uses our own view key, so that the scan finds it. */
  readonly change: boolean;
}

/** The parts that do not depend on the amounts. */
export interface OutputKeys {
  readonly outputs: readonly TxOutput[];
  readonly extra: Uint8Array;
  /** For each output Hs(derivation | index), which sender and receiver share. */
  readonly sharedScalars: readonly Scalar[];
}
export interface BuiltOutputs extends Pick<OutputKeys, 'outputs' | 'extra'> {
  readonly ecdh: readonly EcdhInfo[];
  readonly commitments: readonly Commitment[];
  readonly openings: readonly Opening[];
}

/** Secret transaction keys: the main one, and one per output if subaddresses require it. */
export interface TxSecrets {
  readonly key: SecretKey;
  readonly additional: readonly SecretKey[];
}

/** True if every output needs its own transaction key: when a subaddress and any other address are paid. */
export function needsAdditionalKeys(planned: readonly PlannedOutput[]): boolean {
  const { subaddresses, standard } = classifyAddresses(planned);
  return subaddresses.length > 0 && (standard.length > 0 || subaddresses.length > 1);
}

/** In the given order (the caller shuffles). Amounts are encrypted as in RingCT type 6. Fault two_payment_ids. */
export function buildOutputs(
  planned: readonly PlannedOutput[],
  secrets: TxSecrets,
  viewSecret: SecretKey,
): BuiltOutputs {
  return hideAmounts(planned, outputKeys(planned, secrets, viewSecret));
}

/** Computes the keys of the outputs; amounts are only compared with 0. Fault two_payment_ids. */
export function outputKeys(
  planned: readonly PlannedOutput[],
  secrets: TxSecrets,
  viewSecret: SecretKey,
): OutputKeys {
  const publicKey = mainPublicKey(planned, secrets.key);
  const many = needsAdditionalKeys(planned);
  const isChange = changeTest(planned);
  const derivations = planned.map(({ address }, i) => {
    if (isChange(address)) return generateDerivation(publicKey, viewSecret);
    const own = many && address.kind === 'subaddress' ? secrets.additional[i]! : secrets.key;
    return generateDerivation(address.viewPublic, own);
  });
  const additionalKeys = many
    ? planned.map(({ address }, i) =>
        address.kind === 'subaddress'
          ? asPublicKey(kernel.mul(secrets.additional[i]!, address.spendPublic))
          : publicKeyOf(secrets.additional[i]!),
      )
    : [];
  return {
    outputs: planned.map(({ address }, i) => ({
      amount: 0n,
      key: derivePublicKey(derivations[i]!, i, address.spendPublic),
      viewTag: deriveViewTag(derivations[i]!, i),
    })),
    extra: extraOf(planned, publicKey, additionalKeys, secrets.key),
    sharedScalars: derivations.map((derivation, i) => derivationToScalar(derivation, i)),
  };
}

export function hideAmounts(
  planned: readonly PlannedOutput[],
  { outputs, extra, sharedScalars }: OutputKeys,
): BuiltOutputs {
  const openings = planned.map(({ amount }, i) => ({ amount, mask: commitmentMask(sharedScalars[i]!) }));
  return {
    outputs,
    extra,
    ecdh: openings.map((opening, i) => encodeEcdh(RCT_BULLETPROOF_PLUS, opening, sharedScalars[i]!)),
    commitments: openings.map(commit),
    openings,
  };
}

/** R = r·G, or r·D when a single subaddress is paid. */
const mainPublicKey = (planned: readonly PlannedOutput[], key: SecretKey): PublicKey => {
  const { subaddresses, standard } = classifyAddresses(planned);
  return standard.length === 0 && subaddresses.length === 1
    ? asPublicKey(kernel.mul(key, subaddresses[0]!.spendPublic))
    : publicKeyOf(key);
};

/**
 * True if an address is the change address. Then an output to it counts as change, even if the user requested it as a
 * payment. Upstream: `change_addr` in `classify_addresses`, `get_destination_view_key_pub`,
 * `generate_output_ephemeral_keys`.
 */
const changeTest = (planned: readonly PlannedOutput[]): ((address: Address) => boolean) => {
  const changeAddress = planned.find(({ change }) => change)?.address;
  return (address) => changeAddress !== undefined && haveSameKeys(address, changeAddress);
};

/** Counts the distinct addresses paid, without the change address. */
const classifyAddresses = (
  planned: readonly PlannedOutput[],
): { readonly subaddresses: readonly Address[]; readonly standard: readonly Address[] } => {
  const isChange = changeTest(planned);
  const distinct = new Map<string, Address>();
  for (const { address } of planned)
    if (!isChange(address)) distinct.set(toHex(address.spendPublic) + toHex(address.viewPublic), address);
  const all = [...distinct.values()];
  return {
    subaddresses: all.filter(({ kind }) => kind === 'subaddress'),
    standard: all.filter(({ kind }) => kind !== 'subaddress'),
  };
};

const extraOf = (
  planned: readonly PlannedOutput[],
  publicKey: PublicKey,
  additionalKeys: readonly PublicKey[],
  key: SecretKey,
): Uint8Array => {
  const fields: ExtraField[] = [{ kind: 'publicKey', key: publicKey }];
  if (additionalKeys.length > 0) fields.push({ kind: 'additionalKeys', keys: additionalKeys });
  const id = paymentIdOf(planned);
  const receiver = paymentIdReceiver(planned);
  // With up to two outputs, a dummy id makes transactions with and without a payment id look alike.
  const shown = id ?? (planned.length <= 2 ? new Uint8Array(8) : undefined);
  if (id && !receiver) throw fault('two_payment_ids');
  if (shown && receiver)
    fields.push(
      paymentIdField({
        kind: 'encrypted',
        bytes: encryptPaymentId(shown, generateDerivation(receiver.viewPublic, key)),
      }),
    );
  return buildExtra(fields);
};

/** The payment id of the integrated addresses among the destinations. Fault two_payment_ids when there are two. */
const paymentIdOf = (planned: readonly PlannedOutput[]): Uint8Array | undefined => {
  const ids = planned.flatMap(({ address }) => (address.paymentId ? [address.paymentId] : []));
  const [first] = ids;
  if (first && ids.some((id) => !equalBytes(id, first))) throw fault('two_payment_ids');
  return first;
};

/**
 * The address whose view key encrypts the payment id: the only payee, or our change address if there is none.
 * Upstream: `get_destination_view_key_pub`.
 */
const paymentIdReceiver = (planned: readonly PlannedOutput[]): Address | undefined => {
  const isChange = changeTest(planned);
  const paid = planned.filter(({ address, amount }) => !isChange(address) && amount > 0n);
  const [first] = paid;
  if (!first) return planned.find(({ change }) => change)?.address;
  return paid.every(({ address }) => haveSameKeys(address, first.address)) ? first.address : undefined;
};
