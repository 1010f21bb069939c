/**
 * Replaces the keys of the open wallet or what it read from the chain. The sync is stopped meanwhile.
 * Upstream: `wallet2::rescan_blockchain` (src/wallet/wallet2.cpp).
 */
import { forgetChain } from '../ledger/forget-chain.ts';
import { put, type WalletState } from '../state/state.ts';
import type { Change } from '../state/tables.ts';
import { fault } from '../faults.ts';
import type { OpenWallet } from '../wallet.ts';
import { emitStatus, openWalletOf, type SessionContext } from './context.ts';
import { restartSync, startSync } from './refresh.ts';

/** Deletes what was read and reads it again. Faults: no_wallet; the node's, before anything is deleted. */
export async function rescan(context: SessionContext, hard: boolean): Promise<void> {
  const wallet = openWalletOf(context);
  const isOpen = (): boolean => context.open === wallet;
  await context.world.chain.tip();
  await wallet.sync.stop();
  try {
    await wallet.ledger.commit((state) => forgetChain(state, hard));
  } finally {
    if (isOpen()) startSync(context);
  }
  if (isOpen()) await wallet.sync.refresh();
}

/** Makes the wallet cold, or an ordinary one again; deletes what it read. Fault no_wallet. */
export async function keepCold(context: SessionContext, cold: boolean): Promise<void> {
  const wallet = openWalletOf(context);
  if (cold === (wallet.state.settings.cold ?? false)) return;
  await wallet.sync.stop();
  try {
    await wallet.ledger.commit((state) => {
      const forgotten = forgetChain(state, false);
      return { ...forgotten, puts: [...forgotten.puts, put('settings', '', { ...state.settings, cold })] };
    });
  } finally {
    if (context.open === wallet) restartSync(context);
  }
  emitStatus(context);
}

/** Commits a change of keys or scanned height. Faults: no_wallet if closed meanwhile; of `work`, before writing. */
export async function commitWhileStopped(
  context: SessionContext,
  wallet: OpenWallet,
  work: (state: WalletState) => Change,
): Promise<void> {
  if (context.open !== wallet) throw fault('no_wallet');
  const { spendPublic } = wallet.state.account;
  await wallet.sync.stop();
  try {
    await wallet.ledger.commit(work);
    if (wallet.state.account.spendPublic !== spendPublic) await wallet.sync.keysChanged();
  } finally {
    restartSync(context);
  }
  emitStatus(context);
}
