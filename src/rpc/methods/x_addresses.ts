/**
 * x_addresses: the addresses that changed after revision `since`, in pages, the oldest change first; all after 0. A page
 * ends at `revision`, which is the `since` of the next one; `more`: there is a next page. Of the first address of an account
 * the label is that of the account. `used`: money came in there, also if it is in no block yet, so that no other payer is
 * given the address ("used" of get_address counts money in blocks, as monero-wallet-rpc does). `requested`: the address
 * belongs to a payment request. Revisions begin anew when a wallet is opened.
 */
import { defineMethod } from '../method.ts';
import { count } from '../schema.ts';
import { addressPage, toAddressPage } from '../wire/address-page.ts';

export default defineMethod({
  name: 'x_addresses',
  access: 'read',
  params: { since: count },
  result: addressPage,
  handle: ({ since }, { wallet }) => toAddressPage(wallet, since),
});
