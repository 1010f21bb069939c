/**
 * verify: whether an address signed a message, and with which of its keys. Integrated addresses count as standard
 * ones.
 */
import { parseAddressFor } from '../../protocol/address/address.ts';
import { verifyMessage } from '../../wallet/without-wallet.ts';
import { definePublicMethod } from '../public-method.ts';
import { bool, str, u32 } from '../schema.ts';
import { maxLength } from '../site-rules.ts';

export default definePublicMethod({
  name: 'verify',
  // No screen: the page uses x_check_proof, which needs no wallet.
  access: 'read',
  site: {
    tier: 'public',
    frame: true,
    params: { data: maxLength(8192), address: maxLength(128), signature: maxLength(256) },
  },
  console: { needs: ['data', 'address', 'signature'] },
  params: { data: str, address: str, signature: str },
  result: { good: bool, version: u32, old: bool, signature_type: str },
  // The reference looks up a DNS name here, finds none, and gives no message.
  errors: { bad_base58: [-2, ''], bad_address: [-2, ''], wrong_network: [-2, ''] },
  handle: async ({ data, address, signature }, { wallet }) => {
    const signer = parseAddressFor(wallet.state.account.network, address);
    const signed = await verifyMessage(data, signer, signature);
    if (!signed) return { good: false, version: 0, old: false, signature_type: 'invalid' };
    return { good: true, version: signed.version, old: signed.version === 1, signature_type: signed.key };
  },
});
