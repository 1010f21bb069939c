/** The history, and locked amounts. */
import { shownEntries } from '../../shown-entries.ts';
import type { Answers } from '../answer.ts';
import { Refused } from '../refused.ts';

export const HISTORY = {
  x_history: ({ above: kept = 0, upto = Infinity, limit = 200 }, { entries: all, status, missing: late }) => {
    const mined = all.filter(({ height }) => height > kept && height <= upto);
    const heights = mined.map(({ height }) => height).sort((a, b) => b - a);
    const above = heights.length > limit ? heights[limit - 1]! - 1 : kept;
    const unmined = upto === Infinity ? all.filter(({ height }) => height === 0) : [];
    const entries = [...unmined, ...mined.filter(({ height }) => height > above)];
    return {
      height: status.height,
      above,
      entries: shownEntries(entries).map((entry) => ({
        ...entry,
        url_id: `p${entry.txid.slice(0, 4)}`,
        missing: late.get(entry.txid) ?? 0,
        relay: entry.type === 'pending' ? 'relayed' : '',
      })),
    };
  },
  get_transfer_by_txid: ({ txid: wanted }, { entries }) => {
    const [transfer, ...more] = entries.filter(({ txid }) => txid === wanted);
    if (transfer === undefined) throw new Refused(-8, 'unknown_tx', { txid: wanted });
    return { transfer, transfers: [transfer, ...more] };
  },
  x_resend_payment: ({ txid = '' }, fake) => {
    fake.missing.delete(txid);
    fake.changed();
    return {};
  },
  x_give_up_payment: ({ txid = '' }, fake) => {
    if ((fake.missing.get(txid) ?? 0) < 3) throw new Refused(-1, 'cannot_give_up', { reason: 'in_pool' });
    for (const entry of fake.entries) if (entry.txid === txid) entry.type = 'failed';
    fake.changed();
    return {};
  },
  set_tx_notes: ({ txids = [], notes = [] }, fake) => {
    for (const entry of fake.entries) if (entry.txid === txids[0]) entry.note = notes[0] ?? '';
    fake.changed(0);
    return {};
  },
  get_tx_key: () => ({ tx_key: 'c0ffee'.repeat(11).slice(0, 64) }),
} satisfies Partial<Answers>;
