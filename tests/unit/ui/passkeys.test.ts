/** Opening with a passkey, and its settings, with the fake worker and a fake authenticator. */
import { describe, expect, it } from 'vitest';
import { createClient } from '../../../src/client/client.ts';
import { explain } from '../../../src/ui/messages/explain.ts';
import { UnlockState } from '../../../src/ui/features/open/unlock.svelte.ts';
import { PasskeySettings } from '../../../src/ui/features/security/passkey.svelte.ts';
import { Guarded } from '../../../src/ui/keys/guarded.svelte.ts';
import { Session } from '../../../src/ui/state/session.svelte.ts';
import { FakeAuthenticator } from '../../support/fake-authenticator.ts';
import { FakePort } from '../../support/fake-worker/port.ts';
import { PASSWORD } from '../../support/fake-worker/values.ts';

const ZEROS = new Uint8Array(32);
const PASSKEY = {
  credential: new Uint8Array(16).fill(1),
  salt: new Uint8Array(32).fill(9),
  secret: 101,
  pin: '',
};

const setup = (scenario: 'home' | 'locked') => {
  const port = new FakePort(scenario, { delay: 0 });
  const session = new Session(createClient(port));
  const authenticator = new FakeAuthenticator();
  return { port, session, authenticator };
};
const methods = (port: FakePort): string[] => port.calls.map(({ method }) => method);

describe('opening a wallet with its passkey', () => {
  const locked = async (pin = '') => {
    const parts = setup('locked');
    parts.authenticator.passkeys.push(1);
    parts.port.passkeys.set('Everyday', { ...PASSKEY, pin });
    await parts.session.start();
    return { ...parts, unlock: new UnlockState(parts.session, parts.authenticator) };
  };

  it('asks the authenticator, and overwrites what it answered', async () => {
    const { session, authenticator, unlock } = await locked();
    expect(unlock.passkey).toMatchObject({ pin: false });
    expect(await unlock.submitPasskey(false)).toBe(true);
    expect(session.status.wallet).toBe('Everyday');
    expect(authenticator.given).toEqual([ZEROS]);
  });
  it('is offered for the wallet that has one', async () => {
    const { unlock } = await locked();
    unlock.choose('Savings box');
    expect(unlock.passkey).toBeUndefined();
    expect(await unlock.submitPasskey(false)).toBe(false);
  });
  it('needs the PIN, and says when it does not fit', async () => {
    const { session, port, authenticator, unlock } = await locked('704216');
    expect(await unlock.submitPasskey(false)).toBe(false);
    expect([unlock.wrongPin, authenticator.given]).toEqual(['The PIN is still missing.', []]);
    unlock.pin = '704217';
    expect(await unlock.submitPasskey(false)).toBe(false);
    expect(unlock.wrongPin).toContain('The PIN does not fit');
    expect(authenticator.given).toEqual([ZEROS]);
    unlock.pin = '704216';
    expect(await unlock.submitPasskey(false)).toBe(true);
    expect([session.open, unlock.pin]).toEqual([true, '']);
    expect(methods(port)).not.toContain('open_wallet');
  });
  it.each(['passkey_cancelled', 'passkey_late', 'passkey_failed'] as const)(
    'says %s in its own words, and the password goes on to open the wallet',
    async (problem) => {
      const { session, authenticator, unlock } = await locked();
      authenticator.failNext = problem;
      expect(await unlock.submitPasskey(false)).toBe(false);
      expect(explain(unlock.passkeyError)).toMatchObject({ fault: problem });
      expect(explain(unlock.passkeyError).what).not.toContain('did not expect');
      unlock.password = PASSWORD;
      expect(await unlock.submit(false)).toBe(true);
      expect([session.open, unlock.passkeyError]).toEqual([true, undefined]);
    },
  );
  it('says when another authenticator answered', async () => {
    const { port, unlock } = await locked();
    port.passkeys.set('Everyday', { ...PASSKEY, secret: 55 });
    expect(await unlock.submitPasskey(false)).toBe(false);
    expect(explain(unlock.passkeyError).what).toBe('This passkey does not open this wallet.');
  });
  it('is not offered when what is stored of it is damaged', async () => {
    const { session, port, authenticator, unlock } = await locked();
    port.passkeys.set('Everyday', undefined);
    await session.loadWallets();
    expect(unlock.passkey).toBe('damaged');
    expect(await unlock.submitPasskey(false)).toBe(false);
    expect(authenticator.given).toEqual([]);
  });
  it('takes the wallet over from another tab by the same way', async () => {
    const { session, port, authenticator, unlock } = await locked();
    port.passkeys.set('Savings box', PASSKEY);
    await session.loadWallets();
    unlock.choose('Savings box');
    expect(await unlock.submitPasskey(false)).toBe(false);
    expect(unlock.obstacle).toBe('elsewhere');
    expect(await unlock.takeOver()).toBe(true);
    expect(session.status.wallet).toBe('Savings box');
    expect(authenticator.given).toEqual([ZEROS, ZEROS]);
    expect(methods(port)).not.toContain('x_take_over');
  });
  it('leaves the wallet to its password when the list of passkeys cannot be read', async () => {
    const { session, port, unlock } = await locked();
    port.refuseNext('x_passkeys', 'storage_unavailable', { why: '' });
    await session.loadWallets();
    expect(unlock.passkey).toBeUndefined();
    expect(session.wallets).toHaveLength(2);
  });
});

