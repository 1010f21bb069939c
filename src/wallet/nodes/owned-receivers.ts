/** A wallet's receivers, which get nothing any more when another program has the wallet. */
import type { WalletFile } from '../../ports/wallet-files.ts';
import type { Receivers, TxReceiver } from './receivers.ts';

/** Before each transaction leaves, the storage is asked whether this program still owns the wallet, where it can tell. */
export function ownedReceivers(
  receivers: Receivers,
  { confirmOwner }: Pick<WalletFile, 'confirmOwner'>,
): Receivers {
  if (!confirmOwner) return receivers;
  const owned = (receiver: TxReceiver): TxReceiver => ({
    ...receiver,
    relay: async (...transaction) => {
      await confirmOwner();
      return receiver.relay(...transaction);
    },
  });
  return { now: () => owned(receivers.now()), again: (sentTo) => owned(receivers.again(sentTo)) };
}
