import { afterEach, describe, expect, it, vi } from 'vitest';
import { fromHex } from '../../../src/base/hex.ts';
import { createClient } from '../../../src/client/client.ts';
import { readPayloadText } from '../../../src/ui/airgap/payload.ts';
import { isOffered } from '../../../src/ui/app/routes.ts';
import { kindOf, routeFor } from '../../../src/ui/features/open/shared.ts';
import { CompanionState } from '../../../src/ui/features/backup/companion.svelte.ts';
import { entriesOf } from '../../../src/ui/features/settings/entries.ts';
import { explain } from '../../../src/ui/messages/explain.ts';
import { Session } from '../../../src/ui/state/session.svelte.ts';
import { PAYLOADS } from '../../support/fake-worker/payloads.ts';
import { FakePort } from '../../support/fake-worker/port.ts';

const setup = async (scenario: 'home' | 'empty' = 'home') => {
  const port = new FakePort(scenario, { delay: 0 });
  const session = new Session(createClient(port));
  await session.start();
  const wallet = session.wallets.find(({ name }) => name === session.status.wallet)!;
  const view = new CompanionState(session);
  const read = (hex: string) => view.receive(readPayloadText(hex)!);
  return { port, session, wallet, view, read };
};
const FACTS = {
  watchOnly: false,
  shared: false,
  cold: false,
  offlineEdition: false,
  background: false,
  programs: false,
  installable: true,
};

afterEach(() => void vi.restoreAllMocks());

describe('the companion of the words', () => {
  it('says what it holds, and counts as a backup only when it is shown', async () => {
    const { view, session, wallet } = await setup();
    await view.load();
    expect(view.holds).toContain('12 notes, 5 contacts, 30 payment keys');
    expect([view.shown, session.backups.of(wallet)]).toEqual([undefined, {}]);
    view.show();
    expect(view.shown?.kind).toBe('companion');
    expect(session.backups.of(wallet).companion).toBeGreaterThan(0);
  });
  it('says so when the wallet has nothing that the words do not hold', async () => {
    const { view } = await setup('empty');
    await view.load();
    expect(view.holds).toBe('');
  });
  it('is read, says what it added, and counts as a backup of the time when it was made', async () => {
    vi.spyOn(Date, 'now').mockReturnValue(1_789_000_001_000);
    const { view, session, wallet, read, port } = await setup();
    session.restored = wallet.name;
    expect(await read(PAYLOADS.companion)).toBe(true);
    expect(view.read).toEqual({ made: 1_789_000_000_000, added: '3 notes, 1 contact', readsAgain: false });
    expect(session.backups.of(wallet)).toEqual({ companion: 1_789_000_000_000 });
    expect(session.restored).toBe('');
    expect(port.calls.map(({ method }) => method)).not.toContain('rescan_blockchain');
  });
  it('shows why it is refused, and nothing else changes', async () => {
    const { view, session, wallet, read } = await setup();
    session.restored = wallet.name;
    expect(await read(`${PAYLOADS.companion}00`)).toBe(false);
    expect(explain(view.error).what).toContain('damaged');
    expect([view.read, session.backups.of(wallet), session.restored]).toEqual([undefined, {}, wallet.name]);
  });
  it('has a place in Settings for wallets with words, and none for those that watch or share', () => {
    const has = (more: object) =>
      entriesOf({ ...FACTS, ...more }, isOffered).some(
        ({ name }) => name === 'Notes, contacts, payment keys',
      );
    expect([has({}), has({ watchOnly: true }), has({ shared: true })]).toEqual([true, false, false]);
  });
  it('that another app shared waits for a wallet with words, and leads to its sheet', () => {
    const item = { name: 'companion', bytes: fromHex(PAYLOADS.companion) };
    const wallet = { open: true, watchOnly: false, shared: false, cold: false };
    expect(kindOf(item)).toEqual({ is: 'set', kind: 'companion' });
    expect(routeFor(kindOf(item), wallet)).toEqual(['settings', 'companion']);
    for (const more of [{ open: false }, { watchOnly: true }, { shared: true }])
      expect(routeFor(kindOf(item), { ...wallet, ...more })).toBeUndefined();
  });
});
