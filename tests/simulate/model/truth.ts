/** The comparison of a wallet with the truth: after healthy days it must say what the chain says, and all that was answered. */
import type { Device, Fields } from '../actors/device.ts';
import { checkBudget } from '../actors/site.ts';
import { Broken } from '../broken.ts';
import { monthOf, type Model, type Truth } from './model.ts';

type Call = (method: string, params?: object) => Promise<Fields>;
interface Transfer {
  readonly txid: string;
  readonly amount: bigint;
}
interface HistoryEntry {
  readonly type: string;
  readonly txid: string;
  readonly timestamp: number;
  readonly wallet_net: bigint;
  /** Reads of the node's pool in a row that did not find it. */
  readonly missing?: number;
}
/** More than the wallet waits for before it sends a payment again. */
const MISSED = 14;

const callOf =
  (device: Device): Call =>
  async (method, params = {}) => {
    const outcome = await device.call(method, params);
    if (outcome === 'lost' || !('result' in outcome))
      throw new Broken(
        'healthy wallet refuses',
        `${method} of ${device.name}: ${outcome === 'lost' ? 'lost' : outcome.error.message}`,
      );
    return outcome.result;
  };

export async function compareWithTruth(device: Device, model: Model): Promise<void> {
  const call = callOf(device);
  await call('refresh');
  const truth = model.truth(device.world.owner);
  const wanted = { in: true, out: true, pending: true, failed: true, pool: true };
  const transfers = await call('get_transfers', { ...wanted, all_accounts: true });
  const list = (kind: string): readonly Transfer[] => (transfers[kind] ?? []) as readonly Transfer[];
  const { balance, unlocked_balance: unlocked } = await call('get_balance', {
    account_index: 0,
    all_accounts: true,
  });
  const overview = await call('x_overview', { account_index: 0, above: 0 });
  const pending = list('pending').length > 0 || list('pool').length > 0;
  const frozen = (overview['accounts'] as readonly { readonly frozen?: bigint }[]).reduce(
    (sum, account) => sum + (account.frozen ?? 0n),
    0n,
  );
  const total = (balance as bigint) + frozen;
  if (!pending && total !== truth.balance)
    throw new Broken('balance', `${device.name} has ${String(total)}, the chain ${truth.balance}`);
  if (!pending && (unlocked as bigint) + frozen !== truth.unlocked)
    throw new Broken(
      'balance',
      `${device.name} may spend ${String(unlocked)}, by the chain ${truth.unlocked - frozen}`,
    );
  compareHistory(list, truth);
  const gone = list('pool').find(({ txid }) => !model.waits(txid));
  if (gone) throw new Broken('history', `${gone.txid} is shown in the pool, and no node has it`);
  if (!pending) compareMonths(overview, total, truth);
  comparePayments(device, model, list);
  // The second device does not know what was set on the first one.
  if (device.name === 'A') await compareFacts(call, model, truth);
  await checkBudget(device);
  checkStuck(overview, model);
}

/**
 * A payment that many reads of the pool did not find was sent again, and has been mined by now. The wallet no longer has the
 * bytes of one that was mined before.
 */
const checkStuck = (overview: Fields, model: Model): void => {
  const { entries = [] } = overview['history'] as { readonly entries?: readonly HistoryEntry[] };
  const stuck = entries.find(
    ({ type, txid, missing = 0 }) => type === 'pending' && missing > MISSED && model.couldBeMined(txid),
  );
  if (stuck) throw new Broken('payment is stuck', stuck.txid);
};

/** Its own wallet sees what others paid, and spends. */
const compareHistory = (list: (kind: string) => readonly Transfer[], truth: Truth): void => {
  const incoming = new Map<string, bigint>();
  for (const { txid, amount } of list('in')) incoming.set(txid, (incoming.get(txid) ?? 0n) + amount);
  for (const [txid, amount] of truth.incoming)
    if (incoming.get(txid) !== amount)
      throw new Broken('history', `${txid} pays ${amount}, shown is ${incoming.get(txid) ?? 'nothing'}`);
  for (const txid of incoming.keys())
    if (!truth.incoming.has(txid))
      throw new Broken('history', `${txid} is shown as received, and is in no block`);
  const out = new Set(list('out').map(({ txid }) => txid));
  for (const txid of out)
    if (!truth.outgoing.has(txid))
      throw new Broken('history', `${txid} is shown as sent, and is in no block`);
  for (const txid of truth.outgoing)
    if (!out.has(txid)) throw new Broken('history', `${txid} spent money, and is not in the history`);
};

