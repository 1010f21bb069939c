/** The entries that need no wallet: with the texts of the specification's own examples, and their errors. */
import { describe, expect, it } from 'vitest';
import { FIRST_OWNER } from '../../../scripts/tools/app/funded-chain.ts';
import {
  integratedAddress,
  isAddress,
  OstroError,
  parseAddress,
  standardAddress,
  subaddress,
} from '../../../src/library/addresses.ts';
import { newMnemonic, readMnemonic } from '../../../src/library/mnemonics.ts';
import { makeUri, parseUri } from '../../../src/library/uris.ts';

const { address, seed } = FIRST_OWNER;
const thrown = (work: () => unknown): OstroError => {
  try {
    work();
  } catch (error) {
    if (error instanceof OstroError) return error;
    throw error;
  }
  throw new Error('nothing was thrown');
};

describe('ostro/addresses', () => {
  it('reads an address and writes its integrated form and back', () => {
    expect(parseAddress(address)).toMatchObject({ network: 'mainnet', kind: 'standard' });
    const integrated = integratedAddress(address, '1122334455667788');
    expect(parseAddress(integrated)).toMatchObject({ kind: 'integrated', paymentId: '1122334455667788' });
    expect(standardAddress(integrated)).toBe(address);
  });
  it('derives subaddresses; (0, 0) is the main address', async () => {
    const { viewKey } = await readMnemonic(seed);
    expect(subaddress(address, viewKey, { account: 0, index: 0 })).toBe(address);
    expect(parseAddress(subaddress(address, viewKey, { account: 1, index: 2 })).kind).toBe('subaddress');
  });
  it('says what is wrong', () => {
    expect(thrown(() => parseAddress(`${address.slice(0, -1)}A`))).toMatchObject({
      code: -2,
      reason: 'bad_address',
      data: { reason: 'checksum' },
    });
    expect([isAddress(address), isAddress(address, 'stagenet'), isAddress('4…')]).toEqual([
      true,
      false,
      false,
    ]);
  });
});

describe('ostro/mnemonics', () => {
  it('reads words, and words that it made', async () => {
    expect(await readMnemonic(seed)).toMatchObject({ address, language: 'English', words: seed });
    for (const polyseed of [false, true]) {
      const made = await newMnemonic({ polyseed, network: 'stagenet' });
      expect(made.words.split(' ')).toHaveLength(polyseed ? 16 : 25);
      expect(await readMnemonic(made.words, { network: 'stagenet' })).toEqual(made);
    }
  });
  it('says what is wrong', async () => {
    const wrong = `${seed.split(' ').slice(0, 24).join(' ')} abbey`;
    await expect(readMnemonic(wrong)).rejects.toMatchObject({ reason: 'bad_word_checksum' });
    await expect(newMnemonic({ language: 'Klingon' })).rejects.toBeInstanceOf(OstroError);
  });
});

describe('ostro/uris', () => {
  it('writes and reads a link', () => {
    const uri = makeUri({
      recipients: [{ address, amount: 1_500_000_000_000n, name: 'A shop' }],
      description: 'Tea',
    });
    expect(uri).toBe(`monero:${address}?tx_amount=1.500000000000&recipient_name=A%20shop&tx_description=Tea`);
    expect(parseUri(uri)).toMatchObject({
      recipients: [{ address, amount: 1_500_000_000_000n, name: 'A shop' }],
      description: 'Tea',
    });
  });
  it('says what is wrong', () => {
    expect(thrown(() => parseUri('bitcoin:1'))).toMatchObject({ code: -11, reason: 'bad_uri' });
    expect(thrown(() => parseUri(`monero:${address}`, 'testnet')).reason).toBe('bad_uri');
  });
});
