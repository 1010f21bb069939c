/**
 * Numbers of rounds and key shares of an M of N account. Upstream: `multisig_kex_rounds_required`,
 * `multisig_setup_rounds_required` (src/multisig/multisig_account.cpp), `num_priv_multisig_keys_post_setup`
 * (src/wallet/wallet2.cpp).
 */

/** MULTISIG_MAX_SIGNERS; with more signers there would be too many shares. */
export const MAX_SIGNERS = 16;

export function isGroup(threshold: number, signers: number): boolean {
  return (
    Number.isInteger(threshold) &&
    signers >= 2 &&
    signers <= MAX_SIGNERS &&
    threshold >= 1 &&
    threshold <= signers
  );
}

/** Number of main rounds; after the last one the address is known. */
export function mainRounds(threshold: number, signers: number): number {
  return signers - threshold + 1;
}

/** Main rounds, and the round in which all signers confirm the address. */
export function allRounds(threshold: number, signers: number): number {
  return mainRounds(threshold, signers) + 1;
}

export function choose(n: number, k: number): number {
  if (k < 0 || k > n) return 0;
  let result = 1;
  for (let i = 1; i <= k; i++) result = (result * (n - k + i)) / i;
  return Math.round(result);
}

/** Number of key shares of each signer: one for every group of N - M other signers. */
export function shareCount(threshold: number, signers: number): number {
  return choose(signers - 1, signers - threshold);
}
