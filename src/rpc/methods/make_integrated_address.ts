/** make_integrated_address: a standard address with a payment id; by default our address and a random id. */
import { addressOf } from '../../wallet/without-wallet.ts';
import { isFault } from '../../base/fault.ts';
import { fromHex, toHex } from '../../base/hex.ts';
import { formatAddress, parseAddressFor, withPaymentId } from '../../protocol/address/address.ts';
import { PAYMENT_ID_BYTES } from '../../protocol/keys/payment-id.ts';
import { fault } from '../faults.ts';
import { defineMethod } from '../method.ts';
import { str } from '../schema.ts';
import { maxLength } from '../site-rules.ts';

export default defineMethod({
  name: 'make_integrated_address',
  access: 'read',
  restricted: true,
  site: { tier: 'public', params: { standard_address: maxLength(128), payment_id: maxLength(16) } },
  console: { example: { payment_id: '60900e5603bf96e3' } },
  params: { standard_address: str, payment_id: str },
  result: { integrated_address: str, payment_id: str },
  handle: ({ standard_address, payment_id }, { wallet, session }) => {
    const { account } = wallet.state;
    const id = payment_id === '' ? session.world.random.bytes(PAYMENT_ID_BYTES) : readPaymentId(payment_id);
    const address =
      standard_address === ''
        ? addressOf(account, { major: 0, minor: 0 })
        : parseAddressFor(account.network, standard_address);
    if (address.kind === 'subaddress') throw fault('subaddress_not_allowed');
    if (address.kind === 'integrated') throw fault('integrated_already');
    return { integrated_address: formatAddress(withPaymentId(address, id)), payment_id: toHex(id) };
  },
});

const readPaymentId = (text: string): Uint8Array => {
  try {
    return fromHex(text, PAYMENT_ID_BYTES);
  } catch (error) {
    throw isFault(error, 'bad_hex') ? fault('bad_payment_id') : error;
  }
};
