/** The person's answer to a request of a site. The request is taken first, so that it is answered once. */
import type { SiteOutcome } from '../../wallet/types.ts';
import { fault } from '../faults.ts';
import type { RpcContext } from '../method.ts';
import { takeAsk } from './asks.ts';
import {
  isSiteFault,
  problemOf,
  refuse,
  siteErrorOf,
  type WalletProblem,
  type ErrorForSite,
} from './errors.ts';
import type { SiteResult } from './results.ts';
import { isPaying, tierOf } from './methods.ts';
import { enforceSwitch } from './switch.ts';
import type { Decision } from './types.ts';

interface Answer extends Decision {
  readonly id: string;
  /** The site of the window that gives the answer; undefined: a program gives it. */
  readonly origin?: string | undefined;
  readonly approve: boolean;
  /** Nothing was decided, so the site's log gets no entry: the page asks the same again, or the site is gone. */
  readonly again?: boolean | undefined;
}

/** The answer that the site gets. Throws unknown_request, and faults that the person must know about. */
export async function siteAnswer(
  context: RpcContext,
  { id, origin: answers, approve, grants, again = false }: Answer,
): Promise<{
  readonly result?: SiteResult;
  readonly error?: ErrorForSite;
  readonly problem?: WalletProblem;
}> {
  const { wallet } = context;
  const ask = takeAsk(wallet, id, answers);
  if (!ask) throw fault('unknown_request');
  const { origin, method } = ask;
  const note = (outcome: SiteOutcome): Promise<void> => wallet.sites.noteCall(origin, { method, outcome });
  if (!approve) {
    ask.drop();
    if (!again) await note('rejected');
    return { error: siteErrorOf(refuse('site_rejected')) };
  }
  try {
    await enforceSwitch({ context, origin });
    // Meanwhile the person may have taken the connection back.
    if (tierOf(method) !== 'open' && !wallet.sites.connected(origin)) throw refuse('site_not_permitted');
    const result = await ask.approve({ grants });
    if (!isPaying(method)) await note('done');
    return { result };
  } catch (error) {
    ask.drop();
    const problem = problemOf(error);
    if (!problem) await note('failed');
    if (!isSiteFault(error)) throw error;
    return { error: siteErrorOf(error), ...(problem && { problem }) };
  }
}