/** The sums of the history: of all, and of each month. */
const compareMonths = (overview: Fields, total: bigint, truth: Truth): void => {
  const { above, entries = [] } = overview['history'] as {
    readonly above: number;
    readonly entries?: readonly HistoryEntry[];
  };
  // A long history comes in pages; the newest one alone has no sum.
  if (above !== 0) return;
  const months = new Map<string, bigint>();
  for (const { txid, timestamp, wallet_net: net, type } of new Map(
    entries.map((each) => [each.txid, each]),
  ).values()) {
    if (type === 'failed') continue;
    if (txid !== '') months.set(monthOf(timestamp), (months.get(monthOf(timestamp)) ?? 0n) + net);
  }
  const sum = [...months.values()].reduce((all, net) => all + net, 0n);
  if (sum !== total) throw new Broken('sums', `the history adds up to ${sum}, the balance is ${total}`);
  for (const [month, net] of truth.months)
    if ((months.get(month) ?? 0n) !== net)
      throw new Broken(
        'months',
        `${month} changed the balance by ${net}, shown is ${months.get(month) ?? 0n}`,
      );
};

/** Payments that were answered as sent are known, and no output is spent by two of them. */
const comparePayments = (device: Device, model: Model, list: (kind: string) => readonly Transfer[]): void => {
  const txidsOf = (...kinds: string[]): Set<string> =>
    new Set(kinds.flatMap((kind) => list(kind).map(({ txid }) => txid)));
  const known = txidsOf('out', 'pending', 'failed');
  for (const { state, txids, amount, device: payer } of model.payments.values())
    if (state === 'sent' && payer === device.name && !txids.every((txid) => known.has(txid)))
      throw new Broken('answer is lost', `payment ${amount}, transaction ${txids.join()}`);
  const live = txidsOf('out', 'pending');
  for (const [image, txids] of model.spends.all) {
    const both = [...txids.keys()].filter((txid) => live.has(txid));
    if (image.startsWith(`${device.name} `) && both.length > 1)
      throw new Broken(
        'output is spent twice',
        `${image} by ${both.map((txid) => `${txid} ${txidsOf('out').has(txid) ? '(mined)' : '(waits)'}`).join(', ')}`,
      );
  }
};

const compareFacts = async (call: Call, model: Model, { unspent }: Truth): Promise<void> => {
  for (const name of model.facts.names()) {
    const possible = model.facts.possible(name);
    const [kind, image = ''] = name.split(' ');
    if (possible.size === 0 || (kind === 'frozen' && !unspent.has(image))) continue;
    const value = await factOf(call, name);
    if (!possible.has(value))
      throw new Broken(
        'answer is lost',
        `${name} is ${value}, and was answered as ${[...possible].join(' or ')}`,
      );
  }
};

const factOf = async (call: Call, name: string): Promise<string> => {
  const [kind, what = ''] = name.split(' ');
  switch (kind) {
    case 'attribute':
      return String((await call('get_attribute', { key: name }))['value']);
    case 'note':
      return String(((await call('get_tx_notes', { txids: [what] }))['notes'] as readonly string[])[0]);
    case 'frozen':
      return String((await call('frozen', { key_image: what }))['frozen']);
    default: {
      const { addresses } = await call('get_address', { account_index: 0, address_index: [Number(what)] });
      return (addresses as readonly { readonly label: string }[])[0]!.label;
    }
  }
};

/** The receiver of webhooks has an event of each payment in the chain, for each number of confirmations that it has reached. */
export function compareEvents(
  { world }: Device,
  model: Model,
  height: number,
  heightOf: (txid: string) => number,
): void {
  for (const confirmations of [1, 10]) {
    const told = model.events.confirmed(confirmations);
    for (const txid of model.truth(world.owner).incoming.keys())
      if (height - heightOf(txid) >= confirmations && !told.has(txid))
        throw new Broken('event is lost', `${txid} has ${confirmations} confirmations, and no event says so`);
  }
}
