/** A part of the history in wire form, for x_history and x_overview. Its fields: methods/x_history.ts. */
import type { Infer } from '../../base/shape.ts';
import { toHex } from '../../base/hex.ts';
import type { HistoryEntry } from '../../wallet/types.ts';
import type { Wallet } from '../../wallet/wallet.ts';
import { bool, count, def, int, listOf, obj, oneOf, opt, str, u64 } from '../schema.ts';
import { destination, subaddressIndex } from './shapes.ts';
import { toEntry } from './transfer-entry.ts';

const NOT_WAITING = { missing: 0, relay: '' };

/** Value of `upto` for the newest blocks, and what is in no block. */
export const ANY_HEIGHT = Number.MAX_SAFE_INTEGER;
/** Entries of a page, unless a block has more. */
export const PAGE_LENGTH = 200;

export const historyPage = {
  height: count,
  above: count,
  entries: listOf(
    obj({
      type: str,
      txid: str,
      url_id: str,
      height: count,
      timestamp: count,
      amount: u64,
      fee: u64,
      note: def(str, ''),
      destinations: listOf(destination),
      payment_id: def(str, ''),
      kind: oneOf('in', 'out', 'move', 'mined'),
      other_account: opt(count),
      net: int,
      wallet_net: int,
      free_at: def(count, 0),
      locked_until: def(count, 0),
      subaddr_index: subaddressIndex,
      address: str,
      double_spend_seen: def(bool, false),
      missing: def(count, 0),
      relay: def(str, ''),
    }),
  ),
};

export function toHistoryPage(
  wallet: Wallet,
  { above, upto, limit }: { readonly above: number; readonly upto: number; readonly limit: number },
): Infer<typeof historyPage> {
  const { history, payments } = wallet;
  const from = history.newestAbove({ min: above, max: upto }, Math.max(1, limit));
  const filter = { min: from, max: upto };
  const entries: HistoryEntry[] = [
    ...(upto === ANY_HEIGHT ? [...history.pool({}), ...history.pending({}), ...history.failed({})] : []),
    ...history.in(filter),
    ...history.out(filter),
  ];
  wallet.addressTexts(entries.map(({ subaddress }) => subaddress));
  return {
    height: history.height,
    above: from,
    entries: history
      .movementsOf(entries)
      .map(({ entry, kind, amount, otherAccount, net, walletNet, freeAt, lockedUntil }) => ({
        ...toEntry(wallet, entry),
        kind,
        amount,
        other_account: otherAccount,
        net,
        wallet_net: walletNet,
        free_at: freeAt,
        locked_until: lockedUntil,
        url_id: history.urlIdOf(entry.txid),
        ...(entry.type === 'pending' ? payments.waitingOf(toHex(entry.txid)) : NOT_WAITING),
      })),
  };
}
