/** What programs of a device ask their wallet for. Each action is one or a few calls; several run beside each other. */
import { Broken } from '../broken.ts';
import type { Payment } from '../model/model.ts';
import type { ActionName } from '../plan.ts';
import type { Acting } from './acting.ts';
import type { Device, Fields, Outcome } from './device.ts';
import { connectSite, sitePays, sitePaysAgain } from './site.ts';
import { HOUR } from '../time.ts';

type Action = (acting: Acting) => Promise<unknown>;

const pick = <T>(from: readonly T[], n: number): T | undefined => from[Math.floor(n * from.length)];
const resultOf = (outcome: Outcome): Fields | undefined =>
  outcome !== 'lost' && 'result' in outcome ? outcome.result : undefined;

export const ACTIONS = {
  refresh: ({ device }) => device.call('refresh'),
  pay: async (acting) => {
    const { device, model, nextAmount, n } = acting;
    const amount = nextAmount();
    const key = n < 0.5 ? `order ${amount}` : undefined;
    const payment: Payment = { amount, key, device: device.name, state: 'open', txids: [] };
    model.payments.set(amount, payment);
    // A button is pressed twice, or two servers of the shop take the order.
    const calls = key !== undefined && n < 0.15 ? 2 : 1;
    await Promise.all(Array.from({ length: calls }, () => sendPayment(acting, payment)));
    if (!isRefused(payment) || n < 0.7) return;
    await device.wait(n * HOUR, 'a refused payment is made again');
    if (!device.isOpen() || !isRefused(payment) || (await isPaid(device, payment))) return;
    // Another call for this order may have begun meanwhile.
    if (!isRefused(payment)) return;
    payment.state = 'open';
    await sendPayment(acting, payment);
  },
  /** A program that was refused, got no answer, or does not know that it got one, calls again; sometimes twice at once. */
  'pay again': async (acting) => {
    const { device, model, n, m } = acting;
    const own = [...model.payments.values()].filter((each) => each.device === device.name);
    const payment = pick(
      own.filter((each) => (each.key === undefined ? each.state === 'refused' : each.state !== 'refused')),
      n,
    );
    if (!payment) return;
    if (payment.key === undefined) {
      if ((await isPaid(device, payment)) || !isRefused(payment)) return;
      // A refused order is paid anew.
      payment.state = 'open';
    }
    const twice = m < 0.3 && payment.key !== undefined ? [payment, payment] : [payment];
    await Promise.all(twice.map((each) => sendPayment(acting, each)));
  },
  'review a payment': async ({ device, model, payeeOf, nextAmount, n }) => {
    const amount = nextAmount();
    const destinations = [{ amount: Number(amount), address: payeeOf(amount) }];
    const prepared = resultOf(await device.call('x_prepare_transfer', { destinations, account_index: 0 }));
    if (!prepared) return;
    const { id } = prepared;
    if (n < 0.3) return device.call('x_drop_prepared', { id });
    const payment: Payment = { amount, key: undefined, device: device.name, state: 'open', txids: [] };
    model.payments.set(amount, payment);
    const sent = await device.call('x_send_prepared', { id });
    noteAnswer(payment, sent, (fields) => fields['tx_hash_list'] as readonly string[]);
    // A button is pressed twice.
    return n < 0.5 ? device.call('x_send_prepared', { id }) : undefined;
  },
  'sweep an output': async ({ device, n }) => {
    const output = pick(await outputsOf(device), n);
    const own = resultOf(await device.call('get_address', { account_index: 0 }));
    if (output && own)
      await device.call('sweep_single', { key_image: output.key_image, address: own['address'] });
  },
  'set an attribute': (acting) => {
    const key = `attribute ${Math.floor(acting.n * 4)}`;
    const value = `value ${acting.m}`;
    return setFact(acting, key, value, 'set_attribute', { key, value });
  },
  /** So many that the journal of the wallet's file is merged. */
  'set many attributes': async (acting) => {
    for (let i = 0; i < 450 && acting.device.isOpen(); i++)
      await ACTIONS['set an attribute']({ ...acting, n: (i % 4) / 4, m: i });
  },
  'label an address': (acting) => {
    const minor = Math.floor(acting.n * 3);
    const label = `label ${acting.m}`;
    return setFact(acting, `label ${minor}`, label, 'label_address', { index: { major: 0, minor }, label });
  },
  'note a payment': async (acting) => {
    const { model, n, m } = acting;
    const txid = pick([...model.truth(acting.device.world.owner).incoming.keys()], n);
    const notes = [`note ${m}`];
    if (txid !== undefined)
      await setFact(acting, `note ${txid}`, notes[0]!, 'set_tx_notes', { txids: [txid], notes });
  },
  'new address': ({ device }) => device.call('create_address', { account_index: 0 }),
  'read the history': ({ device }) =>
    device.call('get_transfers', { in: true, out: true, pending: true, failed: true, pool: true }),
  'read spends again': ({ device, model }) => {
    model.requests.allowLookUp();
    return device.call('rescan_spent');
  },
  'read the chain again': ({ device }) => device.call('rescan_blockchain'),
  'follow the chain': async ({ device, n }) => {
    await device.call('auto_refresh', { enable: true });
    await device.wait(n * 60_000, 'follows the chain');
    if (device.isOpen()) await device.call('auto_refresh', { enable: false });
  },
  save: ({ device }) => device.call('store'),
  'change the password': async ({ device, m }) => {
    const [before] = device.passwords;
    if (device.passwords.length > 1) return;
    const next = `password ${m}`;
    device.passwords = [before!, next];
    const outcome = await device.call('change_wallet_password', { old_password: before, new_password: next });
    if (outcome === 'lost' || ('error' in outcome && mayBeStored(outcome.error))) return;
    device.passwords = ['result' in outcome ? next : before!];
  },
  'lock the spend key': async ({ device, n }) => {
    const [password] = device.passwords;
    const type = { background_sync_type: 'reuse-wallet-password', wallet_password: password };
    await device.call('setup_background_sync', type);
    if (!device.isOpen()) return;
    await device.call('start_background_sync');
    if (n < 0.5 && device.isOpen()) await device.call('refresh');
    // A lost answer leaves open which password is right, and without it a copy may stay open that lacks what was answered.
    for (const each of device.passwords)
      if (device.isOpen()) await device.call('stop_background_sync', { wallet_password: each });
  },
  /** The wallet is closed for some hours, and a copy of it without the spend key reads blocks. */
  'read a copy': async ({ device, n, m }) => {
    const [password] = device.passwords;
    await device.call('setup_background_sync', {
      background_sync_type: 'custom-background-password',
      wallet_password: password,
      background_cache_password: 'password of the copy',
    });
    if (!device.isOpen()) return;
    await device.call('start_background_sync');
    for (let at = 0; at < 3 && device.isOpen(); at++) {
      await device.call('refresh');
      await device.wait(n * 3 * HOUR, 'a copy is open');
    }
    const back =
      m < 0.8 &&
      device.isOpen() &&
      resultOf(await device.call('stop_background_sync', { wallet_password: password }));
    // Its own password opens the wallet again.
    if (!back) device.kill();
  },
  'give up a payment': async ({ device, n, m }) => {
    const found = resultOf(await device.call('get_transfers', { pending: true }));
    const payment = pick((found?.['pending'] ?? []) as readonly { readonly txid: string }[], n);
    const method = m < 0.5 ? 'x_give_up_payment' : 'x_resend_payment';
    if (payment && device.isOpen()) await device.call(method, { txid: payment.txid });
  },
  'freeze an output': async (acting) => {
    const { device, n, m } = acting;
    const image = pick(await outputsOf(device), n)?.key_image;
    if (image === undefined || !device.isOpen()) return;
    const method = m < 0.3 ? 'freeze' : 'thaw';
    await setFact(acting, `frozen ${image}`, String(m < 0.3), method, { key_image: image });
  },
  'connect a site': connectSite,
  'a site pays': sitePays,
  'a site pays again': sitePaysAgain,
} as const satisfies Readonly<Record<ActionName, Action>>;

