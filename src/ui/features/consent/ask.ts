/** A question of a site to the person, as the wallet worker prepared it, and the person's answer (src/rpc/wire/sites.ts). */

import type { Outcome } from '../../../embed/wire.ts';

export interface Budget {
  /** Piconero in one period, fees included. */
  readonly amount: bigint;
  /** day, week or month */
  readonly period: string;
  /** Seconds since 1970. */
  readonly expires: number;
}
/** What a site asks for when it connects, or asks for more. */
export interface ConnectPart {
  readonly first: boolean;
  readonly read: boolean;
  readonly spend: boolean;
  readonly budget?: Budget | undefined;
  readonly network: string;
  /** The site asks for another network than the wallet's. */
  readonly wrong_network?: string | undefined;
}
/** A payment that is prepared and not sent. */
export interface PaymentPart {
  readonly payees: readonly { readonly address: string; readonly amount: bigint }[];
  readonly sweep: boolean;
  /** Index of the paying account. */
  readonly account: number;
  readonly amount: bigint;
  readonly fee: bigint;
  readonly total: bigint;
  readonly over_budget: boolean;
  readonly invoice?: { readonly note: string; readonly message: string } | undefined;
  /** Why the wallet cannot make it. */
  readonly problem?: { readonly fault: string; readonly data: Readonly<Record<string, unknown>> } | undefined;
}
export interface Ask {
  readonly id: string;
  /** connect, budget (of a connected site), payment or sign; the part of that name is there (budget: connect). */
  readonly kind: string;
  /** What the site learns from a yes: address, height, balance, history, payment, proof, signature. */
  readonly learns: readonly string[];
  readonly connect?: ConnectPart | undefined;
  readonly payment?: PaymentPart | undefined;
  /** `text`: all that is signed. */
  readonly sign?: { readonly text: string; readonly address: string } | undefined;
}

/** What the person grants: reading of the site's own account and of other `accounts`, payments from `pay_from`. */
export interface Grants {
  readonly read: boolean;
  readonly accounts: number[];
  readonly spend: boolean;
  readonly pay_from?: number;
  readonly budget?: Budget;
}
type Asked =
  { readonly done: Outcome; readonly ask?: undefined } | { readonly ask: Ask; readonly done?: undefined };

/** The wallet worker, for sites. */
export interface SiteCalls {
  request(call: {
    readonly origin: string;
    readonly method: string;
    readonly params: unknown;
  }): Promise<Asked>;
  answer(answer: {
    readonly id: string;
    readonly approve: boolean;
    readonly grants?: Grants;
  }): Promise<Outcome>;
}
