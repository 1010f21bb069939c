/** The payment link in the address of the page, `#/pay/…`, as the system or another app gave it. */

/** In characters. A longer one is no payment link. */
const LONGEST = 20_000;

/** Undefined when there is none. It is checked like a pasted text. */
export function linkIn(args: readonly string[]): string | undefined {
  const text = args.join('/').trim();
  return text === '' || text.length > LONGEST ? undefined : text;
}