describe('the settings of the passkey', () => {
  const open = async () => {
    const parts = setup('home');
    await parts.session.start();
    const settings = new PasskeySettings(parts.session, parts.authenticator, (size) =>
      new Uint8Array(size).fill(9),
    );
    settings.password = PASSWORD;
    return { ...parts, settings };
  };

  it('add one, after the password was checked', async () => {
    const { port, session, authenticator, settings } = await open();
    expect(settings.passkey).toBeUndefined();
    expect(await settings.add()).toBe(true);
    expect(port.passkeys.get('Everyday')).toMatchObject({ ...PASSKEY, pin: '' });
    expect(authenticator.given).toEqual([ZEROS]);
    expect(settings.passkey).toMatchObject({ pin: false });
    expect(settings.password).toBe('');
    expect(session.passkeys.of('Everyday')).toBeDefined();
  });
  it('make none with a wrong password', async () => {
    const { authenticator, settings } = await open();
    settings.password = 'nope';
    expect(await settings.add()).toBe(false);
    expect(settings.wrong).toContain('not the password');
    expect(authenticator.passkeys).toEqual([]);
  });
  it('take a PIN of six digits, typed twice', async () => {
    const { port, settings } = await open();
    settings.pinWanted = true;
    expect(settings.whyNotYet).toBe('The PIN is still missing.');
    for (const bad of ['12345', '12345a', '12 3456']) {
      settings.pin = bad;
      expect(settings.pinFault).toContain('6 digits');
    }
    settings.pin = '704216';
    settings.again = '70421';
    expect([settings.pinFault, settings.againFault]).toEqual(['', 'These are not the same.']);
    expect(await settings.add()).toBe(false);
    settings.again = '704216';
    expect(await settings.add()).toBe(true);
    expect(port.passkeys.get('Everyday')).toMatchObject({ pin: '704216' });
    expect([settings.pin, settings.again]).toEqual(['', '']);
  });
  it('leave out a PIN that was typed and then not wanted', async () => {
    const { port, settings } = await open();
    Object.assign(settings, { pinWanted: true, pin: '704216', again: '704216' });
    settings.pinWanted = false;
    expect(await settings.add()).toBe(true);
    expect(port.passkeys.get('Everyday')).toMatchObject({ pin: '' });
  });
  it('use a passkey once more if its secret comes only then, also after a second click', async () => {
    const { port, authenticator, settings } = await open();
    authenticator.secretLater = true;
    const ask = authenticator.ask.bind(authenticator);
    authenticator.ask = (credential) => {
      authenticator.failNext = 'passkey_cancelled';
      authenticator.ask = ask;
      return ask(credential);
    };
    expect(await settings.add()).toBe(false);
    expect([settings.unfinished, settings.error, port.passkeys.size]).toEqual([true, undefined, 0]);
    expect(await settings.add()).toBe(true);
    expect([settings.unfinished, authenticator.passkeys]).toEqual([false, [1]]);
    expect(port.passkeys.get('Everyday')).toMatchObject(PASSKEY);
  });
  it('tell the passkey manager of a passkey that was made and opens nothing', async () => {
    const { port, authenticator, settings } = await open();
    port.refuseNext('x_add_passkey', 'storage_full');
    expect(await settings.add()).toBe(false);
    expect(explain(settings.error).fault).toBe('storage_full');
    expect(authenticator.forgotten).toEqual([PASSKEY.credential]);
    expect(authenticator.given).toEqual([ZEROS]);
  });
  it('tell it, too, when the person leaves half-way, and not after it was added', async () => {
    const { authenticator, settings } = await open();
    expect(await settings.add()).toBe(true);
    settings.end();
    expect(authenticator.forgotten).toEqual([]);
    const other = await open();
    other.authenticator.secretLater = true;
    other.authenticator.ask = () => Promise.reject(new Error('closed'));
    expect(await other.settings.add()).toBe(false);
    other.settings.end();
    expect(other.authenticator.forgotten).toEqual([PASSKEY.credential]);
  });
  it('say what is wrong when this browser has no passkeys', async () => {
    const { authenticator, settings } = await open();
    await settings.load();
    expect(settings.problem).toBeUndefined();
    authenticator.problem = 'passkey_without_secret';
    await settings.load();
    expect(settings.problem).toBe('passkey_without_secret');
  });
  it('remove it with the password alone', async () => {
    const { port, session, authenticator, settings } = await open();
    port.passkeys.set('Everyday', PASSKEY);
    await session.loadWallets();
    settings.password = 'nope';
    expect(await settings.remove()).toBe(false);
    expect([settings.wrong !== '', port.passkeys.size]).toEqual([true, 1]);
    settings.password = PASSWORD;
    expect(await settings.remove()).toBe(true);
    expect([settings.passkey, port.passkeys.size]).toEqual([undefined, 0]);
    expect(authenticator.forgotten).toEqual([PASSKEY.credential]);
  });
  it('remove one that is damaged', async () => {
    const { port, session, authenticator, settings } = await open();
    port.passkeys.set('Everyday', undefined);
    await session.loadWallets();
    expect(settings.passkey).toBe('damaged');
    expect(await settings.remove()).toBe(true);
    expect([settings.passkey, authenticator.forgotten]).toEqual([undefined, []]);
  });
});

