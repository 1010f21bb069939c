/** When a transaction may leave the wallet: the rules of the network are known, and the nodes agree. */
import type { BlockSource } from '../../ports/block-source.ts';
import type { TxId } from '../../base/brands.ts';
import { MAY_PROVE } from '../../protocol/block/known-rules.ts';
import { hasRings } from '../../protocol/tx/has-rings.ts';
import { fault } from '../faults.ts';
import type { Sync } from '../sync/types.ts';
import type { KeyedCall } from '../state/records/keyed-calls.ts';
import { finishKeyed, sendKeyed, unsentOf, type CallIdentity } from '../spend/keyed-calls.ts';
import { resend, waitingPayment } from '../spend/late-payment.ts';
import { send, type OutboxDeps } from '../spend/outbox.ts';
import type { PendingTx } from '../spend/pending.ts';
import { untilRelayed } from '../spend/wait-until-relayed.ts';

export interface Relaying {
  /**
   * Stores nothing if this build may not send (fault sending_needs_update), if the nodes disagree, or if the transaction
   * has rings and the network takes none any more (fault prepared_not_found).
   */
  readonly relay: (pending: PendingTx) => Promise<void>;
  /** Stores a call with an idempotency key and its result, then sends its transactions: see spend/keyed-calls.ts. */
  readonly relayKeyed: (
    txs: readonly PendingTx[],
    call: CallIdentity & { readonly result: object },
  ) => Promise<void>;
  /** Sends what a stored call has not sent yet. */
  readonly finishKeyed: (call: KeyedCall) => Promise<void>;
  /** Sends a waiting payment again; `txid` in hex. After a fault it keeps waiting. Own fault: not_waiting. */
  readonly resend: (txid: string) => Promise<void>;
  /** Fault sending_needs_update when the network no longer takes the transactions that this build makes; `rings`: those with rings. */
  readonly requireSending: (rings?: boolean) => void;
}

interface RelayingDeps extends OutboxDeps {
  readonly sync: Pick<Sync, 'rules' | 'tip'>;
  /** Rejects while the nodes disagree. */
  readonly beforePrivate: () => Promise<void>;
  /** On a private network, also wait until the node has relayed a transaction. */
  readonly automated: boolean;
}

export function createRelaying({ sync, beforePrivate, automated, ...deps }: RelayingDeps): Relaying {
  const { ledger, clock } = deps;
  const requireSending = (rings?: boolean): void => {
    sync.rules.requireSending(rings);
  };
  const sending = async (
    txs: readonly { readonly txid: TxId; readonly blob?: Uint8Array }[],
    work: () => Promise<void>,
  ): Promise<void> => {
    if (txs.length === 0) return work();
    requireSending();
    if (MAY_PROVE && sync.rules.proving && txs.some(({ blob }) => blob && hasRings(blob)))
      throw fault('prepared_not_found');
    await beforePrivate();
    const receiver: Pick<BlockSource, 'transactions'> = deps.receivers.now();
    await work();
    if (!automated || !sync.tip?.devnet) return;
    for (const { txid } of txs) await untilRelayed({ blocks: receiver, clock }, txid);
  };
  return {
    relay: (pending) => sending([pending], () => send(deps, pending)),
    relayKeyed: (txs, call) => sending(txs, () => sendKeyed(deps, txs, call)),
    finishKeyed: (call) => sending(unsentOf(ledger.state, call), () => finishKeyed(deps, call)),
    resend: async (txid) => {
      const payment = waitingPayment(ledger.state, txid);
      await sending([payment], () => resend(deps, txid));
    },
    requireSending,
  };
}
