/**
 * A request of a site, from the page's call to the answer or to the question for the person. The order of the steps is the
 * same for every request, so that an error says nothing about what the wallet has.
 */
import type { SiteOutcome, SiteRecord } from '../../wallet/types.ts';
import { isFault } from '../../base/fault.ts';
import type { RpcContext } from '../method.ts';
import { callWallet } from './call-wallet.ts';
import { isSiteFault, problemOf, refuse, siteErrorOf } from './errors.ts';
import { payInvoice } from './invoice.ts';
import { checkOrigin } from './origin.ts';
import { OPEN } from './permissions.ts';
import { OWN_ACCOUNT, PUBLIC, READING } from './reading.ts';
import { getTxProof } from './proof.ts';
import { sign } from './signing.ts';
import { enforceSwitch } from './switch.ts';
import { sweepAll, sweepSingle, transfer, transferSplit } from './spending.ts';
import {
  isPaying,
  isSiteMethod,
  isWhole,
  readFields,
  tierOf,
  type AskingMethod,
  type OpenMethod,
  type SiteMethod,
  type SiteParams,
  type Tier,
} from './methods.ts';
import type { AnsweredMethod, Answers, Asking, AnswerOrAsk, PageCall, SiteCall } from './types.ts';

interface Request {
  readonly origin: string;
  readonly method: string;
  readonly params: unknown;
  readonly request?: string | undefined;
}

/**
 * The pipeline of a site's request. Before it, a page of this app has received the request with the origin that the browser
 * gave (ui/features/consent/receiver.ts), and has let it wait for its turn (requests.svelte.ts). Own faults: bad_origin,
 * no_wallet. What the site did wrong is an error in the outcome.
 */
export async function siteRequest(
  context: RpcContext,
  { origin, method, params, request }: Request,
): Promise<AnswerOrAsk> {
  checkOrigin(origin);
  const { sites } = context.wallet;
  // 1. Method: what is not in the table does not exist for sites (methods.ts).
  if (!isSiteMethod(method)) return failed(refuse('site_unsupported'));
  const call: PageCall = { context, origin, method, request };
  const note = (outcome: SiteOutcome): Promise<void> => sites.noteCall(origin, { method, outcome });
  try {
    // 2. Switch: the person has not turned the site off in the browser extension (switch.ts).
    await enforceSwitch(call);
    // 3. Permission: the person connected the site, and granted what the method needs.
    const site = isOpen(method) ? undefined : permitted(call);
    // 4. Parameters: each within its rule, and no other (rules.ts).
    const given = readFields(method, params);
    // 5. Budget or question: a payment is covered by the budget and sent, or becomes a question (payments.ts), as each
    //    signature does. All other methods give their answer now.
    const outcome = await carryOut(call, site, given);
    // 6. Question: the page shows it, and x_site_answer carries out the person's decision (answer.ts).
    if ('ask' in outcome) return outcome;
    // 7. Answer: a site gets the result of a read only while it still has the permission for it. It always hears that a
    //    payment was made, which is in the log since before it was sent.
    if (!isPaying(method)) {
      await enforceSwitch(call);
      if (site) stillPermitted(call, site);
      await note('done');
    }
    return outcome;
  } catch (error) {
    if (!isSiteFault(error)) throw error;
    if (!problemOf(error)) await note(isFault(error, 'site_call_failed') ? 'failed' : 'refused');
    return failed(error);
  }
}

const failed = (error: unknown): AnswerOrAsk => ({ done: { error: siteErrorOf(error) } });

/** The site, if it is connected and has the permission for the method. Fault site_not_permitted. */
const permitted = ({ context, origin, method }: PageCall): SiteRecord => {
  const site = context.wallet.sites.connected(origin);
  if (!site || !hasPermission(site, tierOf(method))) throw refuse('site_not_permitted');
  return site;
};

/** Fault site_not_permitted: meanwhile the person took a permission of this site (`before`) away. */
const stillPermitted = (call: PageCall, before: SiteRecord): void => {
  const { account, read } = permitted(call);
  if (account !== before.account || before.read.some((index) => !read.includes(index)))
    throw refuse('site_not_permitted');
};

const hasPermission = (site: SiteRecord, tier: Tier): boolean => {
  switch (tier) {
    case 'open':
    case 'public':
    case 'identity':
      return true;
    case 'read':
      return site.read.length > 0;
    case 'spend':
      return site.spend !== undefined;
    case 'never':
      return false;
  }
};

type Given = Readonly<Record<string, unknown>>;

/** `site`: undefined for a method that needs no connection. */
const carryOut = async (call: PageCall, site: SiteRecord | undefined, given: Given): Promise<AnswerOrAsk> => {
  const { method } = call;
  if (isOpen(method)) return answerOpen(method, call, given);
  if (!site) throw refuse('site_not_permitted');
  const ofSite = { ...call, site };
  if (isAsking(method)) return ask(method, ofSite, given);
  const result = isWhole(method) ? callWallet(ofSite, method, given) : answerAtOnce(method, ofSite, given);
  return { done: { result: await result } };
};

const isOpen = (method: SiteMethod): method is OpenMethod => tierOf(method) === 'open';
const answerOpen = async <M extends OpenMethod>(
  method: M,
  call: PageCall,
  given: SiteParams<M>,
): Promise<AnswerOrAsk> => OPEN[method](call, given);

const ASKING: Asking = {
  sign,
  transfer,
  transfer_split: transferSplit,
  sweep_all: sweepAll,
  sweep_single: sweepSingle,
  monero_payInvoice: payInvoice,
};
const isAsking = (method: SiteMethod): method is AskingMethod => Object.hasOwn(ASKING, method);
const ask = async <M extends AskingMethod>(
  method: M,
  call: SiteCall,
  given: SiteParams<M>,
): Promise<AnswerOrAsk> => ASKING[method](call, given);

const ANSWERS: Answers = { ...PUBLIC, ...OWN_ACCOUNT, ...READING, get_tx_proof: getTxProof };
const answerAtOnce = <M extends AnsweredMethod>(method: M, call: SiteCall, given: SiteParams<M>) =>
  ANSWERS[method](call, given);
