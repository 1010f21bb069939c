import { createHash } from 'node:crypto';
import { describe, expect, it } from 'vitest';
import { zipOf } from '../../../../../scripts/tools/build/zip.ts';

const files = [
  { path: 'manifest.json', bytes: Buffer.from('{}\n') },
  { path: '_locales/de/messages.json', bytes: Buffer.from('ü'.repeat(500)) },
  { path: 'empty', bytes: Buffer.alloc(0) },
];
/** Of the file in which Info-ZIP's `unzip -t` (6.00) and Python's `zipfile -t` (3.11) found all three files without errors. */
const SHA256 = '673b6172ae5d9fda2b6fb28f5503b0b9cef7d7f16d0be882b4c4f1dfe0cbafd4';

describe('zipOf', () => {
  it('makes the bytes that other programs have read without errors, whatever the order of the files', () => {
    for (const order of [files, [...files].reverse()])
      expect(createHash('sha256').update(zipOf(order)).digest('hex')).toBe(SHA256);
  });
  it('refuses two files of one path', () => {
    expect(() => zipOf([...files, { path: 'empty', bytes: Buffer.from('x') }])).toThrow('empty twice');
  });
});
