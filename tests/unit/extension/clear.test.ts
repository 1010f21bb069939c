import { expect, it } from 'vitest';
import { clearExtension } from '../../../src/extension/clear.ts';
import { createBackgroundReading } from '../../../src/extension/reading.ts';
import { createSiteSwitch } from '../../../src/extension/sites.ts';
import { createCopiesToRead } from '../../../src/store/copies-to-read.ts';
import { createMemorySettings } from '../../../src/store/memory-settings.ts';
import { fakeExtension } from '../../support/fake-extension.ts';

it('removing everything from this device leaves no site, no alarm and no permission of the extension', async () => {
  const browser = fakeExtension();
  const { api } = browser;
  await createSiteSwitch(api, true, browser.settings).turnOn('https://shop.example');
  await api.permissions.request({ origins: ['https://node.example:18089/*'] });
  await createBackgroundReading(api, createCopiesToRead(createMemorySettings())).turnOn('mine', 'x');
  await clearExtension(api);
  expect(browser.alarms.size).toBe(0);
  expect(browser.scripts.size).toBe(0);
  expect(browser.stored).toEqual({});
  expect(await api.permissions.getAll()).toEqual({ origins: [] });
  expect(browser.icon).toEqual(['badge ']);
});
