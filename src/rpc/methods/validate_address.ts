/** validate_address: whether a text is an address, of which kind and on which network. */
import { isFault } from '../../base/fault.ts';
import { parseAddress, type Address } from '../../protocol/address/address.ts';
import { definePublicMethod } from '../public-method.ts';
import { bool, def, str } from '../schema.ts';
import { resolveAddress } from '../wire/openalias.ts';
import { anyValue, maxLength } from '../site-rules.ts';

export default definePublicMethod({
  name: 'validate_address',
  access: 'read',
  restricted: true,
  site: { tier: 'public', frame: true, params: { address: maxLength(128), any_net_type: anyValue } },
  console: { needs: ['address'], example: { address: '<address>', any_net_type: true } },
  // An OpenAlias name is resolved if the user has chosen a resolver; otherwise it is not an address.
  params: { address: str, any_net_type: def(bool, false), allow_openalias: def(bool, false) },
  result: { valid: bool, integrated: bool, subaddress: bool, nettype: str, openalias_address: str },
  // The wallet is read only where its network counts: without it, no wallet has to be open.
  handle: async ({ address: typed, any_net_type, allow_openalias }, context) => {
    const network = any_net_type ? undefined : context.wallet.state.account.network;
    const text = allow_openalias ? await resolveAddress(context.session, typed) : typed;
    const address = tryAddress(text);
    if (!address || (network && address.network !== network))
      return { valid: false, integrated: false, subaddress: false, nettype: '', openalias_address: '' };
    return {
      valid: true,
      integrated: address.kind === 'integrated',
      subaddress: address.kind === 'subaddress',
      nettype: address.network,
      openalias_address: text === typed ? '' : text,
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
