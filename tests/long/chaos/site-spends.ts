/** Matches what left a wallet, according to the chain, with what the person confirmed and with the budgets that they gave. */

/** A transaction on the chain that spends the wallet's money. */
export interface Spend {
  readonly txid: string;
  /** Piconero that left the wallet, fee included. */
  readonly total: bigint;
  /** Addresses that got money. */
  readonly payees: readonly string[];
}
/** A payment that the person confirmed: what the screen showed at the click. */
export interface Confirmation {
  readonly payees: readonly string[];
  readonly total: bigint;
}
/** A budget that the person gave: what the screen showed at the click. */
export interface Grant {
  readonly origin: string;
  readonly amount: bigint;
}
export interface Judgement {
  /** Number of spends that have a confirmation of their own. */
  readonly confirmed: number;
  /** The others of each site: their number, their sum, and the largest budget that the site ever had. */
  readonly budgets: ReadonlyMap<
    string,
    { readonly count: number; readonly sum: bigint; readonly most: bigint }
  >;
  /** Payments that the person did not confirm, to addresses that no site named. */
  readonly unmatched: readonly Spend[];
}

/** `siteOf`: the site that named an address in its requests. */
export function judge(
  spends: readonly Spend[],
  confirmations: readonly Confirmation[],
  grants: readonly Grant[],
  siteOf: (address: string) => string | undefined,
): Judgement {
  const free = new Map<string, number>();
  for (const each of confirmations) free.set(keyOf(each), (free.get(keyOf(each)) ?? 0) + 1);
  const budgets = new Map<string, { count: number; sum: bigint; most: bigint }>();
  for (const { origin, amount } of grants) {
    const budget = budgets.get(origin) ?? { count: 0, sum: 0n, most: 0n };
    budgets.set(origin, { ...budget, most: amount > budget.most ? amount : budget.most });
  }
  const unmatched: Spend[] = [];
  let confirmed = 0;
  for (const spend of spends) {
    const left = free.get(keyOf(spend)) ?? 0;
    if (left > 0) {
      free.set(keyOf(spend), left - 1);
      confirmed += 1;
      continue;
    }
    const budget = budgets.get(siteOf(spend.payees[0] ?? '') ?? '');
    if (budget) {
      budget.count += 1;
      budget.sum += spend.total;
    } else unmatched.push(spend);
  }
  return { confirmed, budgets, unmatched };
}

const keyOf = ({ payees, total }: Pick<Spend, 'payees' | 'total'>): string =>
  [...new Set(payees)].sort().join(' ') + ` ${total}`;
