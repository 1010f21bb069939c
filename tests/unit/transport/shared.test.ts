/** What other apps share: kept by the service worker until the page takes it. */
import { beforeEach, describe, expect, it } from 'vitest';
import { utf8 } from '../../../src/base/bytes.ts';
import { isForeign, keepShared, takeShared } from '../../../src/transport/service-worker/shared.ts';
import { FakeCaches } from '../../support/fake-caches.ts';

const formOf = (fields: Readonly<Record<string, string | File>>): FormData => {
  const form = new FormData();
  for (const [name, value] of Object.entries(fields)) form.append(name, value);
  return form;
};

describe('what another app shares', () => {
  let caches: FakeCaches;
  beforeEach(() => {
    caches = new FakeCaches();
  });

  it('is taken once, a file with its name', async () => {
    const file = new File(['abc'], 'Grüße “1”.ostro');
    expect(await keepShared(caches, formOf({ text: 'x', file }))).toBe(true);
    expect(await takeShared(caches)).toEqual({ name: 'Grüße “1”.ostro', bytes: utf8('abc') });
    expect(await takeShared(caches)).toBe(undefined);
    expect(caches.all.size).toBe(0);
  });
  it.each([
    ['the text', { title: 'Pay', text: 'monero:4', url: 'https://x.example/' }, 'monero:4'],
    ['the address without a text', { title: 'Pay', text: ' ', url: 'monero:4' }, 'monero:4'],
    ['the title alone', { title: 'monero:4' }, 'monero:4'],
  ])('without a file is %s', async (_what, fields, content) => {
    await keepShared(caches, formOf(fields));
    expect(await takeShared(caches)).toEqual({ name: '', bytes: utf8(content) });
  });
  // threat: foreign-share
  it('stays until the page takes it, whatever is posted next', async () => {
    await keepShared(caches, formOf({ text: 'one' }));
    expect(await keepShared(caches, formOf({ text: 'two' }))).toBe(false);
    expect(await takeShared(caches)).toEqual({ name: '', bytes: utf8('one') });
    expect(await keepShared(caches, formOf({ text: 'three' }))).toBe(true);
    expect(await takeShared(caches)).toEqual({ name: '', bytes: utf8('three') });
  });
  it.each([
    ['nothing', {}],
    ['empty fields', { text: '', title: '  ' }],
    ['an empty file', { file: new File([], 'x') }],
    ['a text that is far too long', { text: 'x'.repeat((16 << 20) + 1) }],
  ])('is not kept when it is %s', async (_what, fields) => {
    expect(await keepShared(caches, formOf(fields))).toBe(false);
    expect(caches.all.size).toBe(0);
  });
});

describe('a post to the address for shares', () => {
  const OWN = 'https://wallet.example';
  const from = (headers: HeadersInit, referrer = '', destination: RequestDestination = 'document') =>
    isForeign({ headers: new Headers(headers), referrer, destination }, OWN);

  it.each([
    ['the browser, with what it may show a service worker', () => from({ Origin: 'null' })],
    ['the browser, with nothing', () => from({}, 'about:client')],
    ['the browser, that says so', () => from({ 'Sec-Fetch-Site': 'none' })],
    ['a page of our own', () => from({ Origin: OWN, 'Sec-Fetch-Site': 'same-origin' }, `${OWN}/app/`)],
  ])('is taken from %s', (_, find) => {
    expect(find()).toBe(false);
  });
  // threat: foreign-share
  it.each([
    ['by Sec-Fetch-Site', () => from({ 'Sec-Fetch-Site': 'cross-site' })],
    ['by Sec-Fetch-Site of a neighbour', () => from({ 'Sec-Fetch-Site': 'same-site' })],
    ['by its origin', () => from({ Origin: 'https://evil.example' })],
    ['by its referrer', () => from({ Origin: 'null' }, 'https://evil.example/')],
    ['by its frame', () => from({ Origin: 'null' }, '', 'iframe')],
  ])('is refused from another site, known %s', (_, find) => {
    expect(find()).toBe(true);
  });
});
