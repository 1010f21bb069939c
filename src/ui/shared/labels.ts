/** Labels of accounts and labels of addresses, as the open wallet has them now. */
import type { Session } from '../state/session.svelte.ts';
import type { Labels } from './rows.ts';

export function labelsOf(session: Session): Labels {
  return {
    account(index) {
      const label = session.book.accounts.find((account) => account.index === index)?.label ?? '';
      if (label !== '') return label;
      // Without a label the first account has the wallet's name.
      return index === 0 ? session.status.wallet : `Account ${index + 1}`;
    },
    label: (account, index) => session.book.labelOf(account, index),
  };
}
