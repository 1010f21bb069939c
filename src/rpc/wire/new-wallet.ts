/** Shared by the methods that create wallets. */
import { foldedName, isBesideName } from '../../base/wallet-name.ts';
import { birthHeight, dateForWords, tipWithinTimeout } from '../../wallet/without-wallet.ts';
import type { ChainTip } from '../../ports/block-source.ts';
import type { WalletSession } from '../../wallet/session/types.ts';
import type { Network } from '../../protocol/address/address.ts';
import { fault } from '../faults.ts';

/** The name of a wallet that is made. Faults no_name, no_wallet_dir, bad_wallet_name. */
export function checkSpelling({ files }: WalletSession, name: string): void {
  // A wallet without a name is lost when the tab closes, so only a program may create one.
  if (files.checkName) files.checkName(name);
  else if (name === '') throw fault('no_name');
  if (isBesideName(name)) throw fault('bad_wallet_name', { name });
}
/**
 * Checks the spelling of a name, and that no wallet has it: fault wallet_exists, with the message of the restoring
 * methods.
 */
export async function checkName(session: WalletSession, name: string): Promise<void> {
  const { files } = session;
  checkSpelling(session, name);
  const known = await files.list();
  if (known.some((file) => foldedName(file.name) === foldedName(name)))
    throw fault('wallet_exists', { name });
}

/** The network of a new wallet: the session's, else that of the node if it answers, else mainnet. */
export function networkOf(session: WalletSession, tip: ChainTip | undefined): Network {
  return session.network ?? tip?.network ?? 'mainnet';
}

interface NetworkAndBirth {
  readonly network: Network;
  /** Birth height of a wallet that is created now. */
  readonly height: number;
  /** The date for 16 words that are made now, in seconds. */
  readonly date: number;
  /** The node is on a devnet. */
  readonly devnet: boolean;
  /** The device's clock, in seconds. */
  readonly now: number;
}

/** The facts of the node and the clock that a new wallet needs. */
export async function networkAndBirth(session: WalletSession): Promise<NetworkAndBirth> {
  const { chain, clock } = session.world;
  const tip = await tipWithinTimeout(chain, clock);
  const network = networkOf(session, tip);
  // A height of another network is not usable.
  const own = tip?.network === network ? tip : undefined;
  const now = Math.floor(clock.now() / 1000);
  return {
    network,
    height: birthHeight(own, network, now),
    date: dateForWords(own, network, now),
    devnet: own?.devnet === true,
    now,
  };
}
