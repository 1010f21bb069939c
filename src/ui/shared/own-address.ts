/** What an address of the wallet received, and its label. Used by Receive, by requests and by the address page. */
import type { OwnAddress, Transfer } from '../state/model.ts';
import type { Session } from '../state/session.svelte.ts';

type Place = Pick<OwnAddress, 'account' | 'index'>;

/** Transfers that came in at this address, in the order of the list. */
export function arrivedAt(transfers: readonly Transfer[], { account, index }: Place): readonly Transfer[] {
  return transfers.filter((each) => each.incoming && each.account === account && each.addressIndex === index);
}

/** Saves the label of an address other than the first, whose label is that of its account. */
export async function saveLabel(
  { client }: Pick<Session, 'client'>,
  { account, index }: Place,
  label: string,
): Promise<void> {
  await client.call('label_address', { index: { major: account, minor: index }, label });
}
