/** Methods of monero-wallet-rpc that the page calls in its console alone. */
import { DEVICE_ATTRIBUTE, deviceWith } from '../../../../src/base/signing-devices.ts';
import type { Answers } from '../answer.ts';
import { Refused } from '../refused.ts';
import { ADDRESSES, id } from '../values.ts';

export const CONSOLE = {
  get_version: () => ({ version: 65_566, release: true }),
  get_balance: ({ account_index }, fake) => {
    const { unlocked } = fake.account(account_index);
    return {
      balance: unlocked + 18_446_744_073_709_551n,
      unlocked_balance: unlocked,
      multisig_import_needed: false,
      per_subaddress: [
        {
          account_index: account_index ?? 0,
          address_index: 0,
          address: ADDRESSES[0],
          balance: unlocked,
          unlocked_balance: unlocked,
          label: '',
          num_unspent_outputs: 3,
          blocks_to_unlock: 0,
          time_to_unlock: 0,
        },
      ],
      blocks_to_unlock: 0,
      time_to_unlock: 0,
    };
  },
  get_attribute: ({ key = '' }, { attributes }) => {
    const value = attributes.get(key);
    if (value === undefined) throw new Refused(-45, 'attribute_not_found', { key });
    return { value };
  },
  set_attribute: ({ key = '', value = '' }, { attributes, status }) => {
    if (key === DEVICE_ATTRIBUTE) status.signing_device = deviceWith(value);
    attributes.set(key, value);
    return {};
  },
  transfer: () => ({
    tx_hash: id(77),
    tx_key: '',
    amount: 250_000_000_000n,
    amounts_by_dest: { amounts: [250_000_000_000n] },
    fee: 30_660_000n,
    weight: 1534,
    tx_blob: '',
    tx_metadata: '',
    multisig_txset: '',
    unsigned_txset: '',
    spent_key_images: { key_images: [id(78)] },
  }),
} satisfies Partial<Answers>;
