/**
 * Address poisoning: an address that begins and ends like a known one, made so that a person who compares only these
 * characters pays the wrong address.
 */
/** Number of characters compared at each end. Two random addresses share them with a probability of about 1 in 10^10. */
const SAME = 4;

/** The known address that `address` looks like; undefined when it is known itself or looks like none. */
export function lookAlike(address: string, known: readonly string[]): string | undefined {
  if (address === '' || known.includes(address)) return undefined;
  const ends = endsOf(address);
  return known.find((each) => endsOf(each) === ends);
}

/** People who compare overlook whether a letter is large. */
const endsOf = (address: string): string => `${address.slice(0, SAME)}${address.slice(-SAME)}`.toLowerCase();
