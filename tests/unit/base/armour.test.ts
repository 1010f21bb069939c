/** The text form of monero-wallet-cli's binary files. */
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { withoutArmour } from '../../../src/base/armour.ts';
import { utf8 } from '../../../src/base/bytes.ts';
import { armoured } from '../../support/armoured.ts';

const text = (bytes: Uint8Array): string => new TextDecoder().decode(bytes);

describe('the text form of a binary file', () => {
  it('holds the bytes, with either line end', () => {
    fc.assert(
      fc.property(
        fc.uint8Array({ minLength: 1, maxLength: 200 }),
        fc.constantFrom('\n', '\r\n'),
        (bytes, lineEnd) => {
          expect(withoutArmour(armoured(bytes, lineEnd))).toEqual(bytes);
          expect(withoutArmour(utf8(`\n ${text(armoured(bytes, lineEnd))}\n\n`))).toEqual(bytes);
        },
      ),
    );
  });
  it('is not seen in other bytes', () => {
    fc.assert(
      fc.property(fc.uint8Array({ maxLength: 400 }), (bytes) => {
        expect(withoutArmour(bytes)).toBe(bytes);
      }),
    );
  });
  it.each([
    ['cut off', (form: string) => form.slice(0, -10)],
    ['of another kind', (form: string) => form.replaceAll('Monero', 'Other')],
    ['with a false digit', (form: string) => form.replace('AQID', 'AQ!D')],
    ['with a digit too few', (form: string) => form.replace('AQID', 'AQI')],
    ['with padding inside', (form: string) => form.replace('AQID', 'A==D')],
    ['empty', (form: string) => form.replace('AQID', '')],
  ])('is left as it is when it is %s', (_, damage) => {
    const damaged = utf8(damage(text(armoured(Uint8Array.of(1, 2, 3)))));
    expect(withoutArmour(damaged)).toBe(damaged);
  });
});
