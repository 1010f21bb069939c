/** The budget of a site for a day, in atomic units: it covers about one payment with their fees. */
export const BUDGET = 4_000_000_000n;
