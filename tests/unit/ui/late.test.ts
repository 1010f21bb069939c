/** Sent payments that wait for a block for longer than usual. */
import { describe, expect, it } from 'vitest';
import { createClient } from '../../../src/client/client.ts';
import { TransferState } from '../../../src/ui/features/history/transfer.svelte.ts';
import { Overview } from '../../../src/ui/features/overview/overview.svelte.ts';
import { explain } from '../../../src/ui/messages/explain.ts';
import { isLate, isMissing, waitedFor } from '../../../src/ui/transfers/late.ts';
import { Session } from '../../../src/ui/state/session.svelte.ts';
import { FakePort } from '../../support/fake-worker/port.ts';
import type { Scenario } from '../../support/fake-worker/wallet.ts';

const NOW = new Date('2026-06-03T15:00:00').getTime();
const MINUTE = 60_000;
const setup = async (scenario: Scenario = 'late') => {
  const port = new FakePort(scenario, { delay: 0, now: NOW });
  const session = new Session(createClient(port));
  await session.start();
  const [hosting, bike] = session.book.transfers;
  return { port, session, hosting: hosting!, bike: bike! };
};

describe('a sent payment', () => {
  it('is late after half an hour, or after ten minutes if the node does not show it', async () => {
    const { hosting } = await setup();
    const at = (minutes: number, missing: number): boolean =>
      isLate({ ...hosting, time: NOW - minutes * MINUTE, missing }, NOW);
    expect([at(29, 0), at(30, 0), at(29, 2), at(9, 3), at(10, 3)]).toEqual([false, true, false, false, true]);
  });
  it('is not late once it is in a block or failed, and nothing that comes in is late', async () => {
    const { hosting } = await setup();
    for (const other of [{ state: 'settling' }, { state: 'failed' }, { incoming: true }] as const)
      expect(isLate({ ...hosting, ...other }, NOW)).toBe(false);
  });
  it('says in minutes, hours or days how long it has waited', () => {
    const waited = (minutes: number): string => waitedFor({ time: NOW - minutes * MINUTE }, NOW);
    expect([waited(1), waited(45), waited(119), waited(120), waited(47 * 60), waited(50 * 60)]).toEqual([
      '1 minute',
      '45 minutes',
      '119 minutes',
      '2 hours',
      '47 hours',
      '2 days',
    ]);
  });
});

describe('Home', () => {
  it('names late payments, and none when all is as usual', async () => {
    const { session, hosting, bike } = await setup();
    expect(new Overview(session).late(NOW)).toEqual([hosting, bike]);
    expect([isMissing(hosting), isMissing(bike)]).toEqual([false, true]);
    expect(new Overview((await setup('home')).session).late(NOW)).toEqual([]);
  });
});

describe('the page of a late payment', () => {
  it('sends it to the node again', async () => {
    const { port, session, bike } = await setup();
    const view = new TransferState(session, bike.txid);
    expect(await view.resend()).toBe(true);
    expect(port.calls.findLast(({ method }) => method === 'x_resend_payment')?.params).toEqual({
      txid: bike.txid,
    });
    expect(view.transfer).toMatchObject({ state: 'waiting', missing: 0 });
  });
  it('explains what the node answers when it does not take it', async () => {
    const { port, session, bike } = await setup();
    const view = new TransferState(session, bike.txid);
    port.refuseNext('x_resend_payment', 'tx_rejected');
    expect(await view.resend()).toBe(false);
    expect(view.error).toBeDefined();
    expect(view.transfer?.state).toBe('waiting');
  });
  it('gives it up only if the node does not show it, and says why not', async () => {
    const { session, hosting, bike } = await setup();
    const shown = new TransferState(session, hosting.txid);
    expect(await shown.giveUp()).toBe(false);
    expect(explain(shown.error).what).toBe('The node has this payment, so a block can still take it.');
    const view = new TransferState(session, bike.txid);
    expect(await view.giveUp()).toBe(true);
    expect(view.transfer?.state).toBe('failed');
  });
});
