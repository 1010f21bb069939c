/** Whose messages the extension takes for a site's: what the browser says of the sender decides, and nothing else. */
import { describe, expect, it } from 'vitest';
import { isOwnPage, siteTabOf } from '../../../src/extension/sender.ts';
import { HOME, OWN, pageOfSite } from '../../support/fake-extension.ts';

const SHOP = 'https://shop.example';

describe('the sender of a message', () => {
  it('is a site if it is the own script in the page of a tab', () => {
    expect(siteTabOf(pageOfSite(SHOP), OWN)).toEqual({ origin: SHOP, tab: 1 });
  });
  // threat: extension-messages
  it.each([
    ['another extension', { id: 'otherotherotherotherotherotherot' }],
    ['a frame in the page', { frameId: 3 }],
    ['a frame whose number is not known', { frameId: undefined }],
    ['a page in no tab', { tab: undefined }],
    ['a sandboxed page', { origin: 'null' }],
    ['a page that says another origin than its address', { origin: 'https://other.example' }],
    ['a page of the extension', { origin: HOME.slice(0, -1), url: `${HOME}index.html` }],
    ['a site without https', { origin: 'http://shop.example', url: 'http://shop.example/' }],
    ['a page without an address', { url: undefined }],
    ['a page whose address is none', { url: 'shop', origin: undefined }],
  ])('is no site if it is %s', (_, changes) => {
    expect(siteTabOf(pageOfSite(SHOP, changes as object), OWN)).toBeUndefined();
  });
  it('is the page that asks the person only at its own address', () => {
    const page = `${HOME}connect.html`;
    expect(isOwnPage({ id: OWN, url: `${page}?tab=1` }, OWN, page)).toBe(true);
    expect(isOwnPage({ id: OWN, url: `${HOME}index.html` }, OWN, page)).toBe(false);
    expect(isOwnPage({ id: OWN, url: `${SHOP}/connect.html` }, OWN, page)).toBe(false);
    expect(isOwnPage({ id: 'other', url: page }, OWN, page)).toBe(false);
  });
});
