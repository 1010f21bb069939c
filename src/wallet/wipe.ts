/** Overwrites the secrets that an open wallet held in memory. Copies that the engine made are out of reach. */
import type { WalletState } from './state/state.ts';

/** Spend and view key, shares and nonces of a multisig account, keys of transactions. The state is of no use afterwards. */
export function wipeSecrets({ tables }: WalletState): void {
  for (const { viewSecret, spendSecret, multisig } of tables.account.values()) {
    wipe([viewSecret]);
    if (spendSecret) wipe([spendSecret]);
    if (multisig) wipe([multisig.signerSecret, ...multisig.keys, ...multisig.derivations]);
  }
  for (const { nonces } of tables.multisigOutputs.values()) wipe(nonces);
  for (const { key, additional } of tables.txKeys.values()) wipe([key, ...additional]);
}

const wipe = (secrets: readonly Uint8Array[]): void => {
  for (const secret of secrets) secret.fill(0);
};
