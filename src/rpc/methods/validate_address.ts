/** validate_address: whether a text is an address, and of which kind and network. */
import { isFault } from '../../base/fault.ts';
import { parseAddress, type Address } from '../../protocol/address/address.ts';
import { defineMethod } from '../method.ts';
import { bool, def, str } from '../schema.ts';

export default defineMethod({
  name: 'validate_address',
  restricted: true,
  // Names in the DNS (allow_openalias) cannot be asked for from a browser: such a text is no address here.
  params: { address: str, any_net_type: def(bool, false), allow_openalias: def(bool, false) },
  result: { valid: bool, integrated: bool, subaddress: bool, nettype: str, openalias_address: str },
  handle: ({ address: text, any_net_type }, { session }) => {
    const network = any_net_type ? undefined : session.wallet.state.account.network;
    const address = tryAddress(text);
    if (!address || (network && address.network !== network))
      return { valid: false, integrated: false, subaddress: false, nettype: '', openalias_address: '' };
    return {
      valid: true,
      integrated: address.kind === 'integrated',
      subaddress: address.kind === 'subaddress',
      nettype: address.network,
      openalias_address: '',
    };
  },
});

const tryAddress = (text: string): Address | undefined => {
  try {
    return parseAddress(text);
  } catch (error) {
    if (isFault(error)) return undefined;
    throw error;
  }
};
