/** What a sentence of a fault is made of: its shape, its numbers, and the phrases that come back. */
export interface Sentence {
  /** What does not work, in one line. */
  readonly what: string;
  /** Why, where that helps. */
  readonly why?: string;
  /** What this means for the money, and what to do. */
  readonly then: string;
}
export type FaultData = Readonly<Record<string, unknown>>;
export type Make = (data: FaultData) => Sentence;

export function text(data: FaultData, key: string): string {
  const value = data[key];
  return typeof value === 'string' || typeof value === 'number' ? String(value) : '';
}
export function number(data: FaultData, key: string): number {
  return Number(data[key] ?? 0);
}
/** Amounts may arrive as number when they are small; JSON has but one kind. */
export function amount(data: FaultData, key: string): bigint {
  const value = data[key];
  return typeof value === 'bigint' ? value : typeof value === 'number' ? BigInt(Math.trunc(value)) : 0n;
}
export function host(data: FaultData): string {
  return text(data, 'address').replace(/^https?:\/\//, '') || 'The node';
}
export function network(name: string): string {
  return name === 'mainnet' || name === 'main' ? 'the main network' : `the test network ${name}`.trimEnd();
}

export const NOTHING_SENT = 'Nothing was sent; your money is where it was.';
export const MONEY_SAFE = 'Your money is safe: it is on the chain, not on this node.';
export const TRY_OTHER_NODE = 'Take another node under Settings, or try again.';
export const CHANGED = 'Nothing was changed.';
export const OURS = 'This is a mistake of ours, not yours.';

export function say(what: string, then: string): Make {
  return () => ({ what, then });
}

export type Sentences = Readonly<Record<string, Make>>;
