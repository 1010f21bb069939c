/** Preview, preparation and sending of payments. */
import type { Params, Result } from '../../../../src/rpc/contract.ts';
import type { Answers } from '../answer.ts';
import { Refused } from '../refused.ts';
import type { Item } from '../shapes.ts';
import { PAYLOADS } from '../payloads.ts';
import { id, PAYEE, UNSENT, xmr } from '../values.ts';
import type { Entry, FakeWallet, Unsent } from '../wallet.ts';

export const SENDING = {
  x_preview: (params, fake) => ({ levels: levelsOf(fake, params) }),
  x_fee_levels: () => ({
    levels: [1, 2, 3].map((priority) => ({ priority, fee_per_byte: 20_000n * BigInt(priority) })),
    quantization_mask: 10_000n,
  }),
  x_prepare_transfer: (params, fake) => prepare(fake, params, params.priority),
  x_prepare_sweep: ({ account_index = 0, address = '', priority, key_images = [] }, fake) =>
    prepare(
      fake,
      { account_index, sweep: true, destinations: [{ address, amount: 0n }], key_images },
      priority,
    ),
  x_send_draft: ({ keep }, { drafts, wallet }) => {
    if (keep !== undefined) drafts.set(wallet, keep);
    return { draft: drafts.get(wallet) ?? '' };
  },
  x_drop_prepared: ({ id: dropped = '' }, { prepared }) => {
    prepared.delete(dropped);
    return {};
  },
  x_send_prepared: ({ id: sent = '', note = '' }, fake) => {
    const [entry, ...more] = fake.prepared.get(sent) ?? [];
    if (entry === undefined) throw new Refused(-1, 'prepared_not_found');
    fake.prepared.delete(sent);
    if (fake.status.kind !== 'spend') {
      fake.unsent = [waiting(fake, entry, note)];
      return { unsent: UNSENT };
    }
    for (const each of [entry, ...more]) {
      each.note = note;
      each.timestamp = Math.floor(Date.now() / 1000);
      fake.entries.push(each);
    }
    if (fake.relayAnswerLost) {
      fake.relayAnswerLost = false;
      throw new Refused(-1, 'relay_unknown', { txid: entry.txid });
    }
    fake.changed();
    return { tx_hash_list: [entry, ...more].map(({ txid }) => txid) };
  },
  x_unsent_payments: (_params, { unsent }) => ({ payments: unsent }),
  x_discard_payment: (_params, fake) => {
    fake.unsent = [];
    return {};
  },
  x_keep_payment: (_params, fake) => {
    const payment = fake.unsent[0] ?? waiting(fake);
    fake.unsent = [payment];
    if (fake.status.kind === 'view') Object.assign(payment, { next: 'send', signed_set: PAYLOADS.signed });
    else Object.assign(payment, { set: PAYLOADS.multisigSet, signers: ['b2'.repeat(32)] });
    return { id: UNSENT };
  },
} satisfies Partial<Answers>;

type Preview = Params<'x_preview'>;
type Level = Item<Result<'x_preview'>['levels']>;

const levelsOf = (fake: FakeWallet, given: Preview): Level[] => {
  const { account_index, destinations = [], sweep, key_images = [] } = given;
  const { subtract_fee_from_outputs: payers = [] } = given;
  const { unlocked: all } = fake.account(account_index);
  const chosen = fake.coins.filter(({ key_image = '' }) => key_images.includes(key_image));
  const unlocked = chosen.length > 0 ? chosen.reduce((sum, { amount }) => sum + amount, 0n) : all;
  if (destinations.length > 150)
    throw new Refused(-18, 'too_many_destinations', { n: destinations.length, max: 150 });
  const typed = destinations.reduce((sum, { amount = 0n }) => sum + amount, 0n);
  return [xmr('0.00003072'), xmr('0.00012288'), xmr('0.0006144')].map((fee, i) => {
    const amount = sweep ? unlocked - fee : payers.length > 0 ? typed - fee : typed;
    const coin = sweep || chosen.length > 0 || amount + fee > xmr('2.4') ? unlocked : xmr('2.4');
    return {
      priority: i + 1,
      fee,
      amount,
      inputs: chosen.length > 0 ? chosen.map((each) => ({ amount: each.amount })) : [{ amount: coin }],
      change: coin - amount - fee > 0n ? coin - amount - fee : 0n,
      unlocked_after: all - coin,
      transactions: groupsOf(destinations).map((group, at) => ({
        recipients: group.length,
        fee: at === 0 ? fee : 0n,
      })),
      too_much: amount + fee > unlocked,
    };
  });
};

/** At most 15 recipients in each transaction. */
const groupsOf = <T>(all: readonly T[]): T[][] =>
  Array.from({ length: Math.max(1, Math.ceil(all.length / 15)) }, (_, i) => all.slice(15 * i, 15 * (i + 1)));

const prepare = (fake: FakeWallet, asked: Preview, priority = 2): Result<'x_prepare_transfer'> => {
  const level = levelsOf(fake, asked)[(priority || 2) - 1]!;
  const { fee, amount, inputs = [], change, unlocked_after, transactions = [] } = level;
  const { unlocked } = fake.account(asked.account_index);
  if (amount + fee > unlocked)
    throw new Refused(-37, 'not_enough_unlocked_money', { unlocked, needed: amount + fee });
  const { destinations: typed = [], subtract_fee_from_outputs: payers = [] } = asked;
  const part = payers.length > 0 ? fee / BigInt(payers.length) : 0n;
  const destinations = typed.map(({ address = '', amount: each = 0n }, i) => ({
    address,
    // The first pays what is left of the fee.
    amount: asked.sweep
      ? amount
      : payers.includes(i)
        ? each - (i === 0 ? fee - part * BigInt(payers.length - 1) : part)
        : each,
  }));
  const entries = groupsOf(destinations).map((group, at) =>
    fake.entry('pending', '0', {
      txid: id(5000 + fake.preparedCount++),
      amount: group.reduce((sum, each) => sum + each.amount, 0n),
      fee: transactions[at]?.fee ?? 0n,
      destinations: group,
      subaddr_index: { major: asked.account_index ?? 0, minor: 0 },
    }),
  );
  const { txid } = entries[0]!;
  fake.prepared.set(txid, entries);
  return { id: txid, fee, amount, destinations, inputs, change, unlocked_after, transactions };
};

const waiting = ({ status }: FakeWallet, entry?: Entry, note = ''): Unsent => {
  const several = status.kind === 'multisig';
  const { destinations = [{ address: PAYEE, amount: xmr('1.25') }] } = entry ?? {};
  return {
    id: UNSENT,
    next: 'sign',
    account_index: 0,
    destinations: destinations.map((each) => ({ ...each, own: false })),
    fee: entry?.fee ?? xmr('0.00012288'),
    change: xmr('1.14987712'),
    bound: xmr('2.4'),
    transactions: 1,
    note,
    made_at: Math.floor(Date.now() / 1000),
    differs: [],
    signers: several ? ['a1'.repeat(32)] : [],
    set: several ? PAYLOADS.multisigSet : PAYLOADS.unsigned,
    signed_set: '',
  };
};
