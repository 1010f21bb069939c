/**
 * What is typed in Send and not sent yet. It is kept in memory while the wallet is open, so that the form is as it was
 * when the user comes back to it.
 */
export interface SendDraft {
  /** At least one; what was typed, or the checked address. */
  readonly recipients: readonly { readonly text: string; readonly amountText: string }[];
  readonly all: boolean;
  readonly note: string;
  /** Index of the paying account. */
  readonly account: number;
  /** Fee level. */
  readonly priority: number;
  readonly subtractFee: boolean;
  /** Key images of the chosen coins; empty: the worker chooses. */
  readonly coins: readonly string[];
}
