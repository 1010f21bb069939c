/** What a machine's storage does wrong: it is full, or a part of all calls fails. */
import type { Dice } from '../dice.ts';

export interface Trouble {
  /** Every write fails for want of space. */
  full: boolean;
  /** Each call fails with this probability. */
  failing: number;
  /** Called once: when something is written and not durable yet, or durable and its process has not heard of it. */
  readonly next: { unsynced?: (() => void) | undefined; stored?: (() => void) | undefined };
}
export function noTrouble(): Trouble {
  return { full: false, failing: 0, next: {} };
}
export function happens({ next }: Trouble, when: 'unsynced' | 'stored'): void {
  const event = next[when];
  next[when] = undefined;
  event?.();
}
export function fails({ failing }: Trouble, dice: Dice): boolean {
  return failing > 0 && dice.chance(failing);
}
