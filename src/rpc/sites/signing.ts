/**
 * sign: the person confirms each signature. The text begins with the origin, a random number and the time, so that a
 * signature made for one site is worth nothing at another, and the same one is never made twice.
 */
import { toHex } from '../../base/hex.ts';
import { ownAccount } from './accounts.ts';
import { takeSlot } from './asks.ts';
import { callWallet } from './call-wallet.ts';
import type { SiteParams } from './methods.ts';
import type { AnswerOrAsk, SiteCall } from './types.ts';

export function sign(call: SiteCall, params: SiteParams<'sign'>): AnswerOrAsk {
  const { context, origin, site } = call;
  const { data = '', account_index, address_index = 0, signature_type } = params;
  const major = ownAccount(site, account_index);
  const slot = takeSlot(call);
  const nonce = toHex(context.session.world.random.bytes(16));
  const text = signedText(origin, `${nonce} ${context.wallet.now()}`, data);
  const approve = async () => ({
    ...(await callWallet(call, 'sign', {
      data: text,
      account_index: major,
      address_index,
      signature_type: signature_type ?? '',
    })),
    message: text,
  });
  const ask = slot.ask(
    { approve, drop: () => undefined },
    {
      kind: 'sign',
      learns: ['signature'],
      sign: {
        text,
        address: context.wallet.addressText({ major, minor: address_index }),
        key: signature_type === 'view' ? 'view' : 'spend',
      },
    },
  );
  return { ask };
}

/** An origin has no line breaks, so the second line ends where it ends. */
const signedText = (origin: string, once: string, data: string): string =>
  `ostro site signature\n${origin}\n${once}\n${data}`;
