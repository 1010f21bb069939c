/** The entry `ostro/proofs`. */
import './world.browser.ts';

export { OstroError } from './error.ts';
export {
  checkReserveProof,
  checkSpendProof,
  checkTxKey,
  checkTxProof,
  type ProofOptions,
  verifyMessage,
} from './proofs.ts';
