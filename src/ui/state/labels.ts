/** Labels of accounts and addresses of the open wallet. */
import type { Session } from './session.svelte.ts';

export interface Labels {
  account(index: number): string;
  label(account: number, index: number): string;
  /** Name of the contact with this address; empty when there is none. */
  contact(address: string): string;
}
export function labelsOf(session: Session): Labels {
  return {
    account(index) {
      const label = session.book.accounts.find((account) => account.index === index)?.label ?? '';
      if (label !== '') return label;
      // The first account is called like the wallet if it has no label.
      return index === 0 ? session.status.wallet : `Account ${index + 1}`;
    },
    contact: (address) => session.contacts.find(address)?.name ?? '',
    label: (account, index) => session.book.addresses.label(account, index),
  };
}
