/**
 * x_site_request: a request of a web site. `origin`: from `event.origin` of the page's message, and nothing else.
 * `done`: the answer for the site. `ask`: a question for the person; x_site_answer answers it. Nothing of the wallet
 * is in `done` that was not granted to this origin. `request`: its name, if several windows may have got it; a payment for it
 * is made once. Faults bad_origin, no_wallet.
 */
import { onDemand } from '../../base/on-demand.ts';
import { defineMethod } from '../method.ts';
import { opt, str } from '../schema.ts';
import { anyData } from '../wire/nodes.ts';
import { askShape, doneShape } from '../wire/sites.ts';

const requests = onDemand(() => import('../sites/request.ts'));

export default defineMethod({
  name: 'x_site_request',
  access: 'spend',
  console: { warning: 'none', needs: ['origin', 'method', 'params'] },
  params: { origin: str, method: str, params: anyData, request: opt(str) },
  result: { done: opt(doneShape), ask: opt(askShape) },
  handle: async (request, context) => (await requests()).siteRequest(context, request),
});
