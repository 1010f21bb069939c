/** The keys of the search over settings, screens and actions. */

/** The part of a keyboard event that is used. */
export interface PressedKey {
  readonly key: string;
  readonly ctrlKey: boolean;
  readonly metaKey: boolean;
  readonly altKey: boolean;
  readonly target: EventTarget | null;
}

/** True for `/`, and for Ctrl or Command with K, unless a field or a sheet has the focus. */
export function asksForSearch({ key, ctrlKey, metaKey, altKey, target }: PressedKey): boolean {
  const asked = ctrlKey || metaKey ? key.toLowerCase() === 'k' : key === '/';
  return asked && !altKey && !isOccupied(target);
}

// @wc-ignore
const FIELDS = 'input, textarea, select, dialog, [contenteditable]';
const isOccupied = (target: EventTarget | null): boolean =>
  target !== null && 'closest' in target && (target as Element).closest(FIELDS) !== null;
