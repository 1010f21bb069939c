/**
 * Messages signed with a key of an address.
 * Upstream: `wallet2::sign`, `wallet2::verify`, `get_message_hash` (src/wallet/wallet2.cpp).
 *
 *   SigV2   H("MoneroMessageSignature\0" | spend | view | mode | varint length | data); mode 0 spend key, 1 view key
 *   SigV1   H(data); only read, since it contains neither address nor mode
 *
 * After either comes the base58 of the 64-byte Schnorr signature. Parity test: tests/long/parity/proofs.test.ts
 */
import type { PublicKey, SecretKey } from '../../base/brands.ts';
import { concat, utf8 } from '../../base/bytes.ts';
import { kernel } from '../../kernel/kernel.ts';
import { encodeBase58 } from '../encoding/base58.ts';
import { varint } from '../encoding/varint.ts';
import type { RandomBytes } from '../ring/scalar.ts';
import { checkSignature, generateSignature } from '../ring/signature.ts';
import type { ProofAddress } from './address.ts';
import { decodeExact, SIGNATURE_BYTES } from './text.ts';

const V1 = 'SigV1';
const V2 = 'SigV2';
const KEYS = ['spend', 'view'] as const;

/** The key of an address that signs. */
export type MessageKey = 'spend' | 'view';

/** `secret` belongs to the address's `which` key: for a subaddress b + m, or a·(b + m). */
export function signMessage(
  { random }: { readonly random: RandomBytes },
  data: string,
  address: ProofAddress,
  which: MessageKey,
  secret: SecretKey,
): string {
  const hash = messageHash(utf8(data), address, which);
  return V2 + encodeBase58(generateSignature({ random }, hash, keyOf(address, which), secret));
}

export interface SignedMessage {
  readonly version: 1 | 2;
  readonly key: MessageKey;
}

/** The key of the address that signed the text; undefined when the signature is wrong for any reason. */
export function verifyMessage(data: string, address: ProofAddress, text: string): SignedMessage | undefined {
  const version = text.startsWith(V2) ? 2 : text.startsWith(V1) ? 1 : undefined;
  if (version === undefined) return undefined;
  const signature = decodeExact(text.slice(V2.length), SIGNATURE_BYTES);
  if (!signature) return undefined;
  const bytes = utf8(data);
  const hashFor = (which: MessageKey): Uint8Array =>
    version === 1 ? kernel.keccak256(bytes) : messageHash(bytes, address, which);
  const key = KEYS.find((which) => checkSignature(hashFor(which), keyOf(address, which), signature));
  return key && { version, key };
}

const MODE = { spend: Uint8Array.of(0), view: Uint8Array.of(1) };
// The separator's trailing zero is hashed too.
const DOMAIN = utf8('MoneroMessageSignature\0');

const keyOf = ({ spendPublic, viewPublic }: ProofAddress, which: MessageKey): PublicKey =>
  which === 'spend' ? spendPublic : viewPublic;

const messageHash = (
  data: Uint8Array,
  { spendPublic, viewPublic }: ProofAddress,
  which: MessageKey,
): Uint8Array =>
  kernel.keccak256(concat(DOMAIN, spendPublic, viewPublic, MODE[which], varint(data.length), data));
