/**
 * The first range proof after a start takes twice as long as the next ones: its points are hashed, and the engine has
 * yet to compile well what it runs. So one about nothing is made while nobody waits.
 */
import { kernel } from '../../kernel/kernel.ts';
import type { Random } from '../../ports/random.ts';
import { commit } from '../../protocol/rct/amount.ts';
import { proveBulletproofPlus } from '../../protocol/rct/bpp-prove.ts';
import { verifyBulletproofsPlus } from '../../protocol/rct/bpp-verify.ts';
import { randomScalar } from './build-tx.ts';

/** Of two outputs, as most payments have. The readable kernel has nothing to gain, and would take seconds. */
export function warmUpProver(random: Random): void {
  if (kernel.name === 'ref') return;
  const openings = [1, 2].map(() => ({ amount: 0n, mask: randomScalar(random) }));
  const proof = proveBulletproofPlus({ random: (n) => random.bytes(n) }, openings);
  verifyBulletproofsPlus([{ proof, commitments: openings.map(commit) }]);
}
