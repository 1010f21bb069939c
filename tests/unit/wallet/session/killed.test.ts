/** A tab that is killed at any write while it makes a wallet or a copy: what is on the disk is whole, or is not there. */
import { describe, expect, test } from 'vitest';
import { createMemoryBrowser, type MemoryBrowser } from '../../../../src/store/memory.ts';
import { systemClock } from '../../../../src/store/platform.ts';
import { setUpBackground } from '../../../../src/wallet/background/set-up.ts';
import { copyName } from '../../../../src/wallet/background/copy-file.ts';
import type { OwnedSession } from '../../../../src/wallet/session/session.ts';
import { openLedger } from '../../../../src/wallet/state/state.ts';
import { createTestChain } from '../test-chain.ts';
import { KEYS } from '../test-ledger.ts';
import { createTestNode } from '../test-node.ts';
import { dyingBrowser } from './dying-browser.ts';
import { testTab } from './test-tab.ts';

const NEW = {
  name: 'mine',
  password: 'pw',
  network: 'mainnet',
  keys: KEYS,
  seedLanguage: 'English',
  restoreHeight: 0,
  lookahead: { major: 2, minor: 5 },
} as const;
const { spendSecret: _spendSecret, ...viewKeys } = KEYS;
const COPY_PASSWORD = 'copy';

const tab = (browser: MemoryBrowser): OwnedSession => {
  const session = testTab(browser, createTestNode(createTestChain(5)), systemClock, 20);
  session.autoRefresh(false);
  return session;
};
const namesOf = async ({ files }: OwnedSession): Promise<string[]> =>
  (await files.list()).map(({ name }) => name).sort();

/** Runs `life` in tabs that are killed at each write in turn, and then `check` in another tab of the same browser. */
const killAtEachWrite = async (
  life: (session: OwnedSession) => Promise<void>,
  check: (session: OwnedSession) => Promise<void>,
  prepare: (session: OwnedSession) => Promise<void> = () => Promise.resolve(),
): Promise<number> => {
  for (let writes = 0; ; writes++) {
    const browser = createMemoryBrowser();
    const dying = dyingBrowser(browser);
    const session = tab(dying.browser);
    await prepare(session);
    dying.dieAfter(writes);
    const end = await Promise.race([life(session).then(() => 'done'), dying.dead.then(() => 'killed')]);
    await check(tab(browser));
    if (end === 'done') return writes;
  }
};

/** Every wallet on the disk opens with one of the passwords, and has an account. */
const expectWhole = async ({ files }: OwnedSession): Promise<void> => {
  for (const { name } of await files.list()) {
    const file = await files.open(name, name === 'mine' ? 'pw' : COPY_PASSWORD, { takeOver: true });
    const { state } = await openLedger(file);
    expect([...state.account.viewSecret], name).toEqual([...KEYS.viewSecret]);
    await file.close();
  }
};

describe('a tab that is killed while it makes', () => {
  // threat: half-done
  test.each([
    ['a wallet from words', NEW],
    ['a view-only wallet', { ...NEW, keys: viewKeys }],
  ])('%s leaves a whole wallet or none', async (_what, wanted) => {
    const found = new Set<string>();
    const writes = await killAtEachWrite(
      (session) => session.make(wanted).then(() => session.close()),
      async (session) => {
        await expectWhole(session);
        const names = await namesOf(session);
        found.add(names.join());
        // The name is free, or the wallet opens.
        if (names.length === 0) await session.make(wanted);
        else await session.openFile('mine', 'pw', { takeOver: true });
        expect(session.wallet.state.account.spendSecret !== undefined).toBe(wanted === NEW);
        await session.close();
      },
    );
    expect(writes).toBeGreaterThan(0);
    expect([...found]).toEqual(['', 'mine']);
  });

  test('a background copy leaves a wallet that has its copy as soon as it is opened, or no such setting', async () => {
    const found = new Set<string>();
    await killAtEachWrite(
      ({ files, wallet }) =>
        setUpBackground(files, wallet, { type: 'custom', password: 'pw', copyPassword: COPY_PASSWORD }),
      async (session) => {
        await expectWhole(session);
        await session.openFile('mine', 'pw', { takeOver: true });
        const { background } = session.wallet.state.settings;
        const names = await namesOf(session);
        found.add(`${names.join()} ${background?.type}`);
        expect(names.includes(copyName('mine'))).toBe(background?.type === 'custom');
        await expectCopy(session, background !== undefined);
      },
      async (session) => {
        await session.make(NEW);
      },
    );
    expect([...found]).toEqual(['mine undefined', 'mine,mine.background custom']);
  });
});

/** The set-up can be repeated where it was cut off; the copy opens with its password. */
const expectCopy = async ({ files, wallet }: OwnedSession, already: boolean): Promise<void> => {
  if (!already)
    await setUpBackground(files, wallet, { type: 'custom', password: 'pw', copyPassword: COPY_PASSWORD });
  const file = await files.open(copyName('mine'), COPY_PASSWORD);
  expect((await openLedger(file)).state.settings.background?.copy).toBe(true);
  await file.close();
};
