import { describe, expect, it } from 'vitest';
import { toHex } from '../../../../src/base/hex.ts';
import { formatAddress } from '../../../../src/protocol/address/address.ts';
import { accountFromKeys } from '../../../../src/protocol/keys/account.ts';
import { asSecretKey } from '../../../../src/base/brands.ts';
import { fromHex } from '../../../../src/base/hex.ts';
import { readGivenKeys } from '../../../../src/wallet/account/given-keys.ts';
import { wipeGivenKeys } from '../../../../src/wallet/account/wipe-given-keys.ts';
import mymonero from '../../../vectors/mymonero.json' with { type: 'json' };
import known from '../../../vectors/known-wallet.json' with { type: 'json' };

const KEYS = accountFromKeys({
  viewSecret: asSecretKey(fromHex(known.viewSecret)),
  spendSecret: asSecretKey(fromHex(known.spendSecret)),
});
const ADDRESS = formatAddress({ network: 'mainnet', kind: 'standard', ...KEYS });
const OTHER =
  '44AFFq5kSiGBoZ4NMDwYtN18obc8AemS33DBLWs3H7otXft3XjrpDtQGv7SqSsaBYBb98uNbr2VBBEt7f2wfn3RVGQBEP3A';
const { spendSecret: spend, viewSecret: view, seed } = known;

const readTo = async (text: string, passphrase = '') => {
  const { kind, keys, network, height } = await readGivenKeys(text, passphrase);
  return { kind, spend: toHex(keys.spendSecret), view: toHex(keys.viewSecret), network, height };
};
const EXPECTED = { spend, view };
const reason = async (text: string, passphrase = ''): Promise<unknown> => {
  try {
    await readGivenKeys(text, passphrase);
  } catch (error) {
    const { code, data } = error as { readonly code: string; readonly data: { readonly reason?: string } };
    return data.reason ?? code;
  }
  return undefined;
};

