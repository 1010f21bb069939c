/** Shared by the methods that create wallets. */
import { birthHeight, tipWithinTimeout } from '../../wallet/account/birth.ts';
import type { Session } from '../../wallet/session/types.ts';
import type { Network } from '../../protocol/address/address.ts';
import { fault } from '../faults.ts';

/** Faults no_name, no_wallet_dir, bad_wallet_name. */
export function checkSpelling({ files }: Session, name: string): void {
  // A wallet without a name is lost when the tab closes, so only a program may create one.
  if (files.checkName) files.checkName(name);
  else if (name === '') throw fault('no_name');
}
/** Like checkSpelling; also fault wallet_exists, with the message of the restoring methods. */
export async function checkName(session: Session, name: string): Promise<void> {
  const { files } = session;
  checkSpelling(session, name);
  const known = await files.list();
  if (known.some((file) => file.name === name)) throw fault('wallet_exists', { name });
}

/** The network of the chosen node if it answers, else mainnet; and the birth height of a wallet created now. */
export async function networkAndBirth({
  world,
}: Session): Promise<{ readonly network: Network; readonly height: number }> {
  const tip = await tipWithinTimeout(world.chain, world.clock);
  const network = tip?.network ?? 'mainnet';
  return { network, height: birthHeight(tip, network, Math.floor(world.clock.now() / 1000)) };
}
