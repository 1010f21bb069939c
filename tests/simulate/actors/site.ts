/** A web site that is connected to the wallet: it has a budget, pays within and beyond it, and repeats its requests. */
import { Broken } from '../broken.ts';
import type { Payment } from '../model/model.ts';
import type { Acting } from './acting.ts';
import { BUDGET } from './budget.ts';
import type { Device, Fields, Outcome } from './device.ts';
import { DAY, dateAt } from '../time.ts';

const ORIGIN = 'https://shop.example';

/** The person is asked about a new budget each time, which does not give back what was spent. */
export async function connectSite({ device, n }: Acting): Promise<void> {
  const { scheduler } = device.world;
  const budget = {
    amount: BUDGET,
    period: 'day',
    expires: Math.floor(dateAt(scheduler.now + 20 * DAY) / 1000),
  };
  const params = { read: true, spend: true, budget };
  const ask = askOf(
    await device.call('x_site_request', { origin: ORIGIN, method: 'monero_requestPermissions', params }),
  );
  if (!ask || !device.isOpen()) return;
  const grants = { read: true, accounts: [], spend: true, pay_from: 0, budget };
  await device.call('x_site_answer', { id: ask, approve: n < 0.9, grants });
}

/** A payment, or several at once. */
export async function sitePays(acting: Acting): Promise<void> {
  const { device, model, nextAmount, n } = acting;
  await connectSite({ ...acting, n: 0 });
  const count = n < 0.4 ? 5 : 1;
  const requests = Array.from({ length: count }, () => {
    const amount = nextAmount(2n);
    const payment: Payment = { amount, key: undefined, device: device.name, state: 'open', txids: [] };
    model.payments.set(amount, payment);
    model.siteRequests.set(`request ${amount}`, { payment, approved: false });
    return `request ${amount}`;
  });
  if (device.isOpen()) await Promise.all(requests.map((request) => ask(acting, request)));
}

/** The site did not hear an answer, or another window got the request too. */
export async function sitePaysAgain(acting: Acting): Promise<void> {
  const { model, n, m } = acting;
  const names = [...model.siteRequests.keys()];
  const request = names[Math.floor(n * names.length)];
  if (request === undefined) return;
  await Promise.all((m < 0.4 ? [request, request] : [request]).map((each) => ask(acting, each)));
}

const ask = async ({ device, model, stranger, m }: Acting, request: string): Promise<void> => {
  const known = model.siteRequests.get(request)!;
  const destinations = [{ amount: known.payment.amount, address: stranger }];
  const outcome = await device.call('x_site_request', {
    ...{ origin: ORIGIN, method: 'transfer', params: { destinations }, request },
  });
  if (outcome === 'lost') return;
  const id = askOf(outcome);
  if (id === undefined) {
    noteDone(known.payment, 'result' in outcome ? (outcome.result['done'] as Fields | undefined) : undefined);
    return;
  }
  if (!device.isOpen()) return;
  const approve = m < 0.5;
  if (approve) known.approved = true;
  const answer = await device.call('x_site_answer', { id, approve });
  if (answer !== 'lost' && 'result' in answer) noteDone(known.payment, answer.result);
};

const noteDone = (payment: Payment, done: Fields | undefined): void => {
  const txid = (done?.['result'] as Fields | undefined)?.['tx_hash'];
  if (typeof txid !== 'string') return;
  if (payment.txids.length > 0) throw new Broken('site pays twice', `${payment.txids[0]} and ${txid}`);
  payment.state = 'sent';
  payment.txids = [txid];
};

const askOf = (outcome: Outcome): string | undefined => {
  if (outcome === 'lost' || !('result' in outcome)) return undefined;
  return (outcome.result['ask'] as { readonly id: string } | undefined)?.id;
};

/** What the wallet shows about the budget. */
export async function checkBudget(device: Device): Promise<void> {
  const outcome = await device.call('x_sites');
  if (outcome === 'lost' || !('result' in outcome)) return;
  const sites = (outcome.result['sites'] ?? []) as readonly {
    readonly spend?: { readonly budget?: { readonly amount: bigint; readonly spent: bigint } };
  }[];
  for (const { spend } of sites)
    if (spend?.budget && spend.budget.spent > spend.budget.amount)
      throw new Broken('budget', `${spend.budget.spent} of ${spend.budget.amount}`);
}
