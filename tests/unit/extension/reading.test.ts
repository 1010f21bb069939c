/** When the extension reads in the background, and what it announces. */
import { describe, expect, it, vi } from 'vitest';
import { createBackgroundReading, readOnAlarm, readRound } from '../../../src/extension/reading.ts';
import { createCopiesToRead } from '../../../src/store/copies-to-read.ts';
import { createMemorySettings } from '../../../src/store/memory-settings.ts';
import { fakeExtension } from '../../support/fake-extension.ts';

const COPY = { name: 'mine', password: 'a random one' };
const ONLINE = { onLine: true, saveData: false };
type Reading = Awaited<ReturnType<Parameters<typeof readRound>[0]['read']>>;

const setup = async ({ on = true } = {}) => {
  const browser = fakeExtension();
  const copies = createCopiesToRead(createMemorySettings());
  const reading = createBackgroundReading(browser.api, copies);
  if (on) await reading.turnOn(COPY.name, COPY.password);
  const read = vi.fn<(copy: typeof COPY) => Promise<Reading>>(() =>
    Promise.resolve({ outcome: 'read', received: 0 }),
  );
  const held: { name: string }[] = [];
  const parts = {
    copies,
    read,
    locks: { query: () => Promise.resolve({ held }) } as unknown as Pick<LockManager, 'query'>,
    network: { ...ONLINE },
  };
  return {
    browser,
    copies,
    reading,
    read,
    held,
    parts,
    round: () => readRound({ api: browser.api, ...parts }),
  };
};

describe('background reading', () => {
  it('has no alarm and reads nothing while it is off', async () => {
    const { browser, reading, read, round } = await setup({ on: false });
    expect(browser.alarms.size).toBe(0);
    await round();
    expect(read).not.toHaveBeenCalled();
    await reading.turnOn(COPY.name, COPY.password);
    expect(await reading.isOn(COPY.name)).toBe(true);
    expect(browser.alarms.size).toBe(1);
    await reading.turnOff(COPY.name);
    expect(browser.alarms.size).toBe(0);
  });
  it('announces payments without an amount, and adds them up at the icon', async () => {
    const { browser, read, round } = await setup();
    await browser.api.permissions.request({ permissions: ['notifications'] });
    read
      .mockResolvedValueOnce({ outcome: 'read', received: 1 })
      .mockResolvedValueOnce({ outcome: 'unread', received: 2 });
    await round();
    await round();
    await round();
    expect(browser.icon).toEqual(['badge 1', 'badge 3']);
    expect(browser.notices).toEqual([
      ['ostro-payment', 'title arrived'],
      ['ostro-payment', 'title arrivedMore'],
    ]);
  });
  it('reads nothing while a page has a wallet open, without a network, or with data saver on', async () => {
    const { parts, held, read, round } = await setup();
    held.push({ name: 'ostro open wallet' });
    await round();
    held.pop();
    for (const network of [
      { onLine: false, saveData: false },
      { onLine: true, saveData: true },
    ]) {
      parts.network = network;
      await round();
    }
    expect(read).not.toHaveBeenCalled();
    parts.network = ONLINE;
    await round();
    expect(read).toHaveBeenCalledWith(COPY);
  });
  it('forgets a copy that is gone, and ends the alarm with the last one', async () => {
    const { browser, copies, read, round } = await setup();
    read.mockResolvedValueOnce({ outcome: 'gone', received: 0 });
    await round();
    expect(await copies.list()).toEqual([]);
    expect(browser.alarms.size).toBe(0);
  });
  it('runs one round at a time, and only for its own alarm', async () => {
    const { browser, parts, read } = await setup();
    let end = (_reading: Reading): void => undefined;
    read.mockImplementation(() => new Promise((resolve) => (end = resolve)));
    readOnAlarm(browser.api, () => parts);
    browser.ring('another');
    browser.ring('ostro read');
    browser.ring('ostro read');
    await vi.waitFor(() => expect(read).toHaveBeenCalledTimes(1));
    end({ outcome: 'read', received: 0 });
    await vi.waitFor(() => {
      browser.ring('ostro read');
      expect(read).toHaveBeenCalledTimes(2);
    });
    end({ outcome: 'read', received: 0 });
  });
  it('keeps a list that cannot be damaged into something else', async () => {
    const settings = createMemorySettings();
    const copies = createCopiesToRead(settings);
    for (const wrong of ['{', '7', '[7,null,{"name":5,"password":"x"},{"name":"a"}]']) {
      await settings.set('copies to read', wrong);
      expect(await copies.list(), wrong).toEqual([]);
    }
    await copies.note(COPY);
    await copies.note({ ...COPY, password: 'another' });
    expect(await copies.list()).toEqual([{ name: 'mine', password: 'another' }]);
  });
});
