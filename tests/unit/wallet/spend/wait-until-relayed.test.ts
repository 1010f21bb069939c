/** On a private network a payment counts as sent when the next block can contain it. */
import { describe, expect, it } from 'vitest';
import { asTxId } from '../../../../src/base/brands.ts';
import { Fault } from '../../../../src/base/fault.ts';
import type { TxLookup } from '../../../../src/ports/block-source.ts';
import { untilRelayed } from '../../../../src/wallet/spend/wait-until-relayed.ts';

const TXID = new Uint8Array(32).fill(7);
const lookup = (more: Partial<TxLookup>): TxLookup => ({
  txid: asTxId(TXID),
  blob: new Uint8Array(0),
  pruned: true,
  inPool: true,
  doubleSpendSeen: false,
  ...more,
});

/** Gives these answers in turn, then repeats the last one; counts the calls. */
const waiting = async (answers: readonly (readonly TxLookup[] | Fault)[]) => {
  let looks = 0;
  let slept = 0;
  const blocks = {
    transactions: () => {
      const answer = answers[Math.min(looks++, answers.length - 1)]!;
      return answer instanceof Fault ? Promise.reject(answer) : Promise.resolve(answer);
    },
  };
  const clock = {
    now: () => 0,
    sleep: (ms: number) => {
      slept += ms;
      return Promise.resolve();
    },
  };
  await untilRelayed({ blocks, clock }, asTxId(TXID));
  return { looks, slept };
};

describe('the wait after a node accepted a payment', () => {
  it('lasts until the node has passed it on', async () => {
    const kept = [lookup({ passedOn: false })];
    expect(await waiting([kept, kept, [lookup({ passedOn: true })]])).toEqual({ looks: 3, slept: 50 });
  });
  it('is left out when it is in a block, unknown, or the node does not say', async () => {
    for (const answer of [[lookup({ inPool: false })], [], [lookup({})]])
      expect(await waiting([answer])).toEqual({ looks: 1, slept: 0 });
  });
  it('is half a second at most, and ends when the node fails', async () => {
    expect(await waiting([[lookup({ passedOn: false })]])).toEqual({ looks: 20, slept: 500 });
    expect(await waiting([new Fault('node_busy', { address: '' })])).toEqual({ looks: 1, slept: 0 });
  });
});
