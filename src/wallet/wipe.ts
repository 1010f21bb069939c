/** Overwrites the secrets of an open wallet in memory. Copies that the JavaScript engine made cannot be reached. */
import { Secret } from '../base/secret.ts';
import type { WalletState } from './state/state.ts';

/** Overwrites spend and view key, the content of 16 words, multisig shares and nonces, transaction keys, answers that contain such keys. Do not use the state afterwards. */
export function wipeSecrets({ tables }: WalletState): void {
  for (const { viewSecret, spendSecret, polyseed, multisig } of tables.account.values()) {
    wipe([viewSecret]);
    if (spendSecret) wipe([spendSecret]);
    if (polyseed) wipe([polyseed.secret]);
    if (multisig) wipe([multisig.signerSecret, ...multisig.keys, ...multisig.derivations]);
  }
  for (const { nonces } of tables.multisigOutputs.values()) wipe(nonces);
  for (const { key, additional } of tables.txKeys.values()) wipe([key, ...additional]);
  for (const { result } of tables.keyedCalls.values()) wipe([result]);
}

const wipe = (secrets: readonly Uint8Array[]): void => {
  for (const secret of secrets) Secret.over(secret).wipe();
};
