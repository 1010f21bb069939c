/**
 * Functions for modules outside of src/wallet, without an open wallet: keys and words before a wallet is made, checks of
 * proofs, parameters of payments. None of these functions changes anything but the choice of a resolver.
 */
import type { checkReserve as check } from './proofs/reserve.ts';

export { addressOf } from './account/addresses.ts';
export { birthHeight, heightAt, heightSince, offlineHeightAt, tipWithinTimeout } from './account/birth.ts';
export { readGivenKeys, wipeGivenKeys } from './account/given-keys.ts';
export { accountOf, primaryAddress } from './account/make.ts';
export { newWords, polyseedPhrase, wordsOf } from './account/words.ts';
export { MAX_CONFIRMATIONS, MAX_CONFIRMATION_NUMBERS, USUAL_CONFIRMATIONS } from './events/rules.ts';
export { summarizeMempool } from './explorer/mempool.ts';
export { exploreTransaction, inputsOf } from './explorer/transaction.ts';
export { longPaymentId } from './ledger/payments.ts';
export { messageBytes } from './multisig/messages.ts';
export { fromMultisigSeed } from './multisig/seed.ts';
export { nodeAt } from './nodes/node-list.ts';
export { chooseResolver, chosenResolver, lookUp } from './openalias.ts';
export { checkPayment, checkTxKey } from './proofs/payment.ts';
export { checkSpending } from './proofs/spending.ts';
export { madeBySite } from './sites/log.ts';
export { rateOf } from './spend/fees.ts';
export { identify } from './spend/keyed-calls.ts';
export { writeMetadata } from './spend/metadata.ts';
export { readPayees } from './spend/payees.ts';
export { amountOf } from './spend/pending.ts';

/** Loads on demand: proofs of reserves are rare. */
export const checkReserve: typeof check = async (...given) =>
  (await import('./proofs/reserve.ts')).checkReserve(...given);
