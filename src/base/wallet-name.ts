/**
 * The rule for names of wallets: NFC, and valid as names of files on other systems. Page and store use the same. In a folder,
 * wallets share one place with other files (src/server/files/paths.ts).
 */
import { utf8 } from './bytes.ts';

/** In bytes of UTF-8. */
const LONGEST = 200;
/** signs: a slash, backslash or colon; hidden: a control or direction character; ends: a space at an end, or only dots. */
export type WalletNameProblem = 'empty' | 'signs' | 'hidden' | 'ends' | 'long';

/** Returns the fault of a name in form NFC; undefined: it has none. Joiners within emojis and words are allowed. */
export function walletNameProblem(name: string): WalletNameProblem | undefined {
  if (name === '') return 'empty';
  if (/[/\\:]/.test(name)) return 'signs';
  if (/[\p{Cc}\p{Cs}\p{Zl}\p{Zp}\p{Bidi_Control}]/u.test(name)) return 'hidden';
  if (name.trim() !== name || name === '.' || name === '..') return 'ends';
  return utf8(name).length > LONGEST ? 'long' : undefined;
}

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
