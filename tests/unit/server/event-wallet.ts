/** A real session with a wallet that writes events, behind the feed of the wallet server. */
import { createEventFeed, type EventFeed } from '../../../src/server/events/event-feed.ts';
import { asTxId } from '../../../src/base/brands.ts';
import { toHex } from '../../../src/base/hex.ts';
import { dispatchText } from '../../../src/rpc/dispatch-text.ts';
import { put } from '../../../src/wallet/state/state.ts';
import { openFixture, type RpcWallet } from '../../support/rpc/fixture.ts';

export interface EventWallet extends RpcWallet {
  readonly feed: EventFeed;
  /** Asks the wallet, envelope in and out as text. */
  readonly request: (envelope: string) => Promise<string>;
  /** Payment number n is seen in the pool: its amount is n piconero. */
  readonly pay: (n: number) => Promise<void>;
}

export async function openEventWallet(): Promise<EventWallet> {
  const rpc = await openFixture();
  await rpc.call('x_record_events');
  const request = (envelope: string): Promise<string> => dispatchText(rpc.session, envelope);
  const feed = createEventFeed({ request });
  rpc.session.on('recorded', () => feed.wake());
  const pay = (n: number): Promise<void> => {
    const txid = asTxId(new Uint8Array(32).fill(n, 31));
    const payment = {
      txid,
      subaddress: { major: 0, minor: 1 },
      amount: BigInt(n),
      amounts: [BigInt(n)],
      height: 0,
      timestamp: 0,
      unlockTime: 0n,
      fee: 1n,
      coinbase: false,
      doubleSpendSeen: false,
    };
    return rpc.session.wallet.ledger.commit({
      puts: [put('payments', `${toHex(txid)}:0:1`, payment)],
      deletes: [],
    });
  };
  return { ...rpc, feed, request, pay };
}
