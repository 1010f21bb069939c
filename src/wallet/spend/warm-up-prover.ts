/**
 * Makes one unused range proof while the wallet is idle. The first proof after a start takes twice as long as later
 * ones, because the generators are hashed and the engine has not optimised the code yet.
 */
import { kernel } from '../../kernel/kernel.ts';
import type { Random } from '../../ports/random.ts';
import { commit } from '../../protocol/rct/amount.ts';
import { proveBulletproofPlus } from '../../protocol/rct/bpp-prove.ts';
import { verifyBulletproofsPlus } from '../../protocol/rct/bpp-verify.ts';
import { randomScalar } from './build-tx.ts';

/** Proves two outputs, as most payments do. Not with the readable kernel: it gains nothing and would take seconds. */
export function warmUpProver(random: Random): void {
  if (kernel.name === 'ref') return;
  const openings = [1, 2].map(() => ({ amount: 0n, mask: randomScalar(random) }));
  const proof = proveBulletproofPlus({ random: (n) => random.bytes(n) }, openings);
  verifyBulletproofsPlus([{ proof, commitments: openings.map(commit) }]);
}
