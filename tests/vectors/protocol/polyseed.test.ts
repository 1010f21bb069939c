/** Polyseed compared with seeds that tevador's library made: one of each language, plain or encrypted. */
import { expect, it } from 'vitest';
import { POLYSEED_LANGUAGES } from '../../../src/protocol/mnemonic/polyseed/word-lists.ts';
import { expectPolyseed } from './polyseed.ts';
import published from './polyseed.json' with { type: 'json' };

it('there is a published Polyseed of each language', () => {
  expect(new Set(published.seeds.map(({ language }) => language)).size).toBe(POLYSEED_LANGUAGES.length);
});

it.each(published.seeds)(
  'the published Polyseed in $language (encrypted: $encrypted) has its secret, birthday and key, and is written so',
  expectPolyseed,
);
