import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { asPublicKey } from '../../../src/base/brands.ts';
import { concat } from '../../../src/base/bytes.ts';
import { fromHex, toHex } from '../../../src/base/hex.ts';
import { accountAddress } from '../../../src/protocol/address/account-address.ts';
import {
  formatAddress,
  parseAddress,
  withPaymentId,
  type Address,
  type Network,
} from '../../../src/protocol/address/address.ts';
import { accountFromSeed } from '../../../src/protocol/keys/account.ts';
import { subaddressTable } from '../../../src/protocol/keys/subaddress.ts';
import { writeMnemonic } from '../../../src/protocol/mnemonic/mnemonic.ts';
import { startOfflineWallet, type OfflineWallet } from '../../support/offline-wallet.ts';

const seed = fromHex('8d7f3a05b1c2e4960718293a4b5c6d7e8f90a1b2c3d4e5f60718293a4b5c6d0f');
const account = accountFromSeed(seed);

const addressOf = (network: Network, major: number, minor: number): string =>
  formatAddress(accountAddress(network, account, major, minor));

describe.each([
  ['mainnet', []],
  ['testnet', ['--testnet']],
  ['stagenet', ['--stagenet']],
] as const)('addresses on %s', (network, args) => {
  let wallet: OfflineWallet;
  beforeAll(async () => {
    wallet = await startOfflineWallet(args);
    const restored = await wallet.call<{ address: string }>('restore_deterministic_wallet', {
      filename: '',
      password: '',
      seed: await writeMnemonic('English', seed),
    });
    expect(restored.address).toBe(addressOf(network, 0, 0));
  });
  afterAll(() => wallet.stop());

  it('are the same in both programs for every account and subaddress', async () => {
    await wallet.call('create_account');
    await wallet.call('create_account');
    for (const major of [0, 1, 2]) {
      await wallet.call('create_address', { account_index: major, count: 4 });
      const { addresses } = await wallet.call<{ addresses: { address: string; address_index: number }[] }>(
        'get_address',
        { account_index: major },
      );
      expect(addresses.map(({ address }) => address)).toEqual(
        addresses.map(({ address_index: minor }) => addressOf(network, major, minor)),
      );
      expect(addresses).toHaveLength(5);
      const table = subaddressTable(account, major, 0, 5);
      expect(concat(...addresses.map(({ address }) => parseAddress(address).spendPublic))).toEqual(table);
    }
  });

  it('have the same secret keys', async () => {
    for (const [type, key] of [
      ['view_key', account.viewSecret],
      ['spend_key', account.spendSecret],
    ] as const)
      expect(await wallet.call('query_key', { key_type: type })).toEqual({ key: toHex(key) });
  });

  it('combine with payment ids to the same integrated addresses', async () => {
    const paymentId = fromHex('0123456789abcdef');
    const main: Address = parseAddress(addressOf(network, 0, 0));
    expect(await wallet.call('make_integrated_address', { payment_id: toHex(paymentId) })).toMatchObject({
      integrated_address: formatAddress(withPaymentId(main, paymentId)),
    });
  });

  it('are valid or invalid in both programs', async () => {
    const main = addressOf(network, 0, 0);
    const integrated = formatAddress(withPaymentId(parseAddress(main), new Uint8Array(8)));
    const twisted = formatAddress({
      ...parseAddress(main),
      viewPublic: asPublicKey(fromHex('02'.padEnd(64, '0'))),
    });
    for (const address of [
      main,
      addressOf(network, 1, 1),
      integrated,
      twisted,
      main.slice(1),
      `${main}1`,
      ` ${main}`,
      main.replace(/.$/, main.endsWith('1') ? '2' : '1'),
      integrated.slice(0, -11),
      'z'.repeat(95),
      '',
    ]) {
      const theirs = await wallet.call<Record<string, unknown>>('validate_address', {
        address,
        any_net_type: true,
        allow_openalias: false,
      });
      let ours: Record<string, unknown> = { valid: false };
      try {
        const { kind, network: nettype } = parseAddress(address);
        ours = { valid: true, integrated: kind === 'integrated', subaddress: kind === 'subaddress', nettype };
      } catch {
        // Any fault: not valid.
      }
      expect(theirs, address).toMatchObject(ours);
    }
  });
});
