/** Types of requests of sites. */
import type { SiteRecord } from '../../wallet/types.ts';
import type { RpcContext } from '../method.ts';
import type { WireAsk, WireGrants } from '../wire/sites.ts';
import type { ErrorForSite } from './errors.ts';
import type { SiteResult } from './results.ts';
import type { AskingMethod, OpenMethod, SiteMethod, SiteParams, WholeMethod } from './methods.ts';

export type SiteAsk = WireAsk;
export type PaymentAsk = NonNullable<WireAsk['payment']>;
export type InvoiceAsk = NonNullable<PaymentAsk['invoice']>;
/** Details of the person's consent. Absent: the site gets all that it asked for, without other accounts and without a budget. */
export interface Decision {
  readonly grants?: WireGrants | undefined;
}
/** The answer for the site, or a question for the person. */
export type AnswerOrAsk =
  | { readonly done: { readonly result?: SiteResult; readonly error?: ErrorForSite } }
  | { readonly ask: SiteAsk };

/** A request of a page of this origin, which may not be connected. */
export interface PageCall {
  readonly context: RpcContext;
  readonly origin: string;
  readonly method: SiteMethod;
  /** Name of the request, over all windows of the app: the wallet pays for it once. */
  readonly request?: string | undefined;
}
/** A request of a connected site that has the permission which its method needs. */
export interface SiteCall extends PageCall {
  readonly site: SiteRecord;
}
export type Asking = {
  readonly [M in AskingMethod]: (call: SiteCall, params: SiteParams<M>) => AnswerOrAsk | Promise<AnswerOrAsk>;
};
/** Methods that answer without asking the person, and not with the wallet's whole answer. */
export type AnsweredMethod = Exclude<SiteMethod, OpenMethod | AskingMethod | WholeMethod>;
export type Answers = {
  readonly [M in AnsweredMethod]: (call: SiteCall, params: SiteParams<M>) => Promise<SiteResult>;
};
