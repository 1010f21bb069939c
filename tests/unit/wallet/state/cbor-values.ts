/** Values that a record may hold, for tests of the encoding. */
import fc from 'fast-check';

export const { value } = fc.letrec((again) => ({
  value: fc.oneof(
    { maxDepth: 4 },
    fc.string({ unit: 'binary', maxLength: 300 }),
    fc.string({ unit: 'grapheme-ascii', maxLength: 300 }),
    fc.maxSafeInteger(),
    fc.constantFrom(0, 23, 24, 255, 256, 65_535, 65_536, 2 ** 32 - 1, 2 ** 32, -1, -24, -25, -256),
    fc.bigInt(0n, 2n ** 64n - 1n),
    fc.boolean(),
    fc.constant(null),
    fc.uint8Array({ maxLength: 300 }),
    fc.array(again('value'), { maxLength: 30 }),
    fc.dictionary(fc.string({ maxLength: 30 }), fc.option(again('value'), { nil: undefined })),
  ),
}));
