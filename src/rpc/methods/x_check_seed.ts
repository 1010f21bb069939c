/**
 * x_check_seed: whether words are a seed phrase, and the address of their wallet. Faults unknown_word,
 * bad_word_count, bad_word_checksum.
 */
import { accountFromSeed } from '../../protocol/keys/account.ts';
import { readMnemonic } from '../../protocol/mnemonic/mnemonic.ts';
import { removeSeedOffset } from '../../protocol/mnemonic/seed-offset.ts';
import { tipWithinTimeout } from '../../wallet/account/birth.ts';
import { primaryAddress } from '../../wallet/account/make.ts';
import { defineMethod } from '../method.ts';
import { bool, str } from '../schema.ts';
import { networkOf } from '../wire/new-wallet.ts';

/** Short, because the user has just typed 25 words and is waiting. */
const TIMEOUT_MS = 2_000;

export default defineMethod({
  name: 'x_check_seed',
  params: { seed: str, seed_offset: str },
  result: { language: str, address: str, was_deprecated: bool },
  handle: async ({ seed, seed_offset }, { session }) => {
    const { key, language, wasDeprecated } = await readMnemonic(seed);
    const keys = accountFromSeed(seed_offset === '' ? key : removeSeedOffset(key, seed_offset));
    const { chain, clock } = session.world;
    const tip = await tipWithinTimeout(chain, clock, TIMEOUT_MS);
    const address = primaryAddress(networkOf(session, tip), keys);
    return { language, address, was_deprecated: wasDeprecated };
  },
});
