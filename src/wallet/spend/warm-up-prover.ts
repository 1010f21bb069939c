/**
 * The first range proof after a start takes twice as long as later ones: its generators are hashed, and the engine
 * has not yet optimised the code. So a meaningless proof is made while the wallet is idle.
 */
import { kernel } from '../../kernel/kernel.ts';
import type { Random } from '../../ports/random.ts';
import { commit } from '../../protocol/rct/amount.ts';
import { proveBulletproofPlus } from '../../protocol/rct/bpp-prove.ts';
import { verifyBulletproofsPlus } from '../../protocol/rct/bpp-verify.ts';
import { randomScalar } from './build-tx.ts';

/**
 * For two outputs, as in most payments. Skipped with the readable kernel, which gains nothing and would take seconds.
 */
export function warmUpProver(random: Random): void {
  if (kernel.name === 'ref') return;
  const openings = [1, 2].map(() => ({ amount: 0n, mask: randomScalar(random) }));
  const proof = proveBulletproofPlus({ random: (n) => random.bytes(n) }, openings);
  verifyBulletproofsPlus([{ proof, commitments: openings.map(commit) }]);
}
