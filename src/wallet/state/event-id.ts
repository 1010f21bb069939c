/**
 * Ids of events: eight hexadecimal digits that identify this copy of the wallet file, and the event's number. A file that is
 * restored from an older copy numbers its next events like those that it has forgotten, but with other digits, so that no
 * receiver takes one for the other.
 */
import { utf8 } from '../../base/bytes.ts';
import { toHex } from '../../base/hex.ts';
import { kernel } from '../../kernel/kernel.ts';

/** `copy`: `WalletFile.copy`. */
export function eventTag(copy: string): string {
  return toHex(kernel.keccak256(utf8(copy)).subarray(0, 4));
}

/** The number of an event; undefined when the text is no id. */
export function eventNumber(id: string): number | undefined {
  const [, number] = /^[0-9a-f]{8}-([1-9]\d{0,14})$/.exec(id) ?? [];
  return number === undefined ? undefined : Number(number);
}
