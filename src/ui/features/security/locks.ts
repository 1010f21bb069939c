/** After how long without use the wallet locks by itself: minutes; 0: never. */
export const LOCKS: readonly { readonly value: number; readonly label: string }[] = [
  { value: 1, label: 'After 1 minute' },
  { value: 5, label: 'After 5 minutes' },
  { value: 15, label: 'After 15 minutes' },
  { value: 60, label: 'After 1 hour' },
  { value: 0, label: 'Never' },
];
