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
  /** Where the text, the link or the date in 16 words lets scanning start, the earliest of them; undefined without any. */
  readonly height: number | undefined;
}
/** Short, because the user has just given the keys and is waiting. */
const TIMEOUT_MS = 2_000;
/** A day may have begun earlier where the text was written. */
const DAY_S = 86_400;

export async function readKeysOf(
  session: WalletSession,
  { given_keys, passphrase }: { readonly given_keys: string; readonly passphrase: string },
): Promise<Read> {
  const { chain, clock } = session.world;
  const given = await readGivenKeys(given_keys, passphrase);
  const tip = await tipWithinTimeout(chain, clock, TIMEOUT_MS);
  const network = session.open?.state.account.network ?? given.network ?? networkOf(session, tip);
  const now = Math.floor(clock.now() / 1000);
  const days = [
    given.words?.since,
    given.day === undefined ? undefined : Date.parse(given.day) / 1000 - DAY_S,
  ].flatMap((day) => (day === undefined ? [] : heightSince(network, tip?.devnet === true, day, now)));
  const heights = [...days, ...(given.height === undefined ? [] : [given.height])];
  return { given, network, height: heights.length === 0 ? undefined : Math.min(...heights) };
}
