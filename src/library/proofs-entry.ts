/** The entry `ostro/proofs`. */
import '#library/world';

export { OstroError } from './error.ts';
export {
  checkReserveProof,
  checkSpendProof,
  checkTxKey,
  checkTxProof,
  type ProofOptions,
  verifyMessage,
} from './proofs.ts';
