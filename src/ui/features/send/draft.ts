/** Fills the form of Send from the draft that the open wallet keeps, or from a payment link; and makes such a draft. */
import type { SendDraft } from '../../state/send-draft.ts';
import type { Session } from '../../state/session.svelte.ts';
import type { SendFields } from './fields.svelte.ts';

/** Undefined when nothing is typed. `without`: so many of the first recipients are left out. */
export function draftOf(fields: SendFields, without = 0): SendDraft | undefined {
  const recipients = [fields, ...fields.others.list]
    .slice(without)
    .map(({ payee, amountText }) => ({ text: payee.text, amountText }));
  const { all, note, account, priority, subtractFee, chosen: coins } = fields;
  const typed = recipients.some(({ text, amountText }) => text.trim() !== '' || amountText.trim() !== '');
  if (recipients.length === 0 || !(typed || all || note.trim() !== '' || coins.length > 0)) return undefined;
  return { recipients, all, note, account, priority, subtractFee, coins };
}

/** Resolves with the typed form, or else with the draft that the open wallet keeps, when that was read. */
export async function typedOrKept(session: Session, fields: SendFields): Promise<SendDraft | undefined> {
  await session.draftRead;
  return draftOf(fields) ?? session.book.sendDraft;
}

/** The first recipient without an address; -1: there is none. */
export function freePlace(draft: SendDraft | undefined): number {
  return draft?.recipients.findIndex(({ text }) => text.trim() === '') ?? -1;
}

/**
 * Fills an empty form with the draft of the open wallet. `address` (from a contact, or empty) takes the first place that
 * has no address; if there is none, the form starts anew with it. A form in which the person has typed already stays as it
 * is. Resolves when the addresses were checked.
 */
export async function restoreDraft(session: Session, fields: SendFields, address = ''): Promise<void> {
  const typed = draftOf(fields);
  if (typed !== undefined) {
    const place = [fields, ...fields.others.list][freePlace(typed)];
    if (address !== '' && place) await place.payee.set(address, true);
    return;
  }
  const draft = session.book.sendDraft;
  const free = freePlace(draft);
  if (draft === undefined || (address !== '' && free < 0)) {
    if (address !== '') await fields.payee.set(address, true);
    return;
  }
  const [first, ...others] = draft.recipients.map(({ text, amountText }, i) => ({
    address: i === free && address !== '' ? address : text,
    amountText,
  }));
  fields.account = draft.account;
  fields.priority = draft.priority;
  fields.note = draft.note;
  fields.subtractFee = draft.subtractFee;
  fields.amountText = first?.amountText ?? '';
  fields.all = draft.all;
  await Promise.all([
    fields.payee.set(first?.address ?? '', true),
    fields.others.fill(others),
    fields.chooseAgain(draft.coins),
  ]);
}

/** In characters. A longer one is no payment link. */
const LONGEST_LINK = 20_000;

/** The payment link in `#/pay/…`, as the system or another app gave it; undefined when there is none. It is checked like a pasted text. */
export function linkIn(args: readonly string[]): string | undefined {
  const text = args.join('/').trim();
  return text === '' || text.length > LONGEST_LINK ? undefined : text;
}
