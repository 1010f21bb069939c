/** Connected sites; their requests are in ../site-asks.ts. */
import type { Result } from '../../../../src/rpc/contract.ts';
import type { Answers } from '../answer.ts';
import { Refused } from '../refused.ts';
import type { Item } from '../shapes.ts';
import type { FakeWallet } from '../wallet.ts';

type Site = Item<Result<'x_sites'>['sites']>;

export const SITES = {
  x_sites: (_params, fake) => ({ sites: fake.sites }),
  x_set_site: ({ origin = '', read = [], spend }, fake) => {
    const site = siteOf(fake, origin);
    site.read = read;
    delete site.spend;
    if (!spend) return {};
    const { amount = 0n, period = 'day', expires = 0 } = spend.budget ?? {};
    const budget = { amount, period, expires, from: expires - 86_400, spent: 0n, left: amount };
    site.spend = { account: spend.account ?? 0, ...(spend.budget && { budget }) };
    return {};
  },
  x_forget_site: ({ origin = '' }, fake) => {
    const { origin: known } = siteOf(fake, origin);
    fake.sites = fake.sites.filter((site) => site.origin !== known);
    return {};
  },
} satisfies Partial<Answers>;

const siteOf = (fake: FakeWallet, origin: string): Site => {
  const site = fake.sites.find((each) => each.origin === origin);
  if (!site) throw new Refused(-1, 'unknown_site', { origin });
  return site;
};
