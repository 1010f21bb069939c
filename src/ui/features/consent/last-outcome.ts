/** The last question of a site and its outcome, in a few words. */
import { xmr } from '../../format/format.ts';
import type { Outcome } from '../../../embed/wire.ts';
import type { SiteRequest } from './site-request.ts';

const REJECTED = 4001;

export function lastLine({ ask, outcome }: { readonly ask: SiteRequest; readonly outcome: Outcome }): {
  /** How it is marked: as Note.svelte does. */
  readonly kind: 'good' | 'plain' | 'care';
  readonly title: string;
  readonly text: string;
} {
  const { kind, payment } = ask;
  if ('result' in outcome) {
    if (payment)
      return { kind: 'good', title: `Paid ${xmr(payment.amount)}`, text: 'The payment is on its way.' };
    return { kind: 'good', ...(DONE[kind] ?? { title: 'Done', text: '' }) };
  }
  if (outcome.error.code === REJECTED)
    return { kind: 'plain', title: 'You refused', text: REFUSED[kind] ?? '' };
  return { kind: 'care', title: 'This did not work', text: FAILED[kind] ?? '' };
}
const DONE: Readonly<Record<string, { readonly title: string; readonly text: string }>> = {
  connect: { title: 'Connected', text: 'The site sees what you allowed, and nothing else.' },
  sign: { title: 'Signed', text: 'The site has your signature.' },
  budget: { title: 'Allowed', text: 'The site has its budget.' },
};
const REFUSED: Readonly<Record<string, string>> = {
  connect: 'The site got nothing.',
  payment: 'Nothing was sent.',
  sign: 'Nothing was signed.',
  budget: 'The site has no budget.',
};
const FAILED: Readonly<Record<string, string>> = {
  ...REFUSED,
  // The node may have got the payment although its answer was lost.
  payment: 'History shows whether the payment left the wallet.',
};
