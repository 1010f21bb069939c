/**
 * x_site_answer: the person's answer to a request of a site, once. `origin`: the site of the window that gives the answer, which must be
 * that of the request; absent: a program gives it. `grants`: the choices when approving a connection. `again`, with
 * `approve` false: nothing was decided, so the site's log gets no entry; the page asks again, or the site is gone. The
 * `result` or `error` is for the site, `problem` for the person: why a payment failed. Any other fault is for the person,
 * too; the site gets error -32603 then.
 */
import { onDemand } from '../../base/on-demand.ts';
import { defineMethod } from '../method.ts';
import { bool, opt, str } from '../schema.ts';
import { anyData } from '../wire/nodes.ts';
import { grantsShape, problem, siteError } from '../wire/sites.ts';

const answers = onDemand(() => import('../sites/answer.ts'));

export default defineMethod({
  name: 'x_site_answer',
  access: 'spend',
  console: { warning: 'answers_site', needs: ['id'] },
  params: { id: str, origin: opt(str), approve: bool, grants: opt(grantsShape), again: opt(bool) },
  result: { result: opt(anyData), error: opt(siteError), problem: opt(problem) },
  handle: async (answer, context) => (await answers()).siteAnswer(context, answer),
});
