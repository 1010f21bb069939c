/** The choices in the sheets of Settings. */
import type { MobileMode } from '../../shared/missing-blocks.svelte.ts';
import type { Theme } from '../../state/prefs.svelte.ts';

export const THEMES: readonly { readonly value: Theme; readonly label: string }[] = [
  { value: 'device', label: 'As the device' },
  { value: 'light', label: 'Light' },
  { value: 'dark', label: 'Dark' },
];
/** Keeps the screen on, or not, while the wallet reads. */
export const SCREENS: readonly { readonly value: 'device' | 'on'; readonly label: string }[] = [
  { value: 'device', label: 'As the device' },
  { value: 'on', label: 'Stays on while reading' },
];
/** Which blocks to read first when many are missing. */
export const MOBILE_DATA: readonly {
  readonly value: MobileMode;
  readonly label: string;
  readonly hint: string;
}[] = [
  { value: 'all', label: 'All at once', hint: 'Everything is right when reading is done.' },
  {
    value: 'newest',
    label: 'Newest first',
    hint: 'Older days wait for Wi-Fi, for ten days at most.',
  },
  { value: 'ask', label: 'Ask each time', hint: 'Home asks when many blocks are missing.' },
];
/** Minutes; 0: never. */
export const LOCKS: readonly { readonly value: number; readonly label: string }[] = [
  { value: 1, label: 'After 1 minute' },
  { value: 5, label: 'After 5 minutes' },
  { value: 15, label: 'After 15 minutes' },
  { value: 60, label: 'After 1 hour' },
  { value: 0, label: 'Never' },
];
