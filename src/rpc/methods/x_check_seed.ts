/**
 * x_check_seed: whether words are a seed phrase, of which kind (classic, polyseed, mymonero) and language, and the address
 * of their wallet. `beside`: words of the same text; if one of them is in a word list, the text may be a longer phrase
 * with a mistake, which is fault bad_word_count. `word_count`: how many words there are. `restore_height`: where the date in
 * the words lets scanning start; without a date it is missing.
 * Faults unknown_word, bad_word_count, bad_word_checksum, bad_polyseed, polyseed_password, short_words_offset.
 */
import {
  heightSince,
  primaryAddress,
  requireWhole,
  tipWithinTimeout,
  wordsOf,
} from '../../wallet/without-wallet.ts';
import { defineMethod } from '../method.ts';
import { bool, count, listOf, opt, str } from '../schema.ts';
import { networkOf } from '../wire/new-wallet.ts';

/** Short, because the user has just typed the words and is waiting. */
const TIMEOUT_MS = 2_000;

export default defineMethod({
  name: 'x_check_seed',
  access: 'read',
  console: { needs: ['seed'], secrets: ['seed', 'seed_offset'] },
  params: { seed: str, seed_offset: str, beside: opt(listOf(str)) },
  result: {
    kind: str,
    language: str,
    word_count: count,
    address: str,
    was_deprecated: bool,
    restore_height: opt(count),
  },
  handle: async ({ seed, seed_offset, beside = [] }, { session }) => {
    // Words of the old list are shown in English afterwards.
    const words = await wordsOf(seed, seed_offset, 'English');
    await requireWhole(seed, words, beside);
    const { kind, typedIn, keys, wasDeprecated, since } = words;
    const { chain, clock } = session.world;
    const tip = await tipWithinTimeout(chain, clock, TIMEOUT_MS);
    const network = networkOf(session, tip);
    const now = Math.floor(clock.now() / 1000);
    return {
      kind,
      language: typedIn,
      word_count: words.count,
      address: primaryAddress(network, keys),
      was_deprecated: wasDeprecated,
      restore_height:
        since === undefined ? undefined : heightSince(network, tip?.devnet === true, since, now),
    };
  },
});
