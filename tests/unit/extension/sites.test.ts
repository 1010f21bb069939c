/** The sites that the person turns on: what the browser is asked, and where its scripts run. */
import { afterEach, describe, expect, it, vi } from 'vitest';
import { readSiteMark } from '../../../src/base/site-mark.ts';
import { createNodePermissions } from '../../../src/extension/permissions.ts';
import {
  createSiteSwitch,
  isSiteOn,
  putScripts,
  siteOriginOf,
  turnOffLost,
} from '../../../src/extension/sites.ts';
import { fakeExtension } from '../../support/fake-extension.ts';

const SHOP = 'https://shop.example';

describe('a site in the extension', () => {
  afterEach(() => {
    vi.unstubAllGlobals();
  });
  it('is off until the person turns it on and the browser allows it', async () => {
    const browser = fakeExtension();
    const sites = createSiteSwitch(browser.api, true, browser.settings);
    browser.agrees = false;
    expect(await sites.turnOn(SHOP)).toBe(false);
    expect(await sites.list()).toEqual([]);
    expect(browser.scripts.size).toBe(0);
    browser.agrees = true;
    expect(await sites.turnOn(`${SHOP}/pay?order=1`)).toBe(true);
    expect(await sites.list()).toEqual([SHOP]);
    expect(browser.asked).toEqual([`${SHOP}/*`, `${SHOP}/*`]);
  });
  it('finds the extension in the page in which it was turned on, once', async () => {
    const browser = fakeExtension();
    const sites = createSiteSwitch(browser.api, true, browser.settings);
    browser.agrees = false;
    await sites.turnOn(SHOP, 7);
    expect(browser.ran).toEqual([]);
    browser.agrees = true;
    await sites.turnOn(SHOP, 7);
    const ran = ['ISOLATED site-bridge.js in tab 7', 'MAIN site-page.js in tab 7'];
    expect(browser.ran).toEqual(ran);
    // The page has the scripts already.
    vi.stubGlobal('ostroBridge', true);
    vi.stubGlobal('document', new EventTarget());
    await sites.turnOn(SHOP, 7);
    expect(browser.ran).toEqual(ran);
  });
  it('gets scripts in its own pages alone, not in frames', async () => {
    const browser = fakeExtension();
    await createSiteSwitch(browser.api, true, browser.settings).turnOn('https://shop.example:8443');
    expect(
      [...browser.scripts.values()].map(({ js, world, matches, allFrames }) => [
        ...js,
        world,
        ...matches,
        allFrames,
      ]),
    ).toEqual([
      ['site-bridge.js', 'ISOLATED', 'https://shop.example:8443/*', false],
      ['site-page.js', 'MAIN', 'https://shop.example:8443/*', false],
    ]);
  });
  it('is asked for before anything is awaited, because browsers ask only in a click', () => {
    const browser = fakeExtension();
    void createSiteSwitch(browser.api, true, browser.settings).turnOn(SHOP);
    expect(browser.asked).toHaveLength(1);
  });
  it('loses scripts and permission when it is turned off, and keeps the permission that a node needs', async () => {
    const browser = fakeExtension();
    const sites = createSiteSwitch(browser.api, true, browser.settings);
    const cases = [
      { nodes: ['https://node.example:18089', `${SHOP}:18089`], keeps: false },
      { nodes: [`${SHOP}/xmr`], keeps: true },
    ];
    for (const { nodes, keeps } of cases) {
      await sites.turnOn(SHOP);
      await sites.turnOff(SHOP, nodes);
      expect(await sites.list()).toEqual([]);
      expect(browser.scripts.size).toBe(0);
      expect(await browser.api.permissions.contains({ origins: [`${SHOP}/*`] })).toBe(keeps);
    }
  });
  it('keeps its permission when a node of its address, or in Firefox another site of its host, is removed', async () => {
    const browser = fakeExtension();
    const sites = createSiteSwitch(browser.api, false, browser.settings);
    const nodes = createNodePermissions(browser.api, false, () => sites.list());
    await sites.turnOn(SHOP);
    await sites.turnOn(`${SHOP}:8443`);
    await nodes.ask(`${SHOP}:18089`);
    await nodes.drop(`${SHOP}:18089`);
    expect(await sites.list()).toEqual([SHOP, `${SHOP}:8443`]);
    await sites.turnOff(SHOP, []);
    expect(await sites.list()).toEqual([`${SHOP}:8443`]);
    await sites.turnOff(`${SHOP}:8443`, [`${SHOP}:18089`]);
    expect(await browser.api.permissions.contains({ origins: [`${SHOP}/*`] })).toBe(true);
    await nodes.drop(`${SHOP}:18089`);
    expect(await browser.api.permissions.contains({ origins: [`${SHOP}/*`] })).toBe(false);
  });
  // threat: site-consent
  it('stays off when its permission was taken back and a node of its address brings it back', async () => {
    const browser = fakeExtension();
    const sites = createSiteSwitch(browser.api, true, browser.settings);
    await sites.turnOn(SHOP);
    browser.takeBack(`${SHOP}/*`);
    await turnOffLost(browser.api, true, browser.settings);
    await browser.api.permissions.request({ origins: [`${SHOP}/*`] });
    expect(await sites.list()).toEqual([]);
    expect(await readSiteMark(browser.settings, SHOP)).toEqual({ times: 1, off: true });
  });
  // threat: site-consent
  it('is off when its permission was taken back in the settings of the browser', async () => {
    const browser = fakeExtension();
    await createSiteSwitch(browser.api, true, browser.settings).turnOn(SHOP);
    browser.takeBack(`${SHOP}/*`);
    expect(await isSiteOn(browser.api, SHOP, true)).toBe(false);
    await putScripts(browser.api, true);
    expect(browser.scripts.size).toBe(0);
  });
  it('has its scripts again after an update, with which the browser forgets them', async () => {
    const browser = fakeExtension();
    await createSiteSwitch(browser.api, true, browser.settings).turnOn(SHOP);
    await browser.api.scripting.unregisterContentScripts({ ids: [...browser.scripts.keys()] });
    await putScripts(browser.api, true);
    expect([...browser.scripts.keys()]).toEqual([`${SHOP} bridge`, `${SHOP} page`]);
  });
  it('is only an https address, or one on this computer', async () => {
    expect(siteOriginOf('shop.example')).toBe(SHOP);
    expect(siteOriginOf('http://localhost:8080/x')).toBe('http://localhost:8080');
    for (const wrong of [
      '',
      'http://shop.example',
      'https://*.example',
      'https://*',
      'file:///etc',
      'chrome://x',
      'https://',
    ])
      expect(siteOriginOf(wrong), wrong).toBeUndefined();
    const browser = fakeExtension();
    await expect(
      createSiteSwitch(browser.api, true, browser.settings).turnOn('http://shop.example'),
    ).rejects.toThrow(TypeError);
    expect(browser.asked).toEqual([]);
  });
  it('is off when the stored list is not one', async () => {
    const browser = fakeExtension();
    await browser.api.storage.local.set({ sites: [7, 'https://*/', null] });
    expect(await createSiteSwitch(browser.api, true, browser.settings).list()).toEqual([]);
    await browser.api.storage.local.set({ sites: 'https://shop.example' });
    expect(await createSiteSwitch(browser.api, true, browser.settings).list()).toEqual([]);
  });
});
