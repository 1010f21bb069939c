/**
 * x_height_at: the height from which to scan for money received after a time (in seconds). `tip`: number of blocks of the
 * chain, if a node answers.
 */
import { heightAt, offlineHeightAt, tipWithinTimeout } from '../../wallet/without-wallet.ts';
import { defineMethod } from '../method.ts';
import { count, opt } from '../schema.ts';
import { networkOf } from '../wire/new-wallet.ts';

export default defineMethod({
  name: 'x_height_at',
  access: 'read',
  console: { needs: ['timestamp'], example: { timestamp: 1_700_000_000 } },
  params: { timestamp: count },
  result: { height: count, tip: opt(count) },
  handle: async ({ timestamp }, { session }) => {
    const { chain, clock } = session.world;
    const tip = await tipWithinTimeout(chain, clock);
    const height = tip
      ? await heightAt(chain, tip, timestamp)
      : offlineHeightAt(session.open?.state.account.network ?? networkOf(session, undefined), timestamp);
    return { height, tip: tip?.height };
  },
});
