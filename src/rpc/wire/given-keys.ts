/** Keys as a person has them on paper, shared by the methods that take them. */
import type { GivenKeys } from '../../wallet/types.ts';
import { heightSince, readGivenKeys, tipWithinTimeout } from '../../wallet/without-wallet.ts';
import type { Network } from '../../protocol/address/address.ts';
import type { WalletSession } from '../../wallet/session/types.ts';
import { def, str } from '../schema.ts';
import { networkOf } from './new-wallet.ts';

/** Words, keys in hex or a link; the passphrase of words. */
export const givenKeysParams = { given_keys: str, passphrase: def(str, '') };

interface Read {
  readonly given: GivenKeys;
  readonly network: Network;
  /** Where the link or the date in 16 words lets scanning start; undefined without either. */
  readonly height: number | undefined;
}
/** Short, because the user has just given the keys and is waiting. */
const TIMEOUT_MS = 2_000;

/** Faults of readGivenKeys. */
export async function readKeysOf(
  session: WalletSession,
  { given_keys, passphrase }: { readonly given_keys: string; readonly passphrase: string },
): Promise<Read> {
  const { chain, clock } = session.world;
  const given = await readGivenKeys(given_keys, passphrase);
  const tip = await tipWithinTimeout(chain, clock, TIMEOUT_MS);
  const network = session.open?.state.account.network ?? given.network ?? networkOf(session, tip);
  const since = given.words?.since;
  const now = Math.floor(clock.now() / 1000);
  const bySince = since === undefined ? undefined : heightSince(network, tip?.devnet === true, since, now);
  return { given, network, height: given.height ?? bySince };
}
