import { describe, expect, it } from 'vitest';
import { fromHex, toHex } from '../../src/base/hex.ts';
import { accountAddress } from '../../src/protocol/address/account-address.ts';
import { formatAddress, parseAddress, withPaymentId } from '../../src/protocol/address/address.ts';
import { accountFromSeed, isDeterministic } from '../../src/protocol/keys/account.ts';
import { subaddressTable } from '../../src/protocol/keys/subaddress.ts';
import { readMnemonic, writeMnemonic } from '../../src/protocol/mnemonic/mnemonic.ts';
import known from './known-wallet.json' with { type: 'json' };

describe("the wallet of the reference's functional tests", () => {
  const account = accountFromSeed(fromHex(known.spendSecret));
  const network = 'mainnet';

  it('is derived from its phrase, and writes that phrase', async () => {
    expect(await readMnemonic(known.seed)).toMatchObject({ key: account.spendSecret, language: 'English' });
    expect(await writeMnemonic('English', account.spendSecret)).toBe(known.seed);
  });

  it('derives its view key from its spend key', () => {
    expect(toHex(account.viewSecret)).toBe(known.viewSecret);
    expect(isDeterministic(account)).toBe(true);
  });

  it('has these addresses', () => {
    for (const { major, minor, address } of known.addresses) {
      expect(formatAddress(accountAddress(network, account, major, minor))).toBe(address);
      expect(subaddressTable(account, major, minor, 1)).toEqual(parseAddress(address).spendPublic);
    }
    const main = parseAddress(known.addresses[0]!.address);
    expect(formatAddress(withPaymentId(main, fromHex(known.paymentId)))).toBe(known.integrated);
  });
});
