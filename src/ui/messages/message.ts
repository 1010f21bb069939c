/** The parts of a message for a fault: its type, accessors for the fault's data, and common phrases. */
import type { FaultCode, FaultData } from '../../client/client.ts';

export interface Sentence {
  /** The problem, in one line. */
  readonly what: string;
  /** Why, if that helps. */
  readonly why?: string;
  /** The consequence for the money, and the next step. */
  readonly then: string;
}
/** A message for every fault of the RPC. A fault without a message does not compile (explain.ts). */
export type Sentences = {
  readonly [Code in FaultCode]: (
    // Each field may be missing: the message must be a sentence without it.
    data: { readonly [Name in keyof FaultData<Code>]?: unknown },
  ) => Sentence;
};

/** A fault that has several reasons. */
type Reasoned = {
  [Code in FaultCode]: FaultData<Code> extends { readonly reason: infer Reason extends string }
    ? string extends Reason
      ? never
      : Code
    : never;
}[FaultCode];
type ReasonOf<Code extends FaultCode> =
  FaultData<Code> extends { readonly reason: infer Reason extends string } ? Reason : never;
/**
 * A sentence for each reason of a fault; one that is missing does not compile. `usual` is the reason that is taken for one that
 * this version of the page does not know.
 */
export function byReason<Code extends Reasoned>(
  usual: ReasonOf<Code>,
  sentences: Readonly<Record<ReasonOf<Code>, Sentence>>,
) {
  return (d: { readonly reason?: unknown }): Sentence =>
    (sentences as Readonly<Record<string, Sentence>>)[text(d, 'reason')] ?? sentences[usual];
}

export function text<Data extends object>(data: Data, key: keyof Data): string {
  const value: unknown = data[key];
  return typeof value === 'string' || typeof value === 'number' ? String(value) : '';
}
export function number<Data extends object>(data: Data, key: keyof Data): number {
  return Number(data[key] ?? 0);
}
/** A small amount may arrive as number, since JSON has only one type. */
export function amount<Data extends object>(data: Data, key: keyof Data): bigint {
  const value: unknown = data[key];
  return typeof value === 'bigint' ? value : typeof value === 'number' ? BigInt(Math.trunc(value)) : 0n;
}
export function host(data: { readonly address?: unknown }): string {
  return text(data, 'address').replace(/^https?:\/\//, '') || 'The node';
}
export function network(name: string): string {
  return name === 'mainnet' || name === 'main' ? 'the main network' : `the test network ${name}`.trimEnd();
}

export const NOTHING_SENT = 'Nothing was sent; your money is where it was.';
export const MONEY_SAFE = 'Your money is safe: it is on the chain, not on this node.';
export const TRY_OTHER_NODE = 'Choose another node in Settings, “Nodes”, or try again.';
export const CHANGED = 'Nothing was changed.';
export const OUR_MISTAKE = 'This is a mistake of ours, not yours.';
export const UNEXPECTED: Sentence = {
  what: 'Something went wrong that Ostro did not expect.',
  then: `${OUR_MISTAKE} Your money is on the chain and not touched by this.`,
};

export function say(what: string, then: string): () => Sentence {
  return () => ({ what, then });
}
