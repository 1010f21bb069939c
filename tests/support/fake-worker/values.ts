/** Made-up addresses, words and amounts, which no real wallet has. */
export const ADDRESSES = [
  '4UJrPUBzXgXk6gBegWncL5Qna5AtrMAkX3DAf4yTvNC8gGPoXXJBLmb1p6GoWuYwY2VQeNTjbykQyLoXSjLkwUoKkwW1SKH',
  '8yqdFxYx16J3NPiVd2bZfvnDijH59AnBxuKiWEqvtLYTgLeVtPJTzEL9yedVbK23XGGZKytyP2m43KyEqzGuVSFQwjsuMPW',
  '81mSDkKwGy2rnEM4iUWbQDEBmavDD8Scg2PxNb2LVhMEfcjXxgWV6DkELJihqd2CjN2DHnKwSstNSau6Y1u7EA9Ei4eS4Sb',
] as const;
export const PAYEE =
  '8chd4Tmcme2juKfRxQ1GLAyPiHYSnoQBeRjRv6H89kbDNRofVLthYE3szv7S4odkU1CSVXwhi4fxEstBzDqgTPnhJ7mFYpT';
/** Addresses of contacts. */
export const MARA =
  '86mTMASi45ub7Qe4ZE36UT5G6cU4ud8Fhhe4deS4F3cw9KTAb8dLcukC7edhDQ7cn5d4gEYkbUrMWeWQLGsCmrG6dLa9wQe';
export const LUIS =
  '84xKYyNoVKf58ZTBqNAYT3j5qcdsyuMNmPfYetW5v6JXmj54omLidkuVKnRyjP2WPBg8Y4ErK9pGSSxY6BVScJy9uUxhZ3p';
export const COOP =
  '44dRcJnTPkyRFA6CAFjF1YveCHK1ATbQgdM9mwZgikp4WzxrxktcSSSS7XhS4D5EVB8Nf471dAb7Qg25xEgRAhHPfQXmV7s';
/** Begins and ends like Mara's address. */
export const LIKE_MARA =
  '86mT88wYWXXL6A7pNpHXvmBa2EaQAmb2qaLix6mwHaQBPrFbbrZNhFgtsqwDtGuSptFDaYPo22sJXHDmfPVtoPQ6F7F9wQe';
export const WORDS =
  'absent bicycle cider gossip dwelling elbow fewest hybrid jubilee lemon sailor magically nozzle oatmeal pancakes quick ridges shelter textbook unveil vogue western yodel zodiac lemon';
/** 16 words with a date (in reverse order they count as encrypted), and 13 words of MyMonero. */
export const WORDS_16 =
  'raven tail swear infant grief assist regular lamp duck valid someone little harsh puppy airport language';
export const WORDS_13 =
  'mighty asleep maps already regular rays nanny tawny portents lectures unplugs veered portents';
export const PASSWORD = 'correct horse';
/** The one payment that waits for signatures. */
export const UNSENT = '5'.repeat(64);
/** The height of the chain. */
export const HEIGHT = 3_381_204;
export const XMR = 1_000_000_000_000n;

export function xmr(text: string): bigint {
  const [whole = '0', decimals = ''] = text.split('.');
  return BigInt(whole) * XMR + BigInt(decimals.padEnd(12, '0'));
}
/** Id of a transaction. */
export function id(n: number): string {
  return `${n}`.padStart(4, '3').repeat(16).slice(0, 64);
}
