/** When the extension reads in the background, and what it announces. */
import { describe, expect, it, vi } from 'vitest';
import { createBackgroundReading, isWalletOpen, readOnAlarm } from '../../../src/extension/reading.ts';
import { createCopiesToRead } from '../../../src/store/copies-to-read.ts';
import { createMemorySettings } from '../../../src/store/memory-settings.ts';
import { fakeExtension } from '../../support/fake-extension.ts';

const COPY = { name: 'mine', password: 'a random one' };

const setup = async ({ on = true } = {}) => {
  const browser = fakeExtension();
  const copies = createCopiesToRead(createMemorySettings());
  const reading = createBackgroundReading(browser.api, copies);
  if (on) await reading.turnOn(COPY.name, COPY.password);
  const round = vi.fn<() => Promise<number>>(() => Promise.resolve(0));
  readOnAlarm(browser.api, () => copies, round);
  return { browser, copies, reading, round };
};

describe('background reading', () => {
  it('has no alarm while it is off', async () => {
    const { browser, reading } = await setup({ on: false });
    expect(browser.alarms.size).toBe(0);
    await reading.turnOn(COPY.name, COPY.password);
    expect(await reading.isOn(COPY.name)).toBe(true);
    expect(browser.alarms.size).toBe(1);
    await reading.turnOff(COPY.name);
    expect(browser.alarms.size).toBe(0);
  });
  it('announces payments without an amount, and adds them up at the icon', async () => {
    const { browser, round } = await setup();
    await browser.api.permissions.request({ permissions: ['notifications'] });
    for (const received of [1, 2, 0]) {
      round.mockResolvedValueOnce(received);
      const before = round.mock.calls.length;
      await vi.waitFor(() => {
        browser.ring('ostro read');
        expect(round).toHaveBeenCalledTimes(before + 1);
      });
    }
    expect(browser.icon).toEqual(['badge 1', 'badge 3']);
    expect(browser.notices).toEqual([
      ['ostro-payment', 'title arrived'],
      ['ostro-payment', 'title arrivedMore'],
    ]);
  });
  it('knows by its lock that a page has a wallet open', async () => {
    const held: { name: string }[] = [{ name: 'another' }];
    const locks = { query: () => Promise.resolve({ held }) } as unknown as Pick<LockManager, 'query'>;
    expect(await isWalletOpen(locks)).toBe(false);
    held.push({ name: 'ostro open wallet' });
    expect(await isWalletOpen(locks)).toBe(true);
  });
  it('ends the alarm when the round has forgotten the last copy', async () => {
    const { browser, copies, round } = await setup();
    round.mockImplementationOnce(async () => {
      await copies.forget(COPY.name);
      return 0;
    });
    browser.ring('ostro read');
    await vi.waitFor(() => expect(browser.alarms.size).toBe(0));
  });
  it('runs one round at a time, and only for its own alarm', async () => {
    const { browser, round } = await setup();
    let end = (_received: number): void => undefined;
    round.mockImplementation(() => new Promise((resolve) => (end = resolve)));
    browser.ring('another');
    const timers = vi.spyOn(globalThis, 'setInterval');
    browser.ring('ostro read');
    browser.ring('ostro read');
    await vi.waitFor(() => expect(round).toHaveBeenCalledTimes(1));
    // Each one keeps the worker running until its round has ended.
    expect(timers).toHaveBeenCalledTimes(1);
    timers.mockRestore();
    end(0);
    await vi.waitFor(() => {
      browser.ring('ostro read');
      expect(round).toHaveBeenCalledTimes(2);
    });
    end(0);
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
