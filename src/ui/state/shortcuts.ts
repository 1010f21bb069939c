/** Keyboard shortcuts that open screens or act. They do nothing in fields and sheets. */
import type { Prefs } from './prefs.svelte.ts';

/** A person can turn the keys without Ctrl or Command off: WCAG 2.2, success criterion 2.1.4. */
const KEYS = {
  '1': { go: '' },
  '2': { go: 'history' },
  '3': { go: 'accounts' },
  '4': { go: 'settings' },
  s: { go: 'send' },
  r: { go: 'receive' },
  c: { go: 'contacts' },
  n: { go: 'nodes' },
  h: { does: 'hide' },
  l: { does: 'lock' },
  '/': { does: 'search' },
  '?': { does: 'list' },
} as const satisfies Readonly<Record<string, Shortcut>>;

/** A screen to show, or an action. */
export type Shortcut = { readonly go: string } | { readonly does: 'hide' | 'lock' | 'search' | 'list' };

/** The part of a keyboard event that is used. */
export interface PressedKey {
  readonly key: string;
  readonly ctrlKey: boolean;
  readonly metaKey: boolean;
  readonly altKey: boolean;
  readonly target: EventTarget | null;
}

/** Returns what a key asks for: undefined in fields and sheets. Ctrl or Command with K is the search, also when the others are off. */
export function shortcutOf(
  { key, ctrlKey, metaKey, altKey, target }: PressedKey,
  { current }: Pick<Prefs, 'current'>,
): Shortcut | undefined {
  if (altKey || isOccupied(target)) return undefined;
  const small = key.toLowerCase();
  if (ctrlKey || metaKey) return small === 'k' ? KEYS['/'] : undefined;
  return current.shortcuts && small in KEYS ? KEYS[small as keyof typeof KEYS] : undefined;
}

// @wc-ignore
const FIELDS = 'input, textarea, select, dialog, [contenteditable]';
const isOccupied = (target: EventTarget | null): boolean =>
  target !== null && 'closest' in target && (target as Element).closest(FIELDS) !== null;

/** Says if a key asks for the search. */
export function asksForSearch(event: PressedKey, prefs: Pick<Prefs, 'current'>): boolean {
  return shortcutOf(event, prefs) === KEYS['/'];
}
