import { describe, expect, it } from 'vitest';
import { readFrameAncestors } from '../../../../../scripts/tools/build/frame-ancestors.ts';

describe('the build option OSTRO_FRAME_ANCESTORS', () => {
  it('is a list of exact origins and the own one; without it there are none', () => {
    expect(readFrameAncestors(undefined)).toEqual([]);
    expect(readFrameAncestors(' ')).toEqual([]);
    expect(readFrameAncestors("'self'  https://shop.example 'self'")).toEqual([
      "'self'",
      'https://shop.example',
    ]);
    expect(
      readFrameAncestors('https://a.shop.example:8443 http://shop.localhost:4174 http://127.0.0.1:80'),
    ).toHaveLength(3);
  });
  // threat: framing
  it.each([
    '*',
    'https:',
    'https://*.shop.example',
    'http://shop.example',
    'https://shop.example/',
    'https://shop.example/path',
    'https://shop.example;script-src',
    'https://shop.example"',
    "'none'",
    "'unsafe-inline'",
    'shop.example',
    'null',
  ])('refuses %s, which is no exact origin', (source) => {
    expect(() => readFrameAncestors(`'self' ${source}`)).toThrow(/neither 'self' nor an origin/);
  });
});
