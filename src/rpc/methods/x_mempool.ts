/**
 * x_mempool: the transactions that wait for a block, by fee per byte: first those below the lowest fee level, then a
 * band for each of the four levels. `block_weight`: what one block takes. Faults node_*.
 */
import { summarizeMempool } from '../../wallet/without-wallet.ts';
import { defineMethod } from '../method.ts';
import { count, listOf, obj, u64 } from '../schema.ts';

export default defineMethod({
  name: 'x_mempool',
  access: 'read',
  result: {
    transactions: count,
    weight: count,
    block_weight: count,
    bands: listOf(obj({ from: u64, transactions: count, weight: count })),
  },
  handle: async (_params, { session }) => {
    const { chain } = session.world;
    const fees = session.open?.payments ?? chain;
    const { blockWeightLimit } = await chain.tip();
    const picture = summarizeMempool(await chain.backlog(), await fees.feeEstimate(), blockWeightLimit);
    const { blockWeight, ...rest } = picture;
    return { ...rest, block_weight: blockWeight };
  },
});
