/** split_integrated_address: the standard address and the payment id inside an integrated one. */
import { toHex } from '../../base/hex.ts';
import { formatAddress, parseAddressFor, withoutPaymentId } from '../../protocol/address/address.ts';
import { fault } from '../faults.ts';
import { definePublicMethod } from '../public-method.ts';
import { bool, str } from '../schema.ts';
import { maxLength } from '../site-rules.ts';

export default definePublicMethod({
  name: 'split_integrated_address',
  access: 'read',
  restricted: true,
  site: { tier: 'public', frame: true, params: { integrated_address: maxLength(128) } },
  console: { needs: ['integrated_address'] },
  params: { integrated_address: str },
  result: { standard_address: str, payment_id: str, is_subaddress: bool },
  handle: ({ integrated_address }, { wallet }) => {
    const address = parseAddressFor(wallet.state.account.network, integrated_address);
    if (!address.paymentId) throw fault('not_integrated');
    return {
      standard_address: formatAddress(withoutPaymentId(address)),
      payment_id: toHex(address.paymentId),
      is_subaddress: false,
    };
  },
});
