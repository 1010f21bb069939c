/** The last question of a site and its outcome, in one line. */
import { xmr } from '../../format/format.ts';
import type { Outcome } from '../../../embed/wire.ts';
import type { SiteRequest } from './site-request.ts';

const REJECTED = 4001;

export function lastLine({ ask, outcome }: { readonly ask: SiteRequest; readonly outcome: Outcome }): {
  /** How it is marked: as Note.svelte does. */
  readonly kind: 'good' | 'plain' | 'care';
  readonly text: string;
} {
  const { kind, payment } = ask;
  if ('result' in outcome) {
    const paid = payment && `Paid ${xmr(payment.amount)}. The payment is on its way.`;
    return { kind: 'good', text: paid ?? DONE[kind] ?? 'Done.' };
  }
  if (outcome.error.code === REJECTED) return { kind: 'plain', text: `You refused. ${REFUSED[kind] ?? ''}` };
  return { kind: 'care', text: `This did not work. ${FAILED[kind] ?? ''}` };
}
const DONE: Readonly<Record<string, string>> = {
  connect: 'The site is connected.',
  sign: 'The text is signed.',
  budget: 'The site has its budget.',
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
