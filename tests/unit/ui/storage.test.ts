import { describe, expect, it, vi } from 'vitest';
import { createClient } from '../../../src/client/client.ts';
import { Removal, StorageState } from '../../../src/ui/features/storage/storage.svelte.ts';
import { Backups } from '../../../src/ui/state/backups.ts';
import { Session } from '../../../src/ui/state/session.svelte.ts';
import { FakePort } from '../../support/fake-worker/port.ts';
import type { Scenario } from '../../support/fake-worker/wallet.ts';

const setup = async (scenario: Scenario = 'home') => {
  const port = new FakePort(scenario, { delay: 0 });
  const session = new Session(createClient(port));
  await session.start();
  const device = {
    appFiles: vi.fn(() => Promise.resolve({ count: 143, bytes: 2_000_000 })),
    removeAll: vi.fn((_blocked: () => void) => Promise.resolve()),
  };
  return { port, session, device };
};
/** The removal in a browser in which no other tab has a wallet open. */
const setupRemoval = async (scenario: Scenario = 'home') => {
  const made = await setup(scenario);
  for (const wallet of made.port.wallets) wallet.open_elsewhere = false;
  await made.session.loadWallets();
  return { ...made, removal: new Removal(made.session, made.device) };
};

describe('what is stored on this device', () => {
  it('is listed: wallets with their sizes, files of the app, nodes, and what the browser promises', async () => {
    const { session, device } = await setup();
    const view = new StorageState(session, device);
    await view.load();
    expect(view.stored).toMatchObject({
      persisted: true,
      missing: [],
      nodes: 2,
      appFiles: { count: 143 },
      sizes: { Everyday: 1_400_000, 'Savings box': 61_000 },
    });
  });
  it('is listed on the lock screen, too, and where the files of the app are not known', async () => {
    const { session } = await setup('locked');
    const view = new StorageState(session, undefined);
    expect(await view.load()).toBe(true);
    expect(view.stored?.appFiles).toBeUndefined();
  });
  it('names the wallets without a known backup', async () => {
    const { session, device } = await setup();
    const view = new StorageState(session, device);
    expect(view.withoutBackup.map(({ name }) => name)).toEqual(['Everyday', 'Savings box']);
    // It needs the words.
    session.noteBackup('companion');
    expect(view.withoutBackup).toHaveLength(2);
    session.noteBackup('keys');
    expect(view.withoutBackup.map(({ name }) => name)).toEqual(['Savings box']);
  });
});

describe('the removal of everything', () => {
  it('needs the tick and the password of the open wallet', async () => {
    const { removal, device, session } = await setupRemoval();
    removal.password = 'correct horse';
    expect(await removal.start()).toBe(false);
    removal.sure = true;
    removal.password = 'nope';
    expect(await removal.start()).toBe(false);
    expect(removal.wrong).toContain('not the password');
    expect(device.removeAll).not.toHaveBeenCalled();
    expect(session.open).toBe(true);
    removal.password = 'correct horse';
    expect(await removal.start()).toBe(true);
    expect(removal.phase).toBe('done');
    expect(removal.password).toBe('');
    expect(session.open).toBe(false);
    expect(session.wallets).toEqual([]);
  });
  it('needs two typed words when no wallet is open', async () => {
    const { removal, device } = await setupRemoval('locked');
    removal.sure = true;
    expect(removal.wordFault).toBe('');
    expect(await removal.start()).toBe(false);
    expect(removal.wordFault).toContain(removal.word);
    expect(device.removeAll).not.toHaveBeenCalled();
    removal.typed = ` ${removal.word.toUpperCase()} `;
    expect(await removal.start()).toBe(true);
  });
  it('is refused while another tab has a wallet open, also one that was opened meanwhile', async () => {
    const { removal, device, port, session } = await setupRemoval();
    port.wallets[1]!.open_elsewhere = true;
    removal.sure = true;
    removal.password = 'correct horse';
    expect(await removal.start()).toBe(false);
    expect(removal.elsewhere?.name).toBe('Savings box');
    expect(device.removeAll).not.toHaveBeenCalled();
    expect(session.open).toBe(true);
  });
  it('says that another tab is in its way, and goes on', async () => {
    const { removal, device } = await setupRemoval('locked');
    let go = (): void => undefined;
    device.removeAll.mockImplementation((blocked) => {
      blocked();
      return new Promise((resolve) => (go = resolve));
    });
    const removing = removal.remove();
    expect(removal.phase).toBe('blocked');
    go();
    expect(await removing).toBe(true);
    expect(removal.phase).toBe('done');
  });
  it('says that the browser refused, and can be tried again', async () => {
    const { removal, device } = await setupRemoval('locked');
    device.removeAll.mockRejectedValueOnce(new Error('no'));
    expect(await removal.remove()).toBe(false);
    expect(removal.phase).toBe('failed');
    expect(await removal.remove()).toBe(true);
    expect(removal.phase).toBe('done');
  });
});

describe('the known backups', () => {
  const wallet = { name: 'a', createdAt: 5 };
  const storage = (text: string | null = null) => {
    const kept = { text };
    return {
      kept,
      getItem: () => kept.text,
      setItem: (_key: string, value: string) => void (kept.text = value),
    };
  };
  it('are stored with their times', () => {
    const kept = storage();
    new Backups(kept).note(wallet, 'words', 1);
    new Backups(kept).note(wallet, 'file', 2);
    new Backups(kept).note(wallet, 'keys', 3);
    new Backups(kept).note(wallet, 'later', 4);
    expect(new Backups(kept).of(wallet)).toEqual({ words: 1, file: 2, keys: 3, later: 4 });
    expect(new Backups(kept).of({ ...wallet, createdAt: 6 })).toEqual({});
  });
  it('have the time of the newest one, and none to come', () => {
    const backups = new Backups(undefined);
    for (const [at, now, noted] of [
      [50, 100, 50],
      [20, 110, 50],
      [500, 120, 120],
      [130, 130, 130],
    ] as const) {
      backups.note(wallet, 'companion', at, now);
      expect(backups.of(wallet).companion).toBe(noted);
    }
  });
  it('are forgotten with their wallet', () => {
    const kept = storage();
    const backups = new Backups(kept);
    backups.note(wallet, 'words', 1);
    backups.keepOnly([wallet]);
    expect(backups.of(wallet)).toEqual({ words: 1 });
    backups.keepOnly([]);
    expect(kept.kept.text).toBe('{}');
  });
  it('last until the page closes where nothing can be stored', () => {
    const backups = new Backups(undefined);
    backups.note(wallet, 'file', 3);
    expect(backups.of(wallet)).toEqual({ file: 3 });
  });
  it.each(['', 'null', '7', '{"5 a":7}', '{"5 a":{"words":"x"}}', '[1]'])('are none in %j', (text) => {
    expect(new Backups(storage(text)).of(wallet)).toEqual({});
  });
});
