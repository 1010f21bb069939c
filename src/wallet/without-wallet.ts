/**
 * Functions for modules outside of src/wallet, without an open wallet: keys and words before a wallet is made, checks of
 * proofs, parameters of payments. None of these functions changes anything but the choice of a resolver.
 */
import { onDemand } from '../base/on-demand.ts';
import type * as GivenKeys from './account/given-keys.ts';
import type * as MessageProof from '../protocol/proof/message.ts';
import type * as MultisigSeed from './multisig/seed.ts';
import type * as PaymentProof from './proofs/payment.ts';
import type * as ReserveProof from './proofs/reserve.ts';
import type * as SpendingProof from './proofs/spending.ts';
import type * as Metadata from './spend/metadata.ts';

export { addressOf } from './account/addresses.ts';
export {
  birthHeight,
  dateForWords,
  heightAt,
  heightSince,
  offlineHeightAt,
  tipWithinTimeout,
} from './account/birth.ts';
export { accountOf, primaryAddress } from './account/make.ts';
export { wipeGivenKeys } from './account/wipe-given-keys.ts';
export { newWords, polyseedPhrase, requireWhole, wordsOf } from './account/words.ts';
export { createGammaPicker } from './decoys/gamma.ts';
export {
  MAX_EVENT_CONFIRMATIONS,
  MAX_CONFIRMATION_NUMBERS,
  USUAL_EVENT_CONFIRMATIONS,
} from './events/rules.ts';
export { summarizeMempool } from './explorer/mempool.ts';
export { exploreTransaction, inputsOf } from './explorer/transaction.ts';
export { longPaymentId } from './ledger/payments.ts';
export { messageBytes } from './multisig/rounds.ts';
export { nodeAt } from './nodes/node-list.ts';
export { chooseResolver, chosenResolver, resolveOpenAlias as lookUp } from './openalias.ts';
export { madeBySite, paymentOf } from './sites/log.ts';
export { rateOf } from './spend/fees.ts';
export { identify } from './spend/keyed-calls.ts';
export { readPayees } from './spend/payees.ts';
export { amountOf } from './spend/pending.ts';

// Rarely used: their code is loaded when they are called.
const givenKeys = onDemand(() => import('./account/given-keys.ts'));
const messageProof = onDemand(() => import('../protocol/proof/message.ts'));
const metadata = onDemand(() => import('./spend/metadata.ts'));
const multisigSeed = onDemand(() => import('./multisig/seed.ts'));
const paymentProof = onDemand(() => import('./proofs/payment.ts'));
const reserveProof = onDemand(() => import('./proofs/reserve.ts'));
const spendingProof = onDemand(() => import('./proofs/spending.ts'));

export const checkPayment: typeof PaymentProof.checkPayment = async (...given) =>
  (await paymentProof()).checkPayment(...given);
export const checkReserve: typeof ReserveProof.checkReserve = async (...given) =>
  (await reserveProof()).checkReserve(...given);
export const checkSpending: typeof SpendingProof.checkSpending = async (...given) =>
  (await spendingProof()).checkSpending(...given);
export const checkTxKey: typeof PaymentProof.checkTxKey = async (...given) =>
  (await paymentProof()).checkTxKey(...given);
export const fromMultisigSeed: Deferred<typeof MultisigSeed.fromMultisigSeed> = async (...given) =>
  (await multisigSeed()).fromMultisigSeed(...given);
export const readGivenKeys: typeof GivenKeys.readGivenKeys = async (...given) =>
  (await givenKeys()).readGivenKeys(...given);
export const verifyMessage: Deferred<typeof MessageProof.verifyMessage> = async (...given) =>
  (await messageProof()).verifyMessage(...given);
export const writeMetadata: Deferred<typeof Metadata.writeMetadata> = async (...given) =>
  (await metadata()).writeMetadata(...given);

type Deferred<F extends (...given: never) => unknown> = (...given: Parameters<F>) => Promise<ReturnType<F>>;
