/** The service worker that reads while the installed app is closed: when it is registered, and when it is removed. */
import { describe, expect, it } from 'vitest';
import { endReader, periodicReading } from '../../../src/transport/service-worker/reading.ts';
import { createCopiesToRead } from '../../../src/store/copies-to-read.ts';
import { createMemorySettings } from '../../../src/store/memory-settings.ts';

const APP = 'https://app.example/wallet/';

/** A browser whose page is at APP. `refuses`: it registers no periodic event. */
const setup = async ({ permission = 'granted', refuses = false } = {}) => {
  const scopes = new Set([APP]);
  const registered: unknown[] = [];
  const registrationOf = (scope: string) => ({
    scope,
    active: { state: 'activated', addEventListener: () => undefined },
    periodicSync: {
      register: (tag: string, how: object) => {
        if (refuses) return Promise.reject(new DOMException('Permission denied.', 'NotAllowedError'));
        registered.push([scope, tag, how]);
        return Promise.resolve();
      },
    },
    unregister: () => Promise.resolve(scopes.delete(scope)),
  });
  const container = {
    register: (script: string, { scope = './' } = {}) => {
      expect(script).toBe('./reader-sw.js');
      const full = new URL(scope, APP).href;
      scopes.add(full);
      return Promise.resolve(registrationOf(full));
    },
    // The one whose scope is the longest that the address begins with.
    getRegistration: (address = './') => {
      const full = new URL(address, APP).href;
      const found = [...scopes].filter((each) => full.startsWith(each)).sort((a, b) => b.length - a.length);
      return Promise.resolve(found[0] === undefined ? undefined : registrationOf(found[0]));
    },
  } as unknown as Pick<ServiceWorkerContainer, 'register' | 'getRegistration'>;
  const copies = createCopiesToRead(createMemorySettings());
  const permissions = { query: () => Promise.resolve({ state: permission }) };
  const reading = await periodicReading({ container, permissions, script: './reader-sw.js' }, copies);
  return { container, copies, reading, registered, scopes };
};

describe('reading while the installed app is closed', () => {
  it('is not offered where the browser would not wake the app', async () => {
    const denied = await setup({ permission: 'denied' });
    expect(denied.reading).toBeUndefined();
    expect([...denied.scopes]).toEqual([APP]);
    const container = {} as ServiceWorkerContainer;
    const unknown = { query: () => Promise.reject(new TypeError('no such permission')) };
    const copies = createCopiesToRead(createMemorySettings());
    expect(await periodicReading({ container, permissions: unknown, script: '' }, copies)).toBeUndefined();
  });
  it('registers a service worker for a folder without pages while there is a copy, and not before or after', async () => {
    const { copies, reading, registered, scopes } = await setup();
    expect([...scopes]).toEqual([APP]);
    await reading!.turnOn('mine', 'a random one');
    await reading!.turnOn('other', 'another');
    expect(registered[0]).toEqual([`${APP}background/`, 'ostro read', { minInterval: 600_000 }]);
    expect(await reading!.isOn('mine')).toBe(true);
    await reading!.turnOff('mine');
    expect(scopes.size).toBe(2);
    await reading!.turnOff('other');
    expect([...scopes]).toEqual([APP]);
    expect(await copies.list()).toEqual([]);
  });
  it('can be turned off when the browser does not allow it any more', async () => {
    const { copies, container } = await setup();
    await copies.note({ name: 'mine', password: 'a random one' });
    const permissions = { query: () => Promise.resolve({ state: 'denied' }) };
    const later = await periodicReading({ container, permissions, script: '' }, copies);
    await later!.turnOff('mine');
    expect(await copies.list()).toEqual([]);
  });
  it('leaves nothing behind when the browser refuses', async () => {
    const { copies, reading, scopes } = await setup({ refuses: true });
    await expect(reading!.turnOn('mine', 'a random one')).rejects.toThrow('Permission denied.');
    expect([...scopes]).toEqual([APP]);
    expect(await copies.list()).toEqual([]);
  });
  it('never removes the service worker of the app', async () => {
    const { container, scopes } = await setup();
    await endReader(container);
    expect([...scopes]).toEqual([APP]);
  });
});