describe('keys on paper', () => {
  it('are read from words of 25 and 13', async () => {
    expect(await readTo(` ${seed}\n`)).toMatchObject({ kind: 'classic', ...EXPECTED });
    expect((await readTo(seed, 'secret')).spend).not.toBe(spend);
    expect((await readTo(mymonero.phrases[0]![0]!)).kind).toBe('mymonero');
  });
  it('are read in hex: the spend key alone, both in either order, with names and the address beside them', async () => {
    for (const text of [
      spend,
      spend.toUpperCase(),
      `0x${spend}`,
      `${spend} ${view}`,
      `${view}\n${spend}`,
      `Spend key: ${spend}, view key: ${view}`,
      `${ADDRESS}\nview ${view}\nspend ${spend}`,
    ])
      expect(await readTo(text), text).toMatchObject({ kind: 'keys', ...EXPECTED });
    expect((await readTo(`${ADDRESS} ${spend}`)).network).toBe('mainnet');
  });
  it('are read as words with numbers, in columns, with quotation marks, headings and a restore height', async () => {
    const words = seed.split(' ');
    const numbered = words.map((word, i) => `${i + 1}. ${word}`);
    const row = (i: number): string => [numbered[i], numbered[i + 13]].filter(Boolean).join('\t');
    for (const text of [
      numbered.join('\n'),
      words.map((word, i) => `${i + 1} ${word}`).join(' '),
      words.map((word, i) => `${i + 1}) ${word}`).join('\n'),
      Array.from({ length: 13 }, (_, i) => row(i)).join('\n'),
      `[${words.map((word) => `"${word}"`).join(',')}]`,
      `Seed: ${seed}`,
      words.map((word) => `\u2022 \u200b${word}`).join('\r\n'),
    ])
      expect(await readTo(text), text).toMatchObject({ kind: 'classic', ...EXPECTED });
    for (const text of [
      `My wallet\n${seed}\nRestore height: 2942000`,
      `Seed: ${seed}\nRestore height: 2,942,000`,
      `${seed} restore height 2942000`,
      `Address: ${ADDRESS}\nSeed: ${numbered.join('\n')}\nCreated: 2023-07-31\nHeight: 2942000`,
    ])
      expect(await readTo(text), text).toMatchObject({ kind: 'classic', ...EXPECTED, height: 2_942_000 });
  });
  // threat: hostile-text
  it('are no shorter phrase within a longer text', async () => {
    const words = seed.split(' ');
    const extra = [...words, 'anvil'];
    const lines = (...counts: number[]): string => {
      const rest = [...extra];
      return counts.map((count) => rest.splice(0, count).join(' ')).join('\n');
    };
    // The first 13 of these words fit as words of MyMonero.
    for (const text of [
      lines(13, 6, 7),
      lines(9, 16, 1),
      lines(5, 5, 5, 5, 6),
      seed.replace('nitrogen', 'nitro-\ngen'),
    ])
      expect(await reason(text), text).toBe('bad_word_count');
    // Words of another list too, and words cut after some letters.
    for (const line of ['anvil', 'Family savings', 'semilla', 'Order no. 3405511'])
      expect(await reason(`${line}\n${seed}`), line).toBe('bad_word_count');
    const cut = words.map((word) => word.slice(0, 3)).join(' ');
    expect(await readTo(cut)).toMatchObject(EXPECTED);
    expect(await reason(`anv\n${cut}`)).toBe('bad_word_count');
    // A line ends within the first word; and a key beside a damaged phrase.
    expect(await reason(seed.replace('velvet', 'vel\nvet'))).toBe('bad_word_checksum');
    expect(await reason(`${words.slice(1).join(' ')} x y\n${spend}`)).toBe('bad_word_count');
    expect(await readTo(`Ann\n${seed}`)).toMatchObject(EXPECTED);
  });
  // The report: monero-project/monero#4114.
  it('are reduced when the spend key stands alone, as --generate-from-spend-key does', async () => {
    const given = 'e80678b0953f01f461807044320322136d23288cad057e8c7de8cf2cffdeba39';
    const reduced = '218b96994616caebdea9895b961585d46c23288cad057e8c7de8cf2cffdeba09';
    const read = await readTo(given);
    expect(read).toEqual(await readTo(reduced));
    expect(read.spend).toBe(reduced);
    const { keys } = await readGivenKeys(given, '');
    const address = formatAddress({ network: 'mainnet', kind: 'standard', ...keys });
    expect((await readTo(`${address} ${given}`)).spend).toBe(reduced);
    expect((await readTo(`monero_wallet:${address}?spend_key=${given}`)).spend).toBe(reduced);
    expect(await reason(`${given} ${read.view}`)).toBe('bad_secret_key');
  });
  it('take a view key that does not follow from the spend key', async () => {
    const other = toHex(KEYS.spendSecret!);
    const { keys } = await readGivenKeys(`${view} ${other.replace(/^../, '11')}`, '');
    expect([toHex(keys.spendSecret), toHex(keys.viewSecret)]).toEqual([view, other.replace(/^../, '11')]);
  });
  it('are read from a link of either spelling, with keys or words, with its height', async () => {
    const words = encodeURIComponent(seed);
    for (const text of [
      `monero_wallet:${ADDRESS}?spend_key=${spend}&view_key=${view}&height=7`,
      `monero-wallet:${ADDRESS}?spend_key=${spend}&height=7`,
      `MONERO_WALLET://?address=${ADDRESS}&spend_key=${spend}&restore_height=7`,
      `monero_wallet:${ADDRESS}?seed=${words}&height=7`,
      `monero_wallet:?mnemonic_seed=${seed.replaceAll(' ', '+')}&height=7`,
    ])
      expect(await readTo(text), text).toMatchObject({ ...EXPECTED, height: 7 });
  });
  it.each([
    ['nothing', ''],
    ['length', 'a1'.repeat(1200)],
    ['hex', '!!!'],
    ['key_length', spend.slice(1)],
    ['key_character', spend.replace(/\d/, 'o')],
    ['many_keys', `${spend} ${view} ${spend}`],
    ['only_address', ADDRESS],
    ['payment', `monero:${ADDRESS}`],
    ['proof', `SigV2${ADDRESS}`],
    ['no_spend_key', `monero_wallet:${ADDRESS}?view_key=${view}`],
    ['no_spend_key', 'monero_wallet:'],
    ['address', `monero_wallet:${ADDRESS.slice(1)}?spend_key=${spend}`],
    ['key_mismatch', `monero_wallet:${OTHER}?spend_key=${spend}`],
    ['bad_secret_key', '0'.repeat(64)],
    ['bad_secret_key', `${'f'.repeat(64)} ${view}`],
    ['bad_secret_key', `${spend} ${'f'.repeat(64)}`],
    ['unknown_word', seed.replace('giddy', 'gxddy')],
    ['bad_word_count', 'velvet lymph giddy'],
  ])('are refused with %s: %s', async (code, text) => {
    expect(await reason(text)).toBe(code);
  });
  it('are refused with a passphrase when they are in hex, which has none', async () => {
    expect(await reason(spend, 'x')).toBe('passphrase');
  });
  it('are overwritten', async () => {
    const given = await readGivenKeys(seed, '');
    wipeGivenKeys(given);
    expect([...given.keys.spendSecret, ...given.keys.viewSecret].every((byte) => byte === 0)).toBe(true);
  });
});
