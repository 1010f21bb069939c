/** The 13 words of MyMonero, compared with addresses that MyMonero's own library computed. */
import { beforeAll, describe, expect, it } from 'vitest';
import { formatAddress } from '../../../../src/protocol/address/address.ts';
import { accountFromEntropy, isDeterministic } from '../../../../src/protocol/keys/account.ts';
import { readShortMnemonic } from '../../../../src/protocol/mnemonic/mnemonic.ts';
import facts from '../../../vectors/mymonero.json' with { type: 'json' };
import { useWasmKernel } from '../../../support/wasm-kernel.ts';

beforeAll(() => useWasmKernel());

describe('13 words', () => {
  it('give the address that MyMonero computed, in four languages', async () => {
    expect(facts.phrases).toHaveLength(200);
    let spelled = 0;
    for (const [phrase, address] of facts.phrases) {
      const { entropy, language } = await readShortMnemonic(phrase!);
      const keys = accountFromEntropy(entropy);
      const computed = formatAddress({ network: 'mainnet', kind: 'standard', ...keys });
      expect([language, phrase, computed]).toEqual([language, phrase, address]);
      if (isDeterministic(keys)) spelled++;
    }
    // Only where the hash is below l: about one in 16.
    expect(spelled).toBeGreaterThan(0);
    expect(spelled).toBeLessThan(40);
  });
  it('are read from their first three letters, and refused when one is in no list, with that word', async () => {
    for (const [phrase] of facts.phrases.slice(0, 170)) {
      const words = phrase!.split(' ');
      const cut = words.map((word) => word.slice(0, 3)).join(' ');
      expect(await readShortMnemonic(cut)).toEqual(await readShortMnemonic(phrase!));
      const at = words.indexOf(words[12]!);
      await expect(readShortMnemonic(words.with(at, 'qxqxqx').join(' '))).rejects.toMatchObject({
        code: 'unknown_word',
        data: { index: at, word: 'qxqxqx' },
      });
    }
  });
  it('with a wrong checksum word, and other counts, are refused', async () => {
    const words = facts.phrases[0]![0]!.split(' ');
    await expect(readShortMnemonic(words.with(12, 'abbey').join(' '))).rejects.toMatchObject({
      code: 'bad_word_checksum',
      data: { expected: words[12] },
    });
    for (const count of [0, 1, 12, 24, 25])
      await expect(readShortMnemonic('abbey '.repeat(count))).rejects.toMatchObject({
        code: 'bad_word_count',
        data: { count },
      });
  });
});
