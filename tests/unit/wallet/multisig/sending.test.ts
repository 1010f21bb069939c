/** What the sending methods and describe_transfer answer in the wallet of one signer of several. */
import { beforeAll, describe, expect, test } from 'vitest';
import { formatAddress } from '../../../../src/protocol/address/address.ts';
import { addressOf } from '../../../../src/wallet/account/addresses.ts';
import { PAYEE, XMR, type RpcWallet } from '../../../support/rpc/fixture.ts';
import { openSigners, tellInfo } from '../../../support/rpc/signers.ts';

let proposer: RpcWallet;
let other: RpcWallet;

beforeAll(async () => {
  const sessions = await openSigners(2, 2);
  [proposer, other] = sessions as [RpcWallet, RpcWallet];
  await tellInfo(sessions);
});

const own = (major: number, minor: number): string =>
  formatAddress(addressOf(proposer.wallet.state.account, { major, minor }));
const finish = async (multisig_txset: string): Promise<void> => {
  const { tx_data_hex, tx_hash_list } = await other.call('sign_multisig', { tx_data_hex: multisig_txset });
  expect(tx_hash_list).not.toHaveLength(0);
  await tellInfo([proposer, other]);
  expect(tx_data_hex).not.toBe('');
};

describe('one signer of several', () => {
  test('transfers with a set that both can read: payees, amounts, and change to the paying account', async () => {
    const destinations = [{ address: PAYEE, amount: XMR }];
    const sent = await proposer.call('transfer', { destinations, account_index: 1 });
    expect(sent).toMatchObject({
      tx_hash: '',
      tx_blob: '',
      tx_metadata: '',
      unsigned_txset: '',
      amount: XMR,
      amounts_by_dest: { amounts: [XMR] },
    });
    expect(sent.spent_key_images.key_images).toHaveLength(1);
    for (const { call } of [proposer, other]) {
      const { multisig_txset } = sent;
      const { summary, desc } = await call('describe_transfer', { multisig_txset });
      expect(summary).toEqual({
        amount_in: 7n * XMR,
        amount_out: 7n * XMR - sent.fee,
        recipients: [{ address: PAYEE, amount: XMR }],
        change_amount: 6n * XMR - sent.fee,
        change_address: own(1, 0),
        fee: sent.fee,
      });
      expect(desc).toHaveLength(1);
      expect(desc![0]).toMatchObject({ ring_size: 16 });
    }
    await finish(sent.multisig_txset);
  });

  test('transfers to its own addresses, the change address too', async () => {
    for (const [major, minor] of [
      [0, 0],
      [0, 1],
      [1, 0],
    ] as const) {
      const destinations = [{ address: own(major, minor), amount: XMR }];
      const { multisig_txset, fee } = await proposer.call('transfer', { destinations });
      const { summary } = await other.call('describe_transfer', { multisig_txset });
      expect(summary.recipients).toMatchObject([{ address: own(major, minor), amount: XMR }]);
      expect(summary.amount_in - summary.change_amount).toBe(XMR + fee);
      await finish(multisig_txset);
    }
  });

  test('splits, sweeps all and sweeps one', async () => {
    const destinations = Array.from({ length: 17 }, (_, i) => ({
      address: PAYEE,
      amount: XMR / 100n + BigInt(i),
    }));
    const split = await proposer.call('transfer_split', { destinations });
    expect(split.tx_hash_list).toBeUndefined();
    expect(split.fee_list).toHaveLength(2);
    const { desc } = await other.call('describe_transfer', { multisig_txset: split.multisig_txset });
    expect(desc).toHaveLength(2);
    await finish(split.multisig_txset);

    const all = await proposer.call('sweep_all', { address: PAYEE, subaddr_indices_all: true, outputs: 3 });
    expect(all.amount_list).toEqual([10n * XMR - all.fee_list![0]!]);
    const swept = await other.call('describe_transfer', { multisig_txset: all.multisig_txset });
    expect(swept.summary.change_address).toBe('');
    await finish(all.multisig_txset);

    const [key_image] = split.spent_key_images_list![0]!.key_images!;
    const one = await proposer.call('sweep_single', { address: own(0, 1), key_image: key_image! });
    expect(one.spent_key_images.key_images).toEqual([key_image]);
    await finish(one.multisig_txset);
  });

  test('returns an empty set when there is no dust', async () => {
    const { multisig_txset } = await proposer.call('sweep_dust');
    expect(await other.refusal('sign_multisig', { tx_data_hex: multisig_txset })).toMatchObject({
      code: -35,
      message: 'Failed to sign multisig tx: No tx found',
    });
  });

  test('needs multisig info of the other signers', async () => {
    const [alone] = await openSigners(2, 3);
    const destinations = [{ address: PAYEE, amount: XMR }];
    expect((await alone!.refusal('transfer', { destinations })).code).toBe(-16);
    const sessions = await openSigners(2, 3);
    await tellInfo(sessions);
    // Key images are known, but no nonces are left.
    await sessions[0]!.wallet.ledger.commit(({ tables }) => ({
      puts: [...tables.multisigOutputs].map(([key, value]) => ({
        table: 'multisigOutputs',
        key,
        value: { ...value, infos: [] },
      })),
      deletes: [],
    }));
    expect(await sessions[0]!.refusal('transfer', { destinations })).toMatchObject({
      code: -4,
      message:
        'Not enough multisig data was found to sign: import multisig data from more other participants',
    });
  });
});
