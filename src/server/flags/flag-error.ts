import { codeOf, SetupError } from '../errors.mjs';

/** A wrong command line: the server prints the message alone, without a stack. */
export class FlagError extends Error {}

/** A flag of monero-wallet-rpc that the server does not follow. */
export class RefusedFlag extends FlagError {
  /** Without `--`. */
  readonly flag: string;
  constructor(flag: string, why: string) {
    super(`--${flag} is not possible here: ${why}`);
    this.flag = flag;
  }
}

/**
 * The text that the server prints when it cannot start: a sentence where that says all, else the error with its
 * stack.
 */
export function shownError(error: unknown): unknown {
  const isKnown = error instanceof FlagError || error instanceof SetupError;
  const isOfSystem = /^E(?!RR_)[A-Z0-9]+$/.test(codeOf(error) ?? '');
  return error instanceof Error && (isKnown || isOfSystem) ? error.message : error;
}
