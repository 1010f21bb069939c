/** Events of spent money: a node has the transaction, and a transaction with an event counts as failed. */
import type { EventView, NewEvent } from './event-view.ts';
import type { Outgoing } from './records/payments.ts';
import { RELAYED } from './records/relay.ts';

export function spendEvents(view: EventView): readonly NewEvent[] {
  return [...view.touched('outgoing')].flatMap((txid): readonly NewEvent[] => {
    const was = view.before('outgoing', txid);
    const is = view.after('outgoing', txid);
    if (was && isSpent(was)) {
      const failed = is ? is.state === 'failed' : !view.quiet;
      return failed ? [{ type: 'spent_failed', ...factsOf(was, txid) }] : [];
    }
    if (!is || !isSpent(is)) return [];
    const foundAgain = !was && is.height > 0 && is.height < view.quietBelow;
    return foundAgain ? [] : [{ type: 'spent', ...factsOf(is, txid) }];
  });
}

/** True if a node or a block has the transaction. */
const isSpent = ({ state, relay }: Outgoing): boolean =>
  state === 'confirmed' || (state === 'pending' && relay === RELAYED);

const factsOf = (
  { amountIn, change, fee, account, height }: Outgoing,
  txid: string,
): Omit<NewEvent, 'type'> => ({
  txid,
  amount: amountIn - change - fee,
  fee,
  subaddress: { major: account, minor: 0 },
  ...(height > 0 && { height }),
});
