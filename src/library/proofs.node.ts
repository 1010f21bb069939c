/** The entry `ostro/proofs`. */
import './world.node.ts';

export { OstroError } from './error.ts';
export {
  checkReserveProof,
  checkSpendProof,
  checkTxKey,
  checkTxProof,
  type ProofOptions,
  verifyMessage,
} from './proofs.ts';
