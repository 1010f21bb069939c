/** Names of wallets beside those of other files: in a folder they share one place (src/server/files/paths.ts). */

/**
 * Endings of the files beside a wallet, and of its copies without the spend key, in any case: some file systems do not
 * distinguish it.
 */
const BESIDE = /\.(?:new|keys|lock|stamp|damaged|background|while-locked)$|\.lock\./i;

/** True for a name that a file beside another wallet may have. No new wallet gets such a name. */
export function isBesideName(name: string): boolean {
  return BESIDE.test(name);
}

/** Equal for names that some file systems do not distinguish. */
export function foldedName(name: string): string {
  return name.normalize('NFC').toUpperCase().toLowerCase().normalize('NFC');
}
