/** Home and Settings about blocks that are read later: what they say, and what they ask of the wallet. */
import { describe, expect, it } from 'vitest';
import { createClient } from '../../../src/client/client.ts';
import { isEmptyAfterRestore, Overview } from '../../../src/ui/features/overview/overview.svelte.ts';
import { MissingBlocks } from '../../../src/ui/status/missing-blocks.svelte.ts';
import { Session } from '../../../src/ui/state/session.svelte.ts';
import { FakePort } from '../../support/fake-worker/port.ts';
import type { Scenario } from '../../support/fake-worker/wallet.ts';

const setup = async (scenario: Scenario) => {
  const port = new FakePort(scenario, { delay: 0 });
  const session = new Session(createClient(port));
  session.listen();
  await session.start();
  const missing = new MissingBlocks(session.client);
  await missing.load();
  return { port, session, missing, view: new Overview(session) };
};

describe('a wallet with older days that are read later', () => {
  it('says so beside the balance, and can send', async () => {
    const { view } = await setup('missing');
    expect([view.label, view.netWords, view.dot, view.whyNoSend]).toEqual([
      'Spendable, as far as read',
      'Days missing',
      'busy',
      '',
    ]);
  });
  it('knows which days and how many blocks, and reads them on request', async () => {
    const { missing } = await setup('missing');
    expect(missing.facts?.gaps).toMatchObject([{ blocks: 9980, wanted: false }]);
    await missing.readRest();
    expect(missing.facts?.gaps).toMatchObject([{ wanted: true }]);
  });
  it('reads them on request also while its facts are being loaded', async () => {
    const { missing } = await setup('missing');
    const loading = missing.load();
    expect(await missing.readRest()).toBe(true);
    await loading;
    expect(missing.facts?.gaps).toMatchObject([{ wanted: true }]);
  });
  it('does not say that nothing was found', async () => {
    const { port, session } = await setup('empty');
    session.restored = session.status.wallet;
    expect(isEmptyAfterRestore(session)).toBe(true);
    Object.assign(port.status, { missing: 5 });
    await session.loadStatus();
    expect(isEmptyAfterRestore(session)).toBe(false);
  });
  it('stores the choice about mobile data', async () => {
    const { missing } = await setup('missing');
    await missing.setMode('ask');
    expect(missing.facts?.mode).toBe('ask');
  });
});

describe('a wallet that misses many blocks', () => {
  it('waits for the choice and sends nothing before', async () => {
    const { session, view } = await setup('asking');
    expect([session.status.phase, view.netWords, view.dot]).toEqual(['asking', 'Waits for you', 'busy']);
    expect(view.whyNoSend).toBe('Send opens when you have chosen what to read first.');
  });
  it.each([
    ['the newest day', (missing: MissingBlocks) => missing.readNewest(), 9980],
    ['a day', (missing: MissingBlocks) => missing.readNewest('2026-06-01'), 9980],
    ['everything', (missing: MissingBlocks) => missing.readAll(), 0],
  ])('reads %s when the person chooses it', async (_what, choose, left) => {
    const { session, missing } = await setup('asking');
    expect(await choose(missing)).toBe(true);
    expect([session.status.phase, session.status.missing]).toEqual(['done', left]);
  });
});
