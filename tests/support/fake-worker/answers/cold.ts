/** The exchange between a watching wallet and a signing device, and signed payments. */
import type { Answers } from '../answer.ts';
import { PAYLOADS } from '../payloads.ts';
import { ADDRESSES, HEIGHT, id, PAYEE, xmr } from '../values.ts';
import type { FakeWallet } from '../wallet.ts';

export const COLD = {
  export_outputs: () => ({ outputs_data_hex: PAYLOADS.outputs }),
  import_outputs: (_params, { status }) => {
    status.coins += 2;
    return { num_imported: status.coins };
  },
  x_export_key_images: () => ({ hex: PAYLOADS.keyImages }),
  x_import_key_images: (_params, { status }) => {
    status.unmarked = 0;
    status.doubtful = 0;
    return { height: HEIGHT, spent: 0n, unspent: xmr('12.4') };
  },
  x_describe_set: () => ({
    summary: {
      amount_in: xmr('2.4'),
      amount_out: xmr('2.39987712'),
      change_amount: xmr('1.14987712'),
      change_address: ADDRESSES[0],
      fee: xmr('0.00012288'),
      fee_share: 1,
      recipients: [{ address: PAYEE, amount: xmr('1.25') }],
    },
    desc: [{ unlock_time: 0n, dummy_outputs: 0 }],
  }),
  sign_transfer: () => ({ signed_txset: PAYLOADS.signed, tx_hash_list: [id(6000)] }),
  submit_transfer: (_params, fake) => submit(fake),
  x_sign_multisig: (_params, { unsent }) => {
    Object.assign(unsent[0]!, { next: 'send', signers: ['b2'.repeat(32), 'a1'.repeat(32)] });
    return { tx_data_hex: PAYLOADS.multisigSet };
  },
  submit_multisig: (_params, fake) => submit(fake),
} satisfies Partial<Answers>;

const submit = (fake: FakeWallet): { readonly tx_hash_list: string[] } => {
  fake.unsent = [];
  const entry = fake.entry('pending', '1.25', { txid: id(6000) });
  fake.entries.push(entry);
  fake.changed();
  return { tx_hash_list: [entry.txid] };
};
