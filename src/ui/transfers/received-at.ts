/** The transfers that came in at an address of the wallet, and its label. For Receive, requests and the address page. */
import type { OwnAddress, Transfer } from '../state/model.ts';
import type { Session } from '../state/session.svelte.ts';
import type { Task } from '../state/task.ts';

type SubaddressIndex = Pick<OwnAddress, 'account' | 'index'>;

/** Transfers that came in at this address, in the order of the list. */
export function arrivedAt(
  transfers: readonly Transfer[],
  { account, index }: SubaddressIndex,
): readonly Transfer[] {
  return transfers.filter((each) => each.incoming && each.account === account && each.addressIndex === index);
}

/** The address of an account to give to the next payer: the newest unused one, else the newest; none of a payment request. */
export function nextAddress(addresses: readonly OwnAddress[]): OwnAddress | undefined {
  const forAnyone = addresses.filter(({ requested }) => !requested);
  return forAnyone.findLast(({ used }) => !used) ?? forAnyone.at(-1);
}

/** Stands where nothing has come in yet. */
export function waitingWords(session: Session): string {
  if (session.needsNode) return 'No node is chosen. Payments are seen once you choose one.';
  return session.hasNode && !session.status.cold
    ? 'Nothing has come in yet. You can leave this page: payments arrive all the same.'
    : 'This device has no network: it sees no payments.';
}

/** Saves the label of an address other than the first, whose label is that of its account; returns whether it differed. */
export async function saveLabel(
  task: Task,
  { client, book }: Pick<Session, 'client' | 'book'>,
  { account, index }: SubaddressIndex,
  typed: string,
): Promise<boolean> {
  const label = typed.trim();
  if (label === book.addresses.label(account, index)) return false;
  await task.wait(client.call('label_address', { index: { major: account, minor: index }, label }));
  await task.wait(book.refresh());
  return true;
}
