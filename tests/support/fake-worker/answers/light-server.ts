/** A light-wallet server: it answers at once, and has lied when the wallet reads from nodes again. */
import type { Answers } from '../answer.ts';
import { HEIGHT, xmr } from '../values.ts';

export const LIGHT_SERVER = {
  x_light_server: (_params, fake) => {
    const { address = '', in_use = false, open = false } = fake.status.light_server ?? {};
    const compared = address !== '' && !in_use;
    return {
      ...{ address, in_use, open, waiting: false, waits: open, subaddresses: true, compared },
      ...{ start_height: open ? 3_100_000 : 0, height: open ? HEIGHT : 0, chain_height: open ? HEIGHT : 0 },
      refused: open ? 2 : 0,
      ...(compared && {
        differences: [
          { kind: 'not_in_chain', txid: 'ab'.repeat(32), height: HEIGHT - 800, amount: xmr('2.5') },
          { kind: 'not_named', txid: 'cd'.repeat(32), height: HEIGHT - 90, amount: xmr('0.125') },
        ],
      }),
    };
  },
  x_use_light_server: ({ address = '' }, fake) => {
    fake.status.light_server = { address, in_use: true, open: true };
    return {};
  },
  x_leave_light_server: ({ forget = false }, fake) => {
    const { light_server: used } = fake.status;
    if (forget || !used) delete fake.status.light_server;
    else fake.status.light_server = { ...used, in_use: false };
    return {};
  },
} satisfies Partial<Answers>;
