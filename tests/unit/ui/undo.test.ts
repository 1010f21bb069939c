/** What can be taken back: a removed contact, tag or note, and a closed request. */
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { createClient } from '../../../src/client/client.ts';
import { TagsState } from '../../../src/ui/features/accounts/tags.svelte.ts';
import { ContactsState } from '../../../src/ui/features/contacts/contacts.svelte.ts';
import { TransferState } from '../../../src/ui/features/history/transfer.svelte.ts';
import { RequestsState } from '../../../src/ui/features/requests/requests.svelte.ts';
import { Session } from '../../../src/ui/state/session.svelte.ts';
import { Toaster } from '../../../src/ui/state/toaster.svelte.ts';
import { FakePort } from '../../support/fake-worker/port.ts';

const setup = async () => {
  const port = new FakePort('home', { delay: 0 });
  const session = new Session(createClient(port));
  await session.start();
  return { port, session };
};

describe('the message that something worked', () => {
  beforeEach(() => void vi.useFakeTimers());
  afterEach(() => void vi.useRealTimers());

  it('stays ten seconds where it can be taken back, otherwise four', () => {
    const toaster = new Toaster();
    toaster.show('Saved');
    vi.advanceTimersByTime(4000);
    expect(toaster.text).toBe('');
    toaster.show('Removed', () => Promise.resolve());
    vi.advanceTimersByTime(9999);
    expect(toaster.text).toBe('Removed');
    expect(toaster.undo).toBeDefined();
    vi.advanceTimersByTime(1);
    expect([toaster.text, toaster.undo]).toEqual(['', undefined]);
  });
  it('takes back once, and then what it says next is shown', async () => {
    const toaster = new Toaster();
    const undo = vi.fn(() => {
      toaster.show('Put back');
      return Promise.resolve();
    });
    toaster.show('Removed', undo);
    await toaster.takeBack();
    expect(toaster.text).toBe('Put back');
    await toaster.takeBack();
    expect(undo).toHaveBeenCalledOnce();
  });
  it('takes nothing back in another wallet', async () => {
    const toaster = new Toaster();
    const undo = vi.fn(() => Promise.resolve());
    toaster.useWallet('Everyday');
    toaster.show('Removed', undo);
    toaster.useWallet('Everyday');
    expect(toaster.undo).toBeDefined();
    toaster.useWallet('');
    toaster.useWallet('Savings');
    await toaster.takeBack();
    expect(undo).not.toHaveBeenCalled();
  });
  it('has no button for an earlier action when a later one cannot be taken back', () => {
    const toaster = new Toaster();
    toaster.show('Removed', () => Promise.resolve());
    toaster.show('Saved');
    expect(toaster.undo).toBeUndefined();
  });
});

describe('what was removed is put back as it was', () => {
  it('a contact', async () => {
    const { session } = await setup();
    const view = new ContactsState(session);
    const before = session.contacts.list.map(({ name, address }) => ({ name, address }));
    const contact = session.contacts.list[0]!;
    expect(await view.remove(contact)).toBe(true);
    expect(session.contacts.list).toHaveLength(before.length - 1);
    expect(await view.putBack(contact)).toBe(true);
    expect(session.contacts.list.map(({ name, address }) => ({ name, address }))).toEqual(before);
  });
  it('a tag, with its description', async () => {
    const { session } = await setup();
    const tags = new TagsState(session);
    await tags.load();
    const before = tags.all;
    const putBack = tags.toPutBack(1);
    expect(await tags.remove(1)).toBe(true);
    expect(tags.all).toEqual([]);
    expect(await putBack()).toBe(true);
    expect(tags.all).toEqual(before);
  });
  it('a note of a transfer', async () => {
    const { session } = await setup();
    const { txid, note } = session.book.transfers.find((each) => each.note.startsWith('Coffee'))!;
    const transfer = new TransferState(session, txid);
    transfer.note = '';
    expect(await transfer.saveNote()).toBe(true);
    transfer.note = note;
    expect(await transfer.saveNote()).toBe(true);
    expect(transfer.transfer?.note).toBe(note);
  });
  it('a note of a payment request, and a closed request', async () => {
    const { session } = await setup();
    const list = new RequestsState(session.client);
    await list.load();
    const first = list.requests!.find(({ closed }) => closed === undefined)!;
    const now = () => list.find(first.account, first.index)!;
    await list.saveNote(first, 'Call before noon');
    const before = now();
    expect(await list.saveNote(before, '')).toBe(true);
    expect(now().note).toBe('');
    expect(await list.saveNote({ ...before, note: '' }, before.note)).toBe(true);
    expect(now().note).toBe(before.note);
    await list.setClosed(before, true);
    expect(now().closed).toBeDefined();
    await list.setClosed(before, false);
    expect(now().closed).toBeUndefined();
  });
});
