/**
 * x_preview: the cost of a payment or a sweep at each fee level, and the amounts of the outputs that would be spent.
 * `key_images`: exactly these outputs; empty: those that the wallet chooses.
 */
import { readPayees } from '../../wallet/without-wallet.ts';
import { defineMethod } from '../method.ts';
import { bool, def, listOf, obj, str, u32 } from '../schema.ts';
import { readKeyImages } from '../wire/key-image.ts';
import { checkCount } from '../wire/payee-count.ts';
import { costShape, toCost } from '../wire/prepared.ts';
import { sendingErrors } from '../wire/sending.ts';
import { destination } from '../wire/shapes.ts';

const LEVELS = [1, 2, 3] as const;
const NOTHING = { fee: 0n, amount: 0n, inputs: [], change: 0n, unlockedAfter: 0n, transactions: [] };

export default defineMethod({
  name: 'x_preview',
  access: 'read',
  inBackground: false,
  console: {
    needs: ['destinations', 'key_images'],
    example: { destinations: [{ amount: 250_000_000_000n, address: '<address>' }], account_index: 0 },
  },
  params: {
    destinations: listOf(destination),
    account_index: u32,
    sweep: bool,
    subtract_fee_from_outputs: listOf(u32),
    key_images: listOf(str),
  },
  result: {
    levels: listOf(
      obj({
        priority: u32,
        ...costShape,
        too_much: def(bool, false),
      }),
    ),
  },
  errors: sendingErrors,
  handle: async ({ destinations, account_index: account, sweep, ...more }, { wallet }) => {
    checkCount(destinations);
    const payees = readPayees(wallet.state.account.network, destinations, '');
    const { address, text } = payees[0]!;
    const source = { account, chosen: readKeyImages(more.key_images) };
    const requested = sweep
      ? { ...source, address, text, outputs: 1, below: 0n, allMinors: true }
      : { ...source, payees, subtractFeeFrom: more.subtract_fee_from_outputs };
    const previews = await wallet.payments.previews(requested, LEVELS);
    return {
      levels: LEVELS.map((priority, i) => ({
        priority,
        ...toCost(previews[i] ?? NOTHING),
        too_much: !previews[i],
      })),
    };
  },
});
