/** Parameters to try a method with. Amounts in piconero. */
import type { MethodName, Params } from '../../../client/client.ts';

const KEY_IMAGE = '8d1bd8181bf7d857bdb281e0153d84cd55a3fcaa57c3e570f4a49f935850b5e3';
const XMR = 1_000_000_000_000n;

/** The example of each method that has one. `address`: an own one, so that it is on the network of the wallet. */
export function examplesFor(address: string): { readonly [Name in MethodName]?: Params<Name> } {
  // What programs send, not texts of the page.
  // @wc-ignore
  return {
    add_address_book: { address, description: 'Monero donations' },
    create_account: { label: 'Savings' },
    create_address: { account_index: 0, label: 'Invoice 1041' },
    estimate_tx_size_and_weight: { n_inputs: 2, n_outputs: 2, ring_size: 16 },
    export_key_images: { all: true },
    export_outputs: { all: true },
    frozen: { key_image: KEY_IMAGE },
    get_accounts: { tag: '' },
    get_address: { account_index: 0 },
    get_address_index: { address },
    get_attribute: { key: 'shop.last-order' },
    get_balance: { account_index: 0 },
    get_bulk_payments: { payment_ids: ['60900e5603bf96e3'], min_block_height: 0 },
    get_payments: { payment_id: '60900e5603bf96e3' },
    get_reserve_proof: { all: false, account_index: 0, amount: XMR, message: 'For the landlord' },
    get_transfers: { in: true, out: true, pending: true, pool: true },
    incoming_transfers: { transfer_type: 'available', account_index: 0 },
    label_account: { account_index: 0, label: 'Everyday' },
    label_address: { index: { major: 0, minor: 1 }, label: 'Shop counter' },
    make_integrated_address: { payment_id: '60900e5603bf96e3' },
    make_uri: { address, amount: XMR / 4n, tx_description: 'Donation' },
    parse_uri: { uri: `monero:${address}?tx_amount=0.25&tx_description=Donation` },
    set_account_tag_description: { tag: 'shop', description: 'Sales of the shop' },
    set_attribute: { key: 'shop.last-order', value: '1041' },
    sign: { data: 'I have this address.' },
    sweep_all: { address, account_index: 0, do_not_relay: true },
    tag_accounts: { tag: 'shop', accounts: [0] },
    transfer: { destinations: [{ amount: XMR / 4n, address }], account_index: 0, do_not_relay: true },
    untag_accounts: { accounts: [0] },
    validate_address: { address, any_net_type: true },
    x_height_at: { timestamp: 1_700_000_000 },
    x_preview: { destinations: [{ amount: XMR / 4n, address }], account_index: 0 },
    x_word_hint: { language: 'English', prefix: 'sai' },
  };
}
