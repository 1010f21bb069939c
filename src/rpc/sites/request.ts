/**
 * A request of a site: which permission its method needs, whether the site has it, what it sent, then the work. The
 * order is the same for every request, so that an error says nothing about what the wallet has.
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
  readParams,
  tierOf,
  type AskingMethod,
  type OpenMethod,
  type SiteMethod,
  type Tier,
  type WholeMethod,
} from './methods.ts';
import type { AnsweredMethod, Answers, Asking, AnswerOrAsk, PageCall, SiteCall } from './types.ts';

interface Request {
  readonly origin: string;
  readonly method: string;
  readonly params: unknown;
  readonly request?: string | undefined;
}

/** Own faults: bad_origin, no_wallet. What the site did wrong is an error in the outcome. */
export async function siteRequest(
  context: RpcContext,
  { origin, method, params, request }: Request,
): Promise<AnswerOrAsk> {
  checkOrigin(origin);
  const { wallet } = context;
  if (!isSiteMethod(method)) return failed(refuse('site_unsupported'));
  const note = (outcome: SiteOutcome): Promise<void> => wallet.sites.noteCall(origin, { method, outcome });
  try {
    await enforceSwitch({ context, origin });
    const outcome = await answer({ context, origin, method, request }, params);
    // The site always hears that a payment was made. It gets the result of a read only while it is still connected.
    if ('done' in outcome && !isPaying(method)) await enforceSwitch({ context, origin });
    if ('done' in outcome && !isPaying(method)) await note('done');
    return outcome;
  } catch (error) {
    if (!isSiteFault(error)) throw error;
    if (!problemOf(error)) await note(isFault(error, 'site_call_failed') ? 'failed' : 'refused');
    return failed(error);
  }
}

const failed = (error: unknown): AnswerOrAsk => ({ done: { error: siteErrorOf(error) } });

const answer = async (call: PageCall, params: unknown): Promise<AnswerOrAsk> => {
  const { method, origin, context } = call;
  const tier = tierOf(method);
  if (tier === 'open') return answerOpen(method as OpenMethod, call, params);
  const site = context.wallet.sites.connected(origin);
  if (!site || !hasPermission(site, tier)) throw refuse('site_not_permitted');
  if (isAsking(method)) return ask(method, { ...call, site }, params);
  const result = await (isWhole(method)
    ? answerWhole(method, { ...call, site }, params)
    : answerAtOnce(method as AnsweredMethod, { ...call, site }, params));
  return { done: { result } };
};

const hasPermission = (site: SiteRecord, tier: Exclude<Tier, 'open'>): boolean => {
  switch (tier) {
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

// The type parameter pairs a method with its parameters.
// eslint-disable-next-line @typescript-eslint/no-unnecessary-type-parameters
const answerOpen = async <M extends OpenMethod>(
  method: M,
  call: PageCall,
  params: unknown,
): Promise<AnswerOrAsk> => OPEN[method](call, readParams(method, params));

const ASKING: Asking = {
  sign,
  transfer,
  transfer_split: transferSplit,
  sweep_all: sweepAll,
  sweep_single: sweepSingle,
  monero_payInvoice: payInvoice,
};
const isAsking = (method: SiteMethod): method is AskingMethod => Object.hasOwn(ASKING, method);
// eslint-disable-next-line @typescript-eslint/no-unnecessary-type-parameters
const ask = async <M extends AskingMethod>(
  method: M,
  call: SiteCall,
  params: unknown,
): Promise<AnswerOrAsk> => ASKING[method](call, readParams(method, params));

const ANSWERS: Answers = { ...PUBLIC, ...OWN_ACCOUNT, ...READING, get_tx_proof: getTxProof };
// eslint-disable-next-line @typescript-eslint/no-unnecessary-type-parameters
const answerAtOnce = <M extends AnsweredMethod>(method: M, call: SiteCall, params: unknown) =>
  ANSWERS[method](call, readParams(method, params));
const answerWhole = (method: WholeMethod, call: SiteCall, params: unknown) =>
  callWallet(call, method, readFields(method, params));
