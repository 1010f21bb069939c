/**
 * By how much transfers change a balance. The wallet computes it (src/wallet/ledger/net.ts); screens add it, so all their
 * sums agree with the balance and what is frozen.
 */
import type { Transfer } from './model.ts';
import { isArrival } from './transfers.ts';

/** The accounts that a screen shows; undefined: the whole wallet. */
export type Shown = readonly number[] | undefined;

/** True if a list has a row for the transfer. Over all accounts a move has one row. */
export function isShown(transfer: Transfer, accounts: Shown): boolean {
  return accounts === undefined ? !isArrival(transfer) : accounts.includes(transfer.account);
}

/**
 * In piconero, with the fee. What comes in counts as soon as a node has it, what goes out at once, what failed never. Of a
 * move the wallet loses the fee; of its accounts one loses the amount and the other gets it.
 */
export function changeBy(transfer: Transfer, accounts: Shown): bigint {
  if (accounts === undefined) return transfer.walletNet;
  return accounts.includes(transfer.account) ? transfer.net : 0n;
}

/** `changeBy` in two parts: what came or went, with its sign, and the fee that these accounts paid for it. */
export function partsOf(
  transfer: Transfer,
  accounts: Shown,
): { readonly moved: bigint; readonly fee: bigint } {
  const by = changeBy(transfer, accounts);
  if (transfer.incoming || by >= 0n) return { moved: by, fee: 0n };
  const fee = transfer.fee < -by ? transfer.fee : -by;
  return { moved: by + fee, fee };
}

/** The amount of a row: with a minus sign where the shown accounts have less; of a move within them its plain amount. */
export function amountIn(transfer: Transfer, accounts: Shown): bigint {
  const { moved } = partsOf(transfer, accounts);
  return moved === 0n ? transfer.amount : moved;
}
