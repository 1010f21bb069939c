/** Keys on paper: what they open, and the sweep into the open wallet. */
import type { Result } from '../../../../src/rpc/contract.ts';
import type { Answers } from '../answer.ts';
import { Refused } from '../refused.ts';
import { ADDRESSES, HEIGHT, PAYEE, WORDS, WORDS_13, WORDS_16, xmr } from '../values.ts';

const FEE = xmr('0.00004');
const WORD_KINDS = { [WORDS]: 'classic', [WORDS_16]: 'polyseed', [WORDS_13]: 'mymonero' } as const;

/** What `given` opens; keys that begin with 0 cannot be read. */
export function readFakeKeys(given = ''): { kind: string; restore_height?: number } {
  const text = given.trim();
  const kind = Object.entries(WORD_KINDS).find(([words]) => words === text)?.[1];
  if (kind !== undefined) return { kind, ...(kind === 'polyseed' && { restore_height: 2_482_000 }) };
  if (text === '') throw new Refused(-1, 'unreadable_keys', { reason: 'nothing' });
  const link = /^monero_wallet:.*[?&]spend_key=[0-9a-f]{64}/i.test(text);
  if (text.startsWith('monero_wallet:') && !link)
    throw new Refused(-1, 'unreadable_keys', { reason: 'no_spend_key' });
  if (!link && !/^[1-9a-f][0-9a-f]{63}(\s+[0-9a-f]{64})?$/i.test(text))
    throw new Refused(-1, 'unreadable_keys', { reason: 'hex' });
  const height = /[?&]height=(\d+)/.exec(text)?.[1];
  return { kind: 'keys', ...(height !== undefined && { restore_height: Number(height) }) };
}

const NO_PAPER: Result<'x_sweep_keys_status'> = {
  phase: 'none',
  kind: '',
  address: '',
  height: 0,
  target_height: 0,
  start_height: 0,
  seconds_left: 0,
  balance: 0n,
  unlocked_balance: 0n,
  blocks_to_unlock: 0,
  coins: 0,
  sending: 0n,
};

export const PAPER = {
  x_check_keys: ({ given_keys }) => ({
    ...readFakeKeys(given_keys),
    language: /\d/.test(given_keys ?? '') ? '' : 'English',
    address: PAYEE,
  }),
  x_sweep_keys_start: ({ given_keys, restore_height = 0 }, fake) => {
    const { kind } = readFakeKeys(given_keys);
    fake.paper = {
      ...NO_PAPER,
      phase: 'reading',
      kind,
      address: PAYEE,
      start_height: restore_height,
      height: restore_height + Math.floor((HEIGHT - restore_height) / 3),
      target_height: HEIGHT,
      seconds_left: 140,
    };
    return { kind, address: PAYEE };
  },
  x_sweep_keys_status: (_params, fake) => fake.paper ?? NO_PAPER,
  x_sweep_keys_prepare: (_params, fake) => {
    if (!fake.paper) throw new Refused(-1, 'no_keys_given');
    const { unlocked_balance: unlocked } = fake.paper;
    if (unlocked === 0n) throw new Refused(-4, 'nothing_to_sweep', { among: 'account' });
    return { id: 'sweep', amount: unlocked - FEE, fee: FEE, address: ADDRESSES[1], transactions: 1 };
  },
  x_sweep_keys_send: ({ id }, fake) => {
    if (!fake.paper) throw new Refused(-1, 'no_keys_given');
    if (id !== 'sweep') throw new Refused(-4, 'prepared_not_found');
    const { balance, unlocked_balance: unlocked } = fake.paper;
    fake.paper = {
      ...fake.paper,
      balance: balance - unlocked,
      unlocked_balance: 0n,
      sending: unlocked - FEE,
    };
    if (fake.relayAnswerLost) throw new Refused(-4, 'relay_unknown', { txid: 'ab'.repeat(32) });
    return { tx_hash_list: ['ab'.repeat(32)] };
  },
  x_sweep_keys_end: (_params, fake) => {
    fake.paper = undefined;
    return {};
  },
} satisfies Partial<Answers>;
