/** The companion of the words. */
import type { Answers } from '../answer.ts';
import { PAYLOADS } from '../payloads.ts';
import { Refused } from '../refused.ts';

const HOLDS = {
  names: 4,
  contacts: 5,
  notes: 12,
  payment_keys: 30,
  payees: 30,
  requests: 2,
  attributes: 0,
  frozen: 1,
};
const NONE = {
  names: 0,
  contacts: 0,
  notes: 0,
  payment_keys: 0,
  payees: 0,
  requests: 0,
  attributes: 0,
  frozen: 0,
};

export const COMPANION = {
  x_export_companion: (_params, { entries }) => ({
    hex: PAYLOADS.companion,
    holds: entries.length === 0 ? NONE : HOLDS,
  }),
  x_import_companion: ({ hex = '' }) => {
    if (hex !== PAYLOADS.companion) throw new Refused(-1, 'bad_companion', { reason: 'damaged' });
    return { made: 1_789_000_000, holds: HOLDS, added: { ...NONE, notes: 3, contacts: 1 } };
  },
} satisfies Partial<Answers>;
