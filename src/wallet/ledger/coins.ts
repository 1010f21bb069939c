/**
 * Why an output cannot be spent now, and the list of unspent outputs that a person chooses from. `now` is in seconds.
 * Upstream: the conditions of `wallet2::create_transactions_2` for usable outputs.
 */
import { toHex } from '../../base/hex.ts';
import type { WalletFaults } from '../faults.ts';
import type { WalletState } from '../state/state.ts';
import type { OwnedOutput } from '../state/records/outputs.ts';
import { boundOutputs } from '../state/unsent.ts';
import { blocksUntilUnlocked, isUnlocked, isUsable, lockedUntil } from './balance.ts';

/**
 * spent: by a transaction in a block or on its way. bound: by a payment that waits for signatures. unknown: the wallet
 * must sign and does not know the key image, or the output is older than RingCT. later: an output of Carrot, for which
 * this wallet cannot prove membership.
 */
type Obstacle = Exclude<WalletFaults['output_not_spendable']['reason'], 'ring'>;

/** A function that says why an output cannot be spent; undefined when it can. */
export function obstaclesIn(state: WalletState, now: number): (output: OwnedOutput) => Obstacle | undefined {
  const bound = boundOutputs(state);
  // A view-only wallet also plans with outputs whose key image it does not know.
  const { spendSecret, multisig } = state.account;
  const signs = spendSecret !== undefined || multisig !== undefined;
  return (output) => {
    if (output.spent) return 'spent';
    if (output.frozen) return 'frozen';
    if (bound.size > 0 && bound.has(toHex(output.key))) return 'bound';
    if (output.carrot && !isUsable(state, output)) return 'later';
    if (!output.rct || (signs && output.keyImage === undefined)) return 'unknown';
    return isUnlocked(output, state.height, now) ? undefined : 'locked';
  };
}

export interface Coin {
  /** Position in the outputs table. */
  readonly at: number;
  readonly output: OwnedOutput;
  readonly obstacle: Obstacle | undefined;
  /** Number of blocks until it is unlocked; 0 when it is. */
  readonly blocks: number;
  /** In seconds; 0 unless a time locks it. */
  readonly lockedUntil: number;
}

/**
 * Up to `limit` outputs of an account that no block spends, in chain order, from position `from` of the outputs table
 * on. `next`: where the next part begins; 0 when nothing is left.
 */
export function coinsFrom(
  state: WalletState,
  { account, from, limit }: { readonly account: number; readonly from: number; readonly limit: number },
  now: number,
): { readonly coins: readonly Coin[]; readonly next: number } {
  const obstacleOf = obstaclesIn(state, now);
  const coins: Coin[] = [];
  for (let at = from; at < state.outputs.length; at++) {
    const output = state.outputs[at]!;
    if (output.subaddress.major !== account || (output.spent && output.spent.height > 0)) continue;
    if (coins.length === limit) return { coins, next: at };
    const blocks = blocksUntilUnlocked(output, state.height, now);
    coins.push({ at, output, obstacle: obstacleOf(output), blocks, lockedUntil: lockedUntil(output, now) });
  }
  return { coins, next: 0 };
}
