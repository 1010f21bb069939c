/**
 * x_send_draft: the typed payment that was not sent, as the page writes it. `keep`: stores it in place of the one before; empty: removes it.
 * Fault invalid_params: it is longer than 65,536 characters.
 */
import { fault } from '../faults.ts';
import { defineMethod } from '../method.ts';
import { opt, str } from '../schema.ts';

/** In characters. A list of some hundred recipients fits. */
const MOST = 65_536;

export default defineMethod({
  name: 'x_send_draft',
  access: 'app',
  pageOnly: true,
  params: { keep: opt(str) },
  result: { draft: str },
  handle: async ({ keep }, { wallet: { book } }) => {
    if (keep === undefined) return { draft: book.sendDraft() };
    if (keep.length > MOST) throw fault('invalid_params', { path: 'keep', wanted: 'a shorter text' });
    if (keep !== book.sendDraft()) await book.keepSendDraft(keep);
    return { draft: keep };
  },
});
