/** A question of a site to the person, as the wallet worker prepared it, and the person's answer (src/rpc/wire/sites.ts). */
import { camel, snake } from '../../../client/camel.ts';
import type { Client, Params, Result, WireResult } from '../../../client/client.ts';
import type { Outcome } from '../../../embed/wire.ts';

/**
 * A request of a site. Its `kind` is connect, budget (of a connected site), payment or sign; the part of that name is
 * there (budget: connect).
 */
export type SiteRequest = NonNullable<Result<'x_site_request'>['ask']>;
/** The permissions that a site wants when it connects, or later. */
export type ConnectPart = NonNullable<SiteRequest['connect']>;
export type Budget = NonNullable<ConnectPart['budget']>;
/** A payment that is prepared and not sent. */
export type PaymentPart = NonNullable<SiteRequest['payment']>;
/** The granted permissions: reading of the site's own account and of other `accounts`, payments from `payFrom`. */
export type Grants = NonNullable<Params<'x_site_answer'>['grants']>;
type Asked =
  | { readonly done: Outcome; readonly ask?: undefined }
  | { readonly ask: SiteRequest; readonly done?: undefined };

/** `outcome` is for the site. `problem`, why a payment failed, is for the person: it may name amounts or the node. */
export interface Answered {
  readonly outcome: Outcome;
  readonly problem?: PaymentPart['problem'];
}

/** The wallet worker, for sites. */
export interface SiteCalls {
  request(call: {
    readonly origin: string;
    readonly method: string;
    readonly params: Readonly<Record<string, unknown>>;
    /** Names the request: the wallet carries it out once. */
    readonly request?: string;
  }): Promise<Asked>;
  answer(answer: {
    readonly id: string;
    readonly origin: string;
    readonly approve: boolean;
    readonly grants?: Grants;
    /** Dropped only to be asked again. */
    readonly again?: true;
  }): Promise<Answered>;
}

export function siteCallsOf(client: Client): SiteCalls {
  return {
    request: async (call) => {
      const { done, ask } = await client.callWire('x_site_request', call);
      return ask ? { ask: camel(ask) } : { done: outcomeOf(done) };
    },
    answer: async (answer) => {
      const { problem, ...done } = await client.callWire('x_site_answer', snake(answer));
      return { outcome: outcomeOf(done), ...(problem && { problem }) };
    },
  };
}

const outcomeOf = ({ result = {}, error }: WireResult<'x_site_answer'> = {}): Outcome => {
  if (!error) return { result };
  const { code, message, data } = error;
  return { error: { code, message, ...(data && { data }) } };
};
