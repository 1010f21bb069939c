/** The texts of a transfer: its name and state. Used by rows and by the detail page. */
import type { Labels } from '../state/labels.ts';
import type { Transfer } from '../state/model.ts';
import { count, counted } from '../format/format.ts';
import { exactTime, ofTen } from '../format/time.ts';

/** `Mara`, `Mara and 2 more`, `3 recipients`; empty when a single recipient is no contact. */
export function recipientsText({ destinations }: Pick<Transfer, 'destinations'>, labels: Labels): string {
  const names = destinations.map(({ address }) => labels.contact(address)).filter((name) => name !== '');
  const [first] = names;
  if (first === undefined)
    return destinations.length > 1 ? counted(destinations.length, ['# recipient', '# recipients']) : '';
  return destinations.length === 1 ? first : `${first} and ${count(destinations.length - 1)} more`;
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
      return labels.label(transfer.account, transfer.addressIndex) || 'Received';
    case 'out': {
      const to = recipientsText(transfer, labels);
      if (to !== '') return `To ${to}`;
      // After a restore from words or keys: the chain does not hold the payee.
      return transfer.destinations.length === 0 ? 'Sent, payee not known' : 'Sent';
    }
  }
}
/**
 * The address that names a transfer without note, contact and label: the one that was paid, or the own one that received it.
 * Empty when it has another name, or when no address is known.
 */
export function namingAddress(transfer: Transfer, labels: Labels): string {
  const { note, kind, account, addressIndex, address, destinations } = transfer;
  if (note !== '') return '';
  if (kind === 'in') return labels.label(account, addressIndex) === '' ? address : '';
  return kind === 'out' && recipientsText(transfer, labels) === '' ? (destinations[0]?.address ?? '') : '';
}
/** `Waiting for a block`, `3 of 10 blocks`, `Not sent`, `Done`. */
export function stateWords({ state, blocks, remaining, kind, lockedUntil }: Transfer): string {
  switch (state) {
    case 'waiting':
      return 'Waiting for a block';
    case 'settling':
      if (remaining === 0) return `Locked until ${exactTime(lockedUntil)}`;
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
      ? 'Moved within the wallet'
      : kind === 'mined'
        ? 'Mined'
        : incoming
          ? 'Received'
          : 'Sent';
}
