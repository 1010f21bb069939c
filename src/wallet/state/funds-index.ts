/**
 * Sums of outputs by address and account, kept with each commit, so that a balance does not walk all outputs. What
 * depends on height and time (ledger/balance.ts) is not in here: few outputs at the end of the chain, and the `odd` ones.
 */
import type { OwnedOutput } from './records/outputs.ts';

/** Outputs of one address, or of all addresses of an account. Frozen outputs are in no sum but `frozen`. */
export interface Funds {
  /** Number of all outputs that it received. */
  readonly received: number;
  /** Number of outputs that nothing spends, frozen ones as well. */
  readonly unspent: number;
  /** Outputs that nothing spends. */
  readonly loose: Sum;
  /** `loose`, and outputs that only a transaction outside of blocks spends. */
  readonly strict: Sum;
  /** Piconero in frozen outputs that nothing spends. */
  readonly frozen: bigint;
}
export interface Sum {
  /** Piconero. */
  readonly amount: bigint;
  readonly outputs: number;
}
export interface AccountFunds extends Funds {
  readonly byMinor: ReadonlyMap<number, Funds>;
}
export interface FundsIndex {
  account(major: number): AccountFunds | undefined;
  /**
   * Outputs that may not be spendable although their block is RECENT blocks deep: from before RingCT, of Carrot, in no
   * block, or with an unlock time beyond that of a coinbase. And those that replaced another output: they have its place in
   * the list, among older ones.
   */
  readonly odd: ReadonlySet<number>;
}

/** A coinbase is locked for this many blocks (CRYPTONOTE_MINED_MONEY_UNLOCK_WINDOW). */
export const RECENT = 60;

type Mutable<T> = { -readonly [F in keyof T]: T[F] };
type MutableFunds = Mutable<Funds>;
interface MutableAccount extends MutableFunds {
  readonly byMinor: Map<number, MutableFunds>;
}

const NO_SUM: Sum = { amount: 0n, outputs: 0 };
const nothing = (): MutableFunds => ({ received: 0, unspent: 0, loose: NO_SUM, strict: NO_SUM, frozen: 0n });

export class MutableFundsIndex implements FundsIndex {
  readonly odd = new Set<number>();
  readonly #accounts = new Map<number, MutableAccount>();

  account(major: number): AccountFunds | undefined {
    return this.#accounts.get(major);
  }

  add(index: number, output: OwnedOutput): void {
    const { major, minor } = output.subaddress;
    let account = this.#accounts.get(major);
    if (!account) this.#accounts.set(major, (account = { ...nothing(), byMinor: new Map() }));
    let address = account.byMinor.get(minor);
    if (!address) account.byMinor.set(minor, (address = nothing()));
    count(account, output, 1);
    count(address, output, 1);
    if (isOdd(output)) this.odd.add(index);
  }

  /** The output is one that was added. */
  remove(index: number, output: OwnedOutput): void {
    const { major, minor } = output.subaddress;
    const account = this.#accounts.get(major)!;
    const address = account.byMinor.get(minor)!;
    count(account, output, -1);
    count(address, output, -1);
    if (address.received === 0) account.byMinor.delete(minor);
    this.odd.delete(index);
  }
}

const isOdd = ({ rct, carrot, replaces, height, unlockTime }: OwnedOutput): boolean =>
  !rct ||
  carrot !== undefined ||
  replaces !== undefined ||
  height === 0 ||
  unlockTime > BigInt(height + RECENT);

const count = (funds: MutableFunds, { amount, spent, frozen }: OwnedOutput, sign: 1 | -1): void => {
  funds.received += sign;
  if (!spent) funds.unspent += sign;
  if (frozen && !spent) funds.frozen += sign > 0 ? amount : -amount;
  if (frozen || (spent && spent.height > 0)) return;
  // Mostly both sums are equal, and then they share one object.
  const strict = plus(funds.strict, amount, sign);
  if (!spent) funds.loose = funds.loose === funds.strict ? strict : plus(funds.loose, amount, sign);
  funds.strict = strict;
};

const plus = ({ amount, outputs }: Sum, more: bigint, sign: 1 | -1): Sum => ({
  amount: sign > 0 ? amount + more : amount - more,
  outputs: outputs + sign,
});
