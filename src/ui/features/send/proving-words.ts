/** The part of a membership proof that is being made, in words. */
import type { Status } from '../../state/model.ts';

export function provingWords({ step, done, of }: NonNullable<Status['proving']>): string {
  if (step === 'proving')
    return 'Proving that the money is there, without showing which coins it is. This takes some seconds.';
  const coin = Math.min(Number(done) + 1, Number(of));
  return Number(of) > 1 ? `Hiding coin ${coin} of ${Number(of)} …` : 'Hiding the coin …';
}
