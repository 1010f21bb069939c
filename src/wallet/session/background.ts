/** Locks the spend key away and unlocks it. Upstream: `wallet2::start_background_sync`, `stop_background_sync`. */
import type { SecretKey } from '../../base/brands.ts';
import { renewCopy, restoreSpendKey } from '../background/background.ts';
import { copyName } from '../background/copy-file.ts';
import { lockSpendKey, opens, proveOwner, refuseWithGap } from '../background/spend-key.ts';
import { fault } from '../faults.ts';
import type { OpenWallet } from '../wallet.ts';
import { releaseWallet } from './close.ts';
import { emitChanged, emitStatus, openWalletOf, type SessionContext } from './context.ts';
import { adoptFile } from './open.ts';
import { restartSync } from './refresh.ts';

/** Faults no_wallet, bad_background, the store's. */
export async function startBackground(context: SessionContext): Promise<void> {
  const wallet = openWalletOf(context);
  const { background } = wallet.state.settings;
  if (!background) throw fault('bad_background', { reason: 'off' });
  if (background.copy && context.copyOf === undefined)
    throw fault('bad_background', { reason: 'start_copy' });
  if (background.away) {
    // The last call may have failed after it had locked the key away: what is left of it is erased.
    if (!background.copy) await whileStopped(context, wallet, () => lockSpendKey(wallet));
    return;
  }
  if (background.password === undefined) {
    await whileStopped(context, wallet, async () => {
      refuseWithGap(wallet.state);
      await lockSpendKey(wallet);
    });
    emitStatus(context);
    return;
  }
  refuseWithGap(wallet.state);
  // Close the wallet file and open its background copy.
  const { name } = wallet;
  await renewCopy(context.files, wallet);
  const copy = await context.files.open(copyName(name), background.password);
  await releaseWallet(context);
  await adoptFile(context, copy, background.password);
  context.copyOf = name;
}

/** Faults no_wallet, wrong_password, wrong_spend_key, bad_background, the store's. */
export async function stopBackground(
  context: SessionContext,
  password: string,
  given: SecretKey | undefined,
): Promise<void> {
  const wallet = openWalletOf(context);
  if (context.copyOf === undefined) {
    const keys = await proveOwner(wallet, password, given);
    const { background } = wallet.state.settings;
    if (!background) throw fault('bad_background', { reason: 'off' });
    if (background.away) await whileStopped(context, wallet, () => restoreSpendKey(wallet, keys));
  } else {
    if (given && !opens(wallet.state.account, given)) throw fault('wrong_spend_key');
    const file = await context.files.open(context.copyOf, password);
    await releaseWallet(context);
    await adoptFile(context, file, password);
  }
  emitChanged(context);
}

/**
 * Stops the sync before `work`, which locks the spend key away or brings it back: blocks that were asked for or scanned with the
 * key must not be committed without it, nor the other way round.
 */
const whileStopped = async (
  context: SessionContext,
  wallet: OpenWallet,
  work: () => Promise<void>,
): Promise<void> => {
  await wallet.sync.stop();
  try {
    await work();
  } finally {
    restartSync(context);
  }
};
