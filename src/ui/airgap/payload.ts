/**
 * Data that two devices exchange as QR code, file or text. Each kind begins with its own unencrypted magic and has
 * its own UR type; the types are those of Feather, Cake and others.
 */
import { withoutArmour } from '../../base/armour.ts';
import { equalBytes, utf8 } from '../../base/bytes.ts';
import { fromHex, toHex } from '../../base/hex.ts';
import { MAGICS } from '../../base/magics.ts';

export type PayloadKind =
  | 'outputs'
  | 'keyImages'
  | 'unsigned'
  | 'signed'
  | 'multisigKeys'
  | 'multisigInfo'
  | 'multisigSet'
  | 'companion'
  | 'wallet';
export interface AirgapPayload {
  readonly kind: PayloadKind;
  readonly bytes: Uint8Array;
}
interface Form {
  readonly magic: Uint8Array;
  /** In QR codes: `ur:<type>/…` */
  readonly type: string;
  /** File name, as monero-wallet-cli and its users have it. */
  readonly file: string;
  /** The data is a text, not bytes. */
  readonly text?: true;
}
/** The last byte of a magic is the version of the format; the wallet decides which versions it reads. */
export const FORMS: Readonly<Record<PayloadKind, Form>> = {
  outputs: { magic: utf8(MAGICS.outputs), type: 'xmr-output', file: 'outputs' },
  keyImages: { magic: utf8(MAGICS.keyImages), type: 'xmr-keyimage', file: 'key_images' },
  unsigned: { magic: utf8(MAGICS.unsigned), type: 'xmr-txunsigned', file: 'unsigned_monero_tx' },
  signed: { magic: utf8(MAGICS.signed), type: 'xmr-txsigned', file: 'signed_monero_tx' },
  multisigKeys: {
    magic: utf8(MAGICS.multisigKeys),
    type: 'xmr-multisigkeys',
    file: 'multisig_keys',
    text: true,
  },
  multisigInfo: { magic: utf8(MAGICS.multisigInfo), type: 'xmr-multisiginfo', file: 'multisig_info' },
  multisigSet: {
    magic: utf8(MAGICS.multisigUnsigned),
    type: 'xmr-multisigset',
    file: 'multisig_monero_tx',
  },
  companion: { magic: utf8(MAGICS.companion), type: 'ostro-companion', file: 'companion' },
  wallet: { magic: utf8(MAGICS.wallet), type: 'ostro-wallet', file: 'wallet.ostro' },
};
const KINDS = Object.keys(FORMS) as PayloadKind[];
/** Longer data is refused; sets of wallets are much smaller. */
export const MAX_BYTES = 4 << 20;

/** Undefined for bytes of an unknown kind. They may be in the text form of monero-wallet-cli. */
export function readPayload(given: Uint8Array): AirgapPayload | undefined {
  const bytes = given.length > MAX_BYTES * 2 ? given : withoutArmour(given);
  if (bytes.length > MAX_BYTES) return undefined;
  const kind = KINDS.find((each) => {
    const { magic } = FORMS[each];
    return bytes.length > magic.length && equalBytes(bytes.subarray(0, magic.length), magic);
  });
  return kind && { kind, bytes };
}
/**
 * Reads hex text or the text form of monero-wallet-cli, with spaces and line ends that a mail or chat program may
 * have added.
 */
export function readPayloadText(text: string): AirgapPayload | undefined {
  if (text.length > MAX_BYTES * 3) return undefined;
  const inside = withoutArmour(utf8(text));
  if (inside.length < text.length) return readPayload(inside);
  const plain = text.replace(/\s+/g, '');
  const asText = readPayload(utf8(plain));
  if (asText !== undefined && FORMS[asText.kind].text) return asText;
  const hex = plain.toLowerCase();
  if (hex.length % 2 !== 0 || !/^[0-9a-f]+$/.test(hex)) return undefined;
  return readPayload(fromHex(hex));
}
export function payloadText({ kind, bytes }: AirgapPayload): string {
  return FORMS[kind].text ? new TextDecoder().decode(bytes) : toHex(bytes);
}
/** The kind that a part of an animated code names; undefined for other texts. */
export function kindOfCode(text: string): PayloadKind | undefined {
  const [, type] = /^ur:([a-z0-9-]{1,32})\//i.exec(text) ?? [];
  return KINDS.find((kind) => FORMS[kind].type === type?.toLowerCase());
}
/** From a QR code. Undefined when its UR type does not fit the content. */
export function readPayloadCode(type: string, bytes: Uint8Array): AirgapPayload | undefined {
  const payload = readPayload(bytes);
  return payload !== undefined && FORMS[payload.kind].type === type ? payload : undefined;
}
/** From an answer of the wallet, whose kind is known. */
export function payloadOf(kind: PayloadKind, answer: string): AirgapPayload {
  return {
    kind,
    bytes: FORMS[kind].text ? utf8(answer) : fromHex(answer),
  };
}

/** Names of the kinds on screens. */
export const PAYLOAD_NAMES: Readonly<Record<PayloadKind, string>> = {
  // @wc-include
  outputs: 'coins',
  keyImages: 'key images',
  unsigned: 'a payment to sign',
  signed: 'a signed payment',
  multisigKeys: 'a signer’s message',
  multisigInfo: 'a signer’s multisig info',
  multisigSet: 'a payment of all signers',
  companion: 'notes, names and payment keys of a wallet',
  wallet: 'a whole wallet',
};
