/** Recognises a shared text or file, and chooses the screen that takes it. Nothing in it is trusted: that screen checks it. */
import { readPayeeText } from '../../../base/payee-text.ts';
import { readTypedText } from '../../../base/typed-text.ts';
import { equalBytes, utf8 } from '../../../base/bytes.ts';
import { MAGICS } from '../../../base/magics.ts';
import { payloadIn } from '../../airgap/arrived.ts';
import { pairingIn } from '../../airgap/pairing.ts';
import type { PayloadKind } from '../../airgap/payload.ts';
import type { IncomingItem } from '../../state/incoming.svelte.ts';

export type SharedKind =
  | { readonly is: 'payment'; readonly text: string }
  | { readonly is: 'wallet' }
  | { readonly is: 'viewingKey' }
  | { readonly is: 'set'; readonly kind: PayloadKind }
  | { readonly is: 'unknown' };
export interface OpenState {
  readonly open: boolean;
  readonly watchOnly: boolean;
  readonly shared: boolean;
  readonly cold: boolean;
}

const OURS = utf8(MAGICS.wallet);
/** Longer texts are no payment links; in bytes. */
const MAX_LINK = 20_000;
const EMPTY_LINK = 'monero:';
/** Without and with a payment ID. */
const ADDRESS_LENGTHS = [95, 106];

/** Reads as little as it needs to choose the screen. */
export function kindOf(item: IncomingItem): SharedKind {
  const { bytes, name } = item;
  if (equalBytes(bytes.subarray(0, OURS.length), OURS) || /\.keys$/i.test(name)) return { is: 'wallet' };
  const payload = payloadIn(item);
  if (payload) return { is: 'set', kind: payload.kind };
  if (pairingIn(bytes)) return { is: 'viewingKey' };
  if (bytes.length > MAX_LINK) return { is: 'unknown' };
  return paymentIn(new TextDecoder().decode(bytes));
}

/** The text as a whole, if something stands beside the address or the link: the field for the payee says so. */
const paymentIn = (text: string): SharedKind => {
  const read = readTypedText(text);
  const isPayment =
    (read.kind === 'payment' && read.link !== EMPTY_LINK) ||
    (read.kind === 'address' && ADDRESS_LENGTHS.includes(read.address.length));
  if (!isPayment) return { is: 'unknown' };
  const payee = readPayeeText(text);
  if (payee.kind === 'link') return { is: 'payment', text: payee.link };
  return { is: 'payment', text: payee.kind === 'address' ? payee.address : text.trim() };
};

const FOR_SIGNER: readonly PayloadKind[] = ['outputs', 'unsigned'];
const FOR_WATCHER: readonly PayloadKind[] = ['keyImages', 'signed'];

/** The route that takes it; undefined if the open wallet cannot use it, or none is open. */
export function routeFor(what: SharedKind, wallet: OpenState): readonly string[] | undefined {
  if (what.is === 'wallet') return wallet.open ? undefined : ['file'];
  if (what.is === 'viewingKey') return wallet.open ? undefined : ['watch'];
  if (!wallet.open) return undefined;
  if (what.is === 'payment') return wallet.cold ? undefined : ['pay', what.text];
  if (what.is === 'unknown') return undefined;
  if (what.kind === 'companion')
    return wallet.watchOnly || wallet.shared ? undefined : ['settings', 'companion'];
  if (FOR_SIGNER.includes(what.kind)) return wallet.cold ? [''] : undefined;
  if (FOR_WATCHER.includes(what.kind)) return wallet.watchOnly ? ['signing'] : undefined;
  return wallet.shared ? ['signers'] : undefined;
}
