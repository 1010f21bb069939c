/** What a machine's storage does wrong: it is full, or a part of all calls fails. */
import type { Dice } from '../dice.ts';

export interface Trouble {
  /** Every write fails for want of space. */
  full: boolean;
  /** Each call fails with this probability. */
  failing: number;
}
export function noTrouble(): Trouble {
  return { full: false, failing: 0 };
}
export function fails({ failing }: Trouble, dice: Dice): boolean {
  return failing > 0 && dice.chance(failing);
}
