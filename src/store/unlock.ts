/** Opens the file key with a password or a passkey. */
import { equalBytes } from '../base/bytes.ts';
import type { PasskeySecret } from '../ports/wallet-files.ts';
import { openKey, type FileKey } from './crypt.ts';
import type { WalletHeader } from './header.ts';
import { openByPasskey, passkeySlotOf } from './passkey.ts';

/** Faults wrong_password, file_damaged; no_passkey, wrong_passkey, passkey_damaged. */
export async function unlockKey(header: WalletHeader, unlock: string | PasskeySecret): Promise<FileKey> {
  return typeof unlock === 'string' ? openKey(header.slot, header.id, unlock) : openByPasskey(header, unlock);
}

/** True if two headers of one wallet wrap the file key alike for this way in. Fault passkey_damaged. */
export async function sameSlot(
  a: WalletHeader,
  b: WalletHeader,
  unlock: string | PasskeySecret,
): Promise<boolean> {
  if (typeof unlock === 'string') return equalBytes(a.slot.wrapped, b.slot.wrapped);
  const [one, other] = await Promise.all([passkeySlotOf(a), passkeySlotOf(b)]);
  return one !== undefined && other !== undefined && equalBytes(one.wrapped, other.wrapped);
}
