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