describe('a new password', () => {
  const change = async (dropPasskey: boolean, password = PASSWORD) => {
    const { port, session } = setup('home');
    port.passkeys.set('Everyday', PASSKEY);
    await session.start();
    const guarded = new Guarded(session);
    Object.assign(guarded, { password, next: 'battery staple', again: 'battery staple', dropPasskey });
    const done = await guarded.change();
    return { port, session, done };
  };
  it('keeps the passkey', async () => {
    const { port, done } = await change(false);
    expect([done, port.passkeys.size]).toEqual([true, 1]);
  });
  it('removes it first when the person wants that', async () => {
    const { port, session, done } = await change(true);
    expect([done, port.passkeys.size, session.passkeys.of('Everyday')]).toEqual([true, 0, undefined]);
    const made = methods(port);
    expect(made.indexOf('x_remove_passkey')).toBeLessThan(made.indexOf('change_wallet_password'));
  });
  it('shows no passkey that was removed before the change failed', async () => {
    const { port, session } = setup('home');
    port.passkeys.set('Everyday', PASSKEY);
    await session.start();
    port.refuseNext('change_wallet_password', 'storage_full');
    const guarded = new Guarded(session);
    const next = 'battery staple';
    Object.assign(guarded, { password: PASSWORD, next, again: next, dropPasskey: true });
    expect(await guarded.change()).toBe(false);
    expect([port.passkeys.size, session.passkeys.of('Everyday')]).toEqual([0, undefined]);
  });
  it('removes nothing when the old one is wrong', async () => {
    const { port, done } = await change(true, 'nope');
    expect([done, port.passkeys.size]).toEqual([false, 1]);
  });
});
