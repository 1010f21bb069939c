/** Apart from given-keys.ts, whose code is loaded when keys are read. */
import type { GivenKeys } from './given-keys.ts';

/** Overwrites the keys that were read. Copies that the JavaScript engine made cannot be reached. */
export function wipeGivenKeys({ keys, words }: GivenKeys): void {
  for (const secret of [keys.spendSecret, keys.viewSecret, words?.polyseed?.secret]) secret?.fill(0);
}
