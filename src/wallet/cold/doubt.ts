/**
 * Coins of a view-only wallet that may be spent without its knowledge. Those found after the last exchange of key images
 * are not: only another wallet with the same keys could spend them, and its payments would show.
 */
import type { WalletState } from '../state/state.ts';
import type { OwnedOutput } from '../state/records/outputs.ts';

/** Number of such coins: 0 means that the balance is right without an exchange. */
export function doubtfulOutputs({ account, outputs, tables }: WalletState): number {
  if (account.spendSecret) return 0;
  const isUnsure = ({ keyImage, keyImageRequested, spent }: OwnedOutput): boolean =>
    !spent && (keyImage === undefined || keyImageRequested === true);
  const last = outputs.findLastIndex(({ keyImage, keyImageRequested }) => keyImage && !keyImageRequested);
  const known = outputs[last]?.height ?? 0;
  const paysElsewhere = [...tables.outgoing.values()].some(
    ({ state, destinations, height }) => state === 'confirmed' && destinations.length === 0 && height > known,
  );
  const everything = last < 0 || paysElsewhere || account.multisig !== undefined;
  return outputs.filter((output, at) => isUnsure(output) && (everything || at < last)).length;
}
