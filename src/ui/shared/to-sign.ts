/** What a payment would do that is to be signed, as the wallet that signs finds out by itself. */
export interface ToSign {
  readonly recipients: readonly {
    readonly address: string;
    readonly amount: bigint;
    readonly own: boolean;
  }[];
  readonly fee: bigint;
  readonly change: bigint;
  readonly changeAddress: string;
  /** What the coins that pay hold together. */
  readonly coins: bigint;
  readonly transactions: number;
  /** Locked until this block or time; 0: not. */
  readonly unlockTime: bigint;
}
interface Described {
  readonly summary: {
    readonly amount_in: bigint;
    readonly change_amount: bigint;
    readonly change_address: string;
    readonly fee: bigint;
    readonly recipients?:
      | readonly { readonly address: string; readonly amount: bigint; readonly x_own?: boolean | undefined }[]
      | undefined;
  };
  readonly desc?: readonly { readonly unlock_time: bigint }[] | undefined;
}
/** From an answer of describe_transfer. */
export const toSign = ({ summary, desc = [] }: Described): ToSign => ({
  recipients: (summary.recipients ?? []).map(({ address, amount, x_own }) => ({
    address,
    amount,
    own: x_own ?? false,
  })),
  fee: summary.fee,
  change: summary.change_amount,
  changeAddress: summary.change_address,
  coins: summary.amount_in,
  transactions: desc.length,
  unlockTime: desc.reduce((most, { unlock_time }) => (unlock_time > most ? unlock_time : most), 0n),
});
/** What goes to others. */
export const toOthers = ({ recipients }: ToSign): bigint =>
  recipients.reduce((sum, { amount, own }) => (own ? sum : sum + amount), 0n);
