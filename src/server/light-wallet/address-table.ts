/** The table of addresses by which the scan recognises those of an account. */
import { LightError } from './light-error.ts';

/** Addresses of a table at most: every scan worker holds it. */
export const MOST_ADDRESSES = 100_000;
/** The table that every wallet has: DEFAULT_LOOKAHEAD in src/wallet/account/new-wallet.ts. */
export const TABLE = { major: 50, minor: 200 };

/** Throws LightError 409 when a table with these indices has too many addresses. */
export function requireTable(major: number, minor: number): void {
  if (Math.max(major, TABLE.major) * Math.max(minor, TABLE.minor) > MOST_ADDRESSES)
    throw new LightError(409, `An account has at most ${MOST_ADDRESSES} addresses`);
}