const isRefused = ({ state }: Payment): boolean => state === 'refused';

/** The history shows a payment with this amount, or cannot be read: a node kept what it refused. */
const isPaid = async (device: Device, { amount }: Payment): Promise<boolean> => {
  const history = resultOf(await device.call('get_transfers', { out: true, pending: true }));
  if (!history || !device.isOpen()) return true;
  const sent = ['out', 'pending'].flatMap(
    (kind) => (history[kind] ?? []) as readonly { readonly amount: bigint | number }[],
  );
  return sent.some((each) => BigInt(each.amount) === amount);
};

const outputsOf = async (device: Device): Promise<readonly { readonly key_image: string }[]> => {
  const found = resultOf(await device.call('incoming_transfers', { transfer_type: 'available' }));
  return device.isOpen() ? ((found?.['transfers'] ?? []) as readonly { readonly key_image: string }[]) : [];
};

/** Sets one fact: its answer makes it certain, and a lost answer leaves it open. */
const setFact = async (
  { device, model }: Acting,
  name: string,
  value: string,
  method: string,
  params: object,
): Promise<void> => {
  device.world.scheduler.note(`${name} is to be ${value}`);
  const end = model.facts.begin(name, value);
  const outcome = await device.call(method, params);
  const isOpen = outcome === 'lost' || ('error' in outcome && mayBeStored(outcome.error));
  end(isOpen ? 'lost' : 'result' in outcome ? 'done' : 'refused');
};

/** A disk that failed twice may have what it was given. */
const mayBeStored = ({ message }: { readonly message: string }): boolean => /may be stored/.test(message);

const sendPayment = async ({ device, payeeOf }: Acting, payment: Payment): Promise<void> => {
  const { amount, key } = payment;
  const destinations = [{ amount: Number(amount), address: payeeOf(amount) }];
  const outcome = await device.call('transfer', { destinations, account_index: 0 }, key);
  noteAnswer(payment, outcome, (fields) => [String(fields['tx_hash'])]);
};

/** What an answer says about a payment. */
export function noteAnswer(
  payment: Payment,
  outcome: Outcome,
  txidsOf: (fields: Fields) => readonly string[],
): void {
  if (outcome === 'lost') return;
  if ('result' in outcome) {
    const txids = txidsOf(outcome.result);
    if (payment.txids.length > 0 && payment.txids[0] !== txids[0])
      throw new Broken('keyed call answers anew', `${payment.key} ${payment.txids[0]} ${txids[0]}`);
    payment.state = 'sent';
    payment.txids = txids;
    return;
  }
  // Only an error that says nothing about sending leaves it open, and one of calls with this key is not the last word.
  const isOpen =
    mayBeStored(outcome.error) || /relay|unknown|connection|no answer|busy/i.test(outcome.error.message);
  if (!isOpen && payment.state === 'open' && payment.key === undefined) payment.state = 'refused';
}
