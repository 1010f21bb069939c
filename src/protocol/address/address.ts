/**
 * Addresses: prefix | spend key | view key | payment id (integrated only) | first four bytes of the hash of all
 * these.
 * Upstream: src/cryptonote_basic/cryptonote_basic_impl.cpp, src/common/base58.cpp, prefixes in
 * src/cryptonote_config.h. Vectors: featured_addresses.json; parity test: tests/long/parity/addresses.test.ts
 */
import { asPublicKey, type PublicKey } from '../../base/brands.ts';
import { concat, equalBytes } from '../../base/bytes.ts';
import { isFault } from '../../base/fault.ts';
import { kernel } from '../../kernel/kernel.ts';
import { decodeBase58, encodeBase58, isBase58Alphabet } from '../encoding/base58.ts';
import { fault, type ProtocolFaults } from '../faults.ts';
import { PAYMENT_ID_BYTES } from '../keys/payment-id.ts';

/** Regtest has no entry: a regtest chain uses mainnet's prefixes and genesis. */
export type Network = 'mainnet' | 'testnet' | 'stagenet';
export type AddressKind = 'standard' | 'integrated' | 'subaddress';

export interface Address {
  readonly network: Network;
  readonly kind: AddressKind;
  readonly spendPublic: PublicKey;
  readonly viewPublic: PublicKey;
  /** 8 bytes, in integrated addresses only. */
  readonly paymentId?: Uint8Array;
}

const PREFIX: Readonly<Record<Network, Readonly<Record<AddressKind, number>>>> = {
  mainnet: { standard: 18, integrated: 19, subaddress: 42 },
  testnet: { standard: 53, integrated: 54, subaddress: 63 },
  stagenet: { standard: 24, integrated: 25, subaddress: 36 },
};
const KEYS_BYTES = 1 + 32 + 32;
const CHECKSUM_BYTES = 4;
/** Number of characters of an address: without and with a payment id. */
const PLAIN_CHARS = 95;
const INTEGRATED_CHARS = 106;
/** Longer texts are not decoded. */
const MAX_CHARS = 4 * INTEGRATED_CHARS;

/**
 * Reads an address of any network. Fault `bad_address` with a reason: `characters` (one that no address has),
 * `length`, `checksum` (mistyped), `prefix` (another coin or kind), `point` (the keys are not points).
 */
export function parseAddress(text: string): Address {
  const bytes = decodeText(text);
  const body = bytes.subarray(0, -CHECKSUM_BYTES);
  if (body.length === 0 || !equalBytes(checksumOf(body), bytes.subarray(-CHECKSUM_BYTES)))
    throw badText(lengthReason(text));
  const meaning = BY_PREFIX.get(body[0]!);
  if (meaning === undefined) throw badText('prefix');
  const integrated = meaning.kind === 'integrated';
  if (body.length !== KEYS_BYTES + (integrated ? PAYMENT_ID_BYTES : 0)) throw badText('length');
  const spendPublic = asPublicKey(body.slice(1, 33));
  const viewPublic = asPublicKey(body.slice(33, KEYS_BYTES));
  if (!kernel.isOnCurve(spendPublic) || !kernel.isOnCurve(viewPublic)) throw badText('point');
  return { ...meaning, spendPublic, viewPublic, ...(integrated && { paymentId: body.slice(KEYS_BYTES) }) };
}

/** Parses an address of this network. Own fault: `wrong_network` {expected, actual}. */
export function parseAddressFor(network: Network, text: string): Address {
  const address = parseAddress(text);
  if (address.network !== network)
    throw fault('wrong_network', { expected: network, actual: address.network });
  return address;
}

/** The text of an address. Throws Error unless exactly integrated addresses have a payment id. */
export function formatAddress({ network, kind, spendPublic, viewPublic, paymentId }: Address): string {
  if ((kind === 'integrated') !== (paymentId?.length === PAYMENT_ID_BYTES))
    throw new Error('an integrated address, and only that, has a payment id of 8 bytes');
  const body = concat(
    Uint8Array.of(PREFIX[network][kind]),
    spendPublic,
    viewPublic,
    paymentId ?? new Uint8Array(0),
  );
  return encodeBase58(concat(body, checksumOf(body)));
}

/** The integrated address for a standard address and a payment id. */
export function withPaymentId(address: Address, paymentId: Uint8Array): Address {
  return {
    ...address,
    kind: 'integrated',
    paymentId,
  };
}

/** The standard address inside an integrated one; returns any other address unchanged. */
export function withoutPaymentId(address: Address): Address {
  if (address.kind !== 'integrated') return address;
  const { network, spendPublic, viewPublic } = address;
  return { network, kind: 'standard', spendPublic, viewPublic };
}

const BY_PREFIX: ReadonlyMap<number, Pick<Address, 'network' | 'kind'>> = new Map(
  (Object.keys(PREFIX) as Network[]).flatMap((network) =>
    (Object.keys(PREFIX[network]) as AddressKind[]).map(
      (kind) => [PREFIX[network][kind], { network, kind }] as const,
    ),
  ),
);

const checksumOf = (body: Uint8Array): Uint8Array => kernel.keccak256(body).subarray(0, CHECKSUM_BYTES);

type Reason = ProtocolFaults['bad_address']['reason'];
const badText = (reason: Reason) => fault('bad_address', { reason });
/** Reports a missing character as a wrong length, not as a wrong checksum. */
const lengthReason = (text: string): Reason =>
  text.length === PLAIN_CHARS || text.length === INTEGRATED_CHARS ? 'checksum' : 'length';

const decodeText = (text: string): Uint8Array => {
  if (text.length > MAX_CHARS) throw badText('length');
  if (!isBase58Alphabet(text)) throw badText('characters');
  try {
    return decodeBase58(text);
  } catch (error) {
    if (!isFault(error, 'bad_base58')) throw error;
    // The length is right, but a block is too large for its bytes: a typing mistake.
    throw badText(lengthReason(text));
  }
};
