/** What other apps share: kept by the service worker until the page takes it. */
import { beforeEach, describe, expect, it } from 'vitest';
import { utf8 } from '../../../src/base/bytes.ts';
import { keepShared, takeShared } from '../../../src/transport/service-worker/shared.ts';
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
  it('is replaced by what is shared next', async () => {
    await keepShared(caches, formOf({ text: 'one' }));
    await keepShared(caches, formOf({ text: 'two' }));
    expect(await takeShared(caches)).toEqual({ name: '', bytes: utf8('two') });
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
