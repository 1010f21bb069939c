/**
 * describe_transfer: what an unsigned set or a multisig set would do. The wallet that is asked to sign computes it
 * itself.
 */
import { toHex } from '../../base/hex.ts';
import type { ConstructionData } from '../../protocol/archive/construction.ts';
import { defineMethod } from '../method.ts';
import { bool, count, def, listOf, obj, str, u32, u64 } from '../schema.ts';
import { describe, describedAmounts, describedTotals, describeErrors } from '../wire/described.ts';

export default defineMethod({
  name: 'describe_transfer',
  // No screen: the page uses x_describe_set, which does not answer spent outputs.
  access: 'read',
  inBackground: false,
  compat: { release: { without: 'weight' } },
  params: { unsigned_txset: str, multisig_txset: str },
  result: {
    summary: obj(describedTotals),
    desc: listOf(
      obj({
        ...describedTotals,
        ring_size: u32,
        unlock_time: u64,
        sources: listOf(obj({ amount: u64, global_index: count, rct: bool, pubkey: str })),
        payment_id: str,
        weight: def(count, 0),
        dummy_outputs: u32,
        extra: str,
      }),
    ),
  },
  errors: describeErrors,
  handle: async (params, { wallet }) => {
    const { txs, total } = await describe(wallet, params);
    const desc = txs.map(({ data, examined }) => ({
      ...describedAmounts(examined, examined.recipients),
      ...factsOf(data),
      ring_size: examined.ringSize,
      // An unsigned set has no transaction yet whose weight would be exact.
      weight: params.unsigned_txset === '' ? examined.weight : 0,
      payment_id: examined.paymentId ? toHex(examined.paymentId) : '',
      dummy_outputs: examined.dummies,
    }));
    return { summary: describedAmounts(total, total.recipients), desc };
  },
});

const factsOf = ({ sources, unlockTime, extra }: ConstructionData) => ({
  unlock_time: unlockTime,
  sources: sources.map(({ ring, realIndex, amount, rct }) => ({
    amount,
    global_index: ring[realIndex]!.index,
    rct,
    pubkey: toHex(ring[realIndex]!.key),
  })),
  extra: toHex(extra),
});
