/** Two tabs with one wallet, and its removal. */
import { describe, expect, it } from 'vitest';
import { createClient } from '../../../src/client/client.ts';
import { UnlockState } from '../../../src/ui/features/open/unlock.svelte.ts';
import { Guarded } from '../../../src/ui/keys/guarded.svelte.ts';
import { draftAgain } from '../../../src/ui/state/send-draft.ts';
import { Session } from '../../../src/ui/state/session.svelte.ts';
import { FakePort } from '../../support/fake-worker/port.ts';
import type { Scenario } from '../../support/fake-worker/wallet.ts';

const setup = async (scenario: Scenario) => {
  const port = new FakePort(scenario, { delay: 0 });
  const session = new Session(createClient(port));
  session.listen();
  await session.start();
  return { port, session };
};
const PASSWORD = 'correct horse';
const draft = draftAgain({ account: 0, destinations: [{ address: '8chd4T', amount: 5n }] })!;

/** A payment is typed, the person looks at another tab, and that one takes the wallet over. */
const takenOver = async () => {
  const { port, session } = await setup('home');
  await session.draftRead;
  session.book.sendDraft = draft;
  session.keptDraft.note(draft);
  session.hide(true);
  await expect.poll(() => port.drafts.get('Everyday')).toBe(JSON.stringify(draft));
  port.emit('closed', { reason: 'taken_over' });
  expect(session.book.sendDraft).toBeUndefined();
  const open = async (name: string) => {
    await session.openWallet(name, PASSWORD, true);
    await session.draftRead;
    return session.book.sendDraft;
  };
  return { port, open };
};

describe('what was typed in Send', () => {
  it('is there again when the wallet comes back from another tab', async () => {
    const { open } = await takenOver();
    expect(await open('Everyday')).toEqual(draft);
  });
  it('is not there again when the other tab has sent it', async () => {
    const { port, open } = await takenOver();
    port.drafts.set('Everyday', '');
    expect(await open('Everyday')).toBeUndefined();
  });
  it('is never put into another wallet', async () => {
    const { open } = await takenOver();
    expect(await open('Savings box')).toBeUndefined();
  });
});

describe('a wallet that another tab removed', () => {
  it('is not offered any more when the person looks at this page again', async () => {
    const { port, session } = await setup('locked');
    port.wallets = port.wallets.filter(({ name }) => name !== 'Everyday');
    session.hide(true);
    session.hide(false);
    await expect.poll(() => session.wallets.map(({ name }) => name)).toEqual(['Savings box']);
  });
  it('is not offered any more after the attempt to open it', async () => {
    const { port, session } = await setup('locked');
    const unlock = new UnlockState(session, { ask: () => Promise.reject(new Error('no passkey')) });
    unlock.choose('Everyday');
    unlock.password = PASSWORD;
    port.wallets = port.wallets.filter(({ name }) => name !== 'Everyday');
    port.refuseNext('open_wallet', 'wallet_not_found', { name: 'Everyday' });
    expect(await unlock.submit(false)).toBe(false);
    await expect.poll(() => unlock.name).toBe('Savings box');
    expect(unlock.error).toBeDefined();
  });
});

describe('while a wallet is removed', () => {
  it('its screen stays until it is erased, although the worker closes it before', async () => {
    const { port, session } = await setup('home');
    const guarded = new Guarded(session, { closes: true });
    guarded.password = PASSWORD;
    const removing = guarded.remove();
    port.setStatus({ wallet: '', phase: 'closed' });
    expect([session.open, session.removing]).toEqual([true, 'Everyday']);
    expect(await removing).toBe(true);
    expect([session.open, session.removing, session.lastClosed]).toEqual([false, '', undefined]);
  });
  it('a failure after it was closed is said on the lock screen', async () => {
    const { port, session } = await setup('home');
    const guarded = new Guarded(session, { closes: true });
    guarded.password = PASSWORD;
    port.refuseNext('x_delete_wallet', 'storage_unavailable', { why: 'private' });
    const removing = guarded.remove();
    port.setStatus({ wallet: '', phase: 'closed' });
    expect(await removing).toBe(false);
    expect(session.open).toBe(false);
    expect(session.failedRemoval).toMatchObject({
      wallet: 'Everyday',
      error: { fault: 'storage_unavailable' },
    });
    await session.openWallet('Everyday', PASSWORD);
    expect(session.failedRemoval).toBeUndefined();
  });
  it('a wrong password leaves it open, and says so at its field', async () => {
    const { session } = await setup('home');
    const guarded = new Guarded(session, { closes: true });
    guarded.password = 'nope';
    expect(await guarded.remove()).toBe(false);
    expect([session.open, session.removing, session.failedRemoval]).toEqual([true, '', undefined]);
    expect(guarded.wrong).not.toBe('');
  });
});
