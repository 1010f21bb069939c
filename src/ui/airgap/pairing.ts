/**
 * The data that a view-only wallet needs: first address, view key, birthday. In a code and in a file: Cupcake's JSON. Read in all
 * common forms: that JSON, Keystone's (`walletName`), `monero_wallet:` links of Monero's docs/URI_SCHEME.md, and a text with
 * an address and one key. Seed words or a spend key in a link are ignored.
 */
import type { DeviceId } from '../../base/signing-devices.ts';
import { cleanText } from '../../base/clean-text.ts';
import { addressIn, keyIn, readTypedText } from '../../base/typed-text.ts';

export interface Pairing {
  readonly address: string;
  /** 64 lower-case hex digits. */
  readonly viewKey: string;
  /** Block to start from; undefined when the code does not contain it. */
  readonly height: number | undefined;
  /** The day on which the wallet was made, as a text states it. */
  readonly day?: string;
  readonly name: string;
  /** The signing device that the code names. */
  readonly device?: DeviceId;
}
const LONGEST = 4000;
export const PAIRING_FILE = 'viewing_key.json';
const ADDRESS = /^[1-9A-HJ-NP-Za-km-z]{95}$/;
const KEY = /^[0-9a-f]{64}$/;
const LINK = /^(?:monero_wallet|monero-wallet):(?:\/\/)?([^?]*)\??(.*)$/is;

export function writePairing({ address, viewKey, height, name }: Pairing): string {
  return JSON.stringify({
    version: 0,
    label: name,
    primaryAddress: address,
    privateViewKey: viewKey,
    restoreHeight: height ?? 0,
  });
}
/** For programs that read links. */
export function pairingLink({ address, viewKey, height }: Pairing): string {
  return `monero_wallet:${address}?view_key=${viewKey}${height === undefined ? '' : `&height=${height}`}`;
}

/** From a file or another app; undefined when it is something else. */
export function pairingIn(bytes: Uint8Array): Pairing | undefined {
  return bytes.length > LONGEST ? undefined : readPairing(new TextDecoder().decode(bytes));
}
/** Undefined when the text is not such a code. The wallet checks the address, this function does not. */
export function readPairing(text: string): Pairing | undefined {
  if (text.length > LONGEST) return undefined;
  const plain = cleanText(text).trim();
  const fields = plain.startsWith('{') ? readJson(plain) : (readLink(plain) ?? readLines(plain));
  if (fields === undefined) return undefined;
  const { day, name, device } = fields;
  // Keystone states 0 for every wallet: it does not know the height.
  const height = device === 'keystone' && fields.height === 0 ? undefined : fields.height;
  if (typeof fields.address !== 'string' || typeof fields.viewKey !== 'string') return undefined;
  const [address, viewKey] = [addressIn(fields.address), keyIn(fields.viewKey)];
  if (!ADDRESS.test(address) || !KEY.test(viewKey)) return undefined;
  const start = Number(height);
  return {
    address,
    viewKey,
    height:
      height !== undefined && height !== null && Number.isSafeInteger(start) && start >= 0
        ? start
        : undefined,
    ...(day !== undefined && { day }),
    name: typeof name === 'string' ? name.slice(0, 64) : '',
    ...(device && { device }),
  };
}

interface Fields {
  readonly address?: unknown;
  readonly viewKey?: unknown;
  readonly height?: unknown;
  readonly day?: string;
  readonly name?: unknown;
  readonly device?: DeviceId;
}
const readJson = (text: string): Fields | undefined => {
  let value: unknown;
  try {
    value = JSON.parse(text);
  } catch {
    return undefined;
  }
  if (typeof value !== 'object' || value === null) return undefined;
  const { primaryAddress, privateViewKey, restoreHeight, label, walletName, source } = value as Record<
    string,
    unknown
  >;
  return {
    address: primaryAddress,
    viewKey: privateViewKey,
    height: restoreHeight,
    name: label ?? walletName,
    // @wc-ignore
    ...(source === 'Keystone' && { device: 'keystone' }),
  };
};
const readLink = (text: string): Fields | undefined => {
  const match = LINK.exec(text);
  if (match === null) return undefined;
  const query = new URLSearchParams(match[2]);
  const get = (name: string): string | undefined => query.get(name) ?? undefined;
  return {
    address: match[1] === '' ? get('address') : match[1],
    viewKey: get('view_key'),
    height: get('height') ?? get('restore_height'),
    name: get('label') ?? get('name'),
  };
};
/** The wallet compares the key with the address: a spend key is refused. */
const readLines = (text: string): Fields | undefined => {
  const read = readTypedText(text);
  if (read.kind !== 'keys' || read.keys.length !== 1) return undefined;
  const { address, keys, height, day } = read;
  return { address, viewKey: keys[0], height, ...(day !== undefined && { day }) };
};
