/**
 * Checks an output that a light-wallet server names: its one-time key must pay the address that it names, and its amount must open its
 * commitment. That the chain has such an output only a node can tell: the server knows the view key, and can make up one that passes.
 */
import type { Scalar } from '../../base/brands.ts';
import { equalBytes } from '../../base/bytes.ts';
import { kernel } from '../../kernel/kernel.ts';
import type { ToldOutput, ToldTransaction } from '../../ports/light-server.ts';
import { derivationToScalar, generateDerivation, underivePublicKey } from '../../protocol/keys/derivation.ts';
import { subaddressSpendPublic } from '../../protocol/keys/subaddress.ts';
import { commit, commitmentMask } from '../../protocol/rct/amount.ts';
import { ONE } from '../../protocol/ring/constants.ts';
import { hashToScalar } from '../../protocol/ring/scalar.ts';
import { keyImageAt } from '../cold/own-output.ts';
import type { AccountRecord } from '../state/records/account.ts';
import type { OwnedOutput } from '../state/records/outputs.ts';

/** Undefined: it is not ours, or its amount does not open. `tx`: its transaction. Fault watch_only without the spend key. */
export function checkOutput(
  account: AccountRecord,
  told: ToldOutput,
  tx: ToldTransaction,
): OwnedOutput | undefined {
  const { key, txPublicKey, outputIndex, subaddress, amount } = told;
  if (!kernel.isOnCurve(key) || !kernel.isOnCurve(txPublicKey)) return undefined;
  const derivation = generateDerivation(txPublicKey, account.viewSecret);
  const spendPublic = subaddressSpendPublic(account, subaddress.major, subaddress.minor);
  if (!equalBytes(underivePublicKey(key, derivation, outputIndex), spendPublic)) return undefined;
  const mask = maskOf(told, tx, derivationToScalar(derivation, outputIndex));
  const source = { key, outputIndex, txPublicKey, additionalKeys: [] };
  const keyImage = keyImageAt(account, source, subaddress);
  if (!mask || !keyImage) return undefined;
  return {
    ...source,
    ...{ txid: told.txid, globalIndex: told.globalIndex, amount, mask, subaddress, keyImage, pkIndex: 0 },
    ...{ rct: told.rct !== undefined, coinbase: tx.coinbase, unlockTime: tx.unlockTime },
    ...{ height: told.height, timestamp: tx.timestamp, frozen: false },
  };
}

/** The mask with which the amount opens the commitment; ONE without a commitment. Undefined: none does. */
const maskOf = (
  { rct, amount }: ToldOutput,
  { coinbase }: ToldTransaction,
  shared: Scalar,
): Scalar | undefined => {
  if (!rct) return ONE;
  // The chain has no commitment for a coinbase output, and monero-lws gives zeros. A node contradicts a false amount at spending.
  if (coinbase && rct.commitment.every((byte) => byte === 0)) return ONE;
  const candidates = coinbase
    ? [ONE]
    : [
        kernel.scalarSub(kernel.scalarReduce(rct.sealedMask), hashToScalar(shared)),
        // Servers may leave the mask out, since it follows from the keys in today's types.
        commitmentMask(shared),
      ];
  return candidates.find((mask) => equalBytes(commit({ amount, mask }), rct.commitment));
};
