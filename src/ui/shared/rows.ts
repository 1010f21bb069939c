/** The texts of a transfer: its name and state. Used by rows and by the detail page. */
import type { Transfer } from '../state/model.ts';
import { count } from '../format/format.ts';
import { ofTen } from '../format/time.ts';

export interface Labels {
  account(index: number): string;
  label(account: number, index: number): string;
}
/** The note; otherwise what is known: the receiving address, the accounts of a move, or the block. */
export function transferName(transfer: Transfer, labels: Labels): string {
  if (transfer.note !== '') return transfer.note;
  switch (transfer.kind) {
    case 'mined':
      return `Mined block ${count(transfer.height)}`;
    case 'move':
      return transfer.incoming
        ? `Moved from ${labels.account(transfer.otherAccount ?? 0)}`
        : transfer.otherAccount === transfer.account
          ? 'Moved within the account'
          : `Moved to ${labels.account(transfer.otherAccount ?? 0)}`;
    case 'in':
      return labels.label(transfer.account, transfer.addressIndex) || 'No note';
    case 'out':
      return 'No note';
  }
}
/** `Waiting for a block`, `3 of 10 blocks`, `Not sent`, `Done`. */
export function stateWords({ state, blocks, remaining, kind }: Transfer): string {
  switch (state) {
    case 'waiting':
      return 'Waiting for a block';
    case 'settling':
      return kind === 'mined' && remaining > 10 ? `${count(remaining)} blocks to go` : ofTen(blocks);
    case 'failed':
      return 'Not sent';
    case 'done':
      return 'Done';
  }
}
/** For screen readers, which do not see the arrow. */
export function kindWords({ kind, incoming, state }: Transfer): string {
  return state === 'failed'
    ? 'Not sent'
    : kind === 'move'
      ? 'Moved'
      : kind === 'mined'
        ? 'Mined'
        : incoming
          ? 'Received'
          : 'Sent';
}
