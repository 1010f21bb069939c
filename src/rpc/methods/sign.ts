/** sign: signs a message with the spend or view key of one of our addresses. */
import type { MessageKey } from '../../protocol/proof/message.ts';
import { fault } from '../faults.ts';
import { defineMethod } from '../method.ts';
import { def, str, u32 } from '../schema.ts';
import { anyValue, maxLength, oneOf } from '../site-rules.ts';

export default defineMethod({
  name: 'sign',
  access: 'spend',
  site: {
    tier: 'identity',
    asks: true,
    params: {
      data: maxLength(4096),
      account_index: anyValue,
      address_index: anyValue,
      signature_type: oneOf('', 'spend', 'view'),
    },
  },
  console: { warning: 'none', needs: ['data'], example: { data: 'I have this address.' } },
  params: { data: str, account_index: def(u32, 0), address_index: def(u32, 0), signature_type: str },
  result: { signature: str },
  errors: { watch_only: [-29, 'The wallet is watch-only. Cannot sign with the spend key.'] },
  handle: async ({ data, account_index, address_index, signature_type }, { wallet }) => {
    const index = { major: account_index, minor: address_index };
    return { signature: (await wallet.proofs()).text(index, keyNamed(signature_type), data) };
  },
});

const keyNamed = (type: string): MessageKey => {
  if (type === 'spend' || type === '') return 'spend';
  if (type === 'view') return 'view';
  throw fault('bad_signature_type', { type });
};
