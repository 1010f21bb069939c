import { describe, expect, it } from 'vitest';
import { createClient } from '../../../src/client/client.ts';
import { MakeState } from '../../../src/ui/features/open/make.svelte.ts';
import { NewWalletForm } from '../../../src/ui/features/open/new-wallet.svelte.ts';
import { RestoreState } from '../../../src/ui/features/open/restore.svelte.ts';
import { UnlockState } from '../../../src/ui/features/open/unlock.svelte.ts';
import { WatchState } from '../../../src/ui/features/open/watch.svelte.ts';
import { replaceWord, resembles, splitWords } from '../../../src/ui/features/open/words.ts';
import { Session } from '../../../src/ui/state/session.svelte.ts';
import { FakeAuthenticator } from '../../support/fake-authenticator.ts';
import { FakePort } from '../../support/fake-worker/port.ts';
import { WORDS } from '../../support/fake-worker/values.ts';
import type { Scenario } from '../../support/fake-worker/wallet.ts';

const setup = async (scenario: Scenario) => {
  const port = new FakePort(scenario, { delay: 0 });
  const session = new Session(createClient(port));
  await session.start();
  return { port, session };
};
const fillIn = (newcomer: NewWalletForm): void => {
  newcomer.password = 'correct horse';
  newcomer.again = 'correct horse';
};

describe('seed words as people type them', () => {
  it('are found between spaces, lines and list numbers', () => {
    expect(splitWords(' 1. Absent\n2) bicycle, cider ;gossip  ')).toEqual([
      'absent',
      'bicycle',
      'cider',
      'gossip',
    ]);
    expect(splitWords('')).toEqual([]);
  });
  it('are similar when at most two errors lie between them', () => {
    expect(resembles('sailer', 'sailor')).toBe(true);
    expect(resembles('salor', 'sailor')).toBe(true);
    expect(resembles('zebra', 'sailor')).toBe(false);
  });
  it('can be replaced one by one', () => {
    expect(replaceWord('absent bicycel cider', 1, 'bicycle')).toBe('absent bicycle cider');
  });
});

describe('the form for name and password', () => {
  it('suggests a free name, and says what is wrong with a typed one', async () => {
    const { session } = await setup('locked');
    const newcomer = new NewWalletForm(session, 'Everyday');
    expect(newcomer.name).toBe('Everyday 2');
    newcomer.name = 'everyday';
    expect(newcomer.nameFault).toContain('already a wallet');
    newcomer.name = '  ';
    expect(newcomer.nameFault).toContain('Give it a name');
    newcomer.name = 'a/b';
    expect(newcomer.nameFault).not.toBe('');
    newcomer.name = 'Straße 7, カフェ';
    expect(newcomer.nameFault).toBe('');
  });
  it('needs a password of eight characters, typed twice', async () => {
    const newcomer = new NewWalletForm((await setup('new')).session);
    newcomer.password = 'short';
    expect(newcomer.passwordFault).not.toBe('');
    newcomer.password = 'correct horse';
    newcomer.again = 'correct hors';
    expect(newcomer.againFault).not.toBe('');
    newcomer.again = 'correct horse';
    expect(newcomer.ready).toBe(true);
  });
});

describe('making a wallet', () => {
  const begun = async () => {
    const { port, session } = await setup('new');
    const make = new MakeState(session, (below) => below - 1);
    fillIn(make.newWallet);
    await make.toWords();
    return { port, session, make };
  };
  it('stops at the first step without name and password', async () => {
    const make = new MakeState((await setup('new')).session);
    await make.toWords();
    expect(make.step).toBe('name');
    expect(make.newWallet.seen.password).toBe(true);
  });
  it('shows the words, asks for four of them, and only then makes the wallet', async () => {
    const { port, session, make } = await begun();
    expect(make.words).toHaveLength(25);
    expect(port.wallets).toEqual([]);
    make.toCheck();
    expect(make.asked).toEqual([6, 13, 20, 24]);
    expect(await make.finish()).toBe(false);
    expect(port.wallets).toEqual([]);
    const words = WORDS.split(' ');
    make.answers = make.asked.map((i) => ` ${words[i]!.toUpperCase()} `);
    expect(make.checked).toBe(true);
    expect(await make.finish()).toBe(true);
    expect(port.wallets.map(({ name }) => name)).toEqual(['My wallet']);
    expect(session.open).toBe(true);
    expect(make.words).toEqual([]);
  });
  it('says which word is wrong once the person leaves its field', async () => {
    const { make } = await begun();
    make.toCheck();
    make.answers[0] = 'fewist';
    expect(make.fault(0)).toBe('');
    make.left[0] = true;
    expect(make.fault(0)).toBe('“fewist” is not one of the words in use. Did you mean “fewest”?');
    make.answers[0] = 'lemon';
    expect(make.fault(0)).toContain('stands elsewhere');
    expect(make.whyNot).toBe('4 words are still missing.');
  });
  it('shows other words after going back to the start', async () => {
    const { make } = await begun();
    make.toCheck();
    make.back();
    expect(make.step).toBe('words');
    make.back();
    expect(make.words).toEqual([]);
  });
  it('asks the browser for persistent storage during the click', async () => {
    const port = new FakePort('new', { delay: 0 });
    let asked = 0;
    const session = new Session(createClient(port), { keepStorage: () => Promise.resolve(++asked) });
    const make = new MakeState(session, (below) => below - 1);
    fillIn(make.newWallet);
    await make.toWords();
    make.toCheck();
    make.answers = make.asked.map((i) => WORDS.split(' ')[i]!);
    const made = make.finish();
    expect(asked).toBe(1);
    await made;
  });
  it('keeps the words when the wallet could not be made', async () => {
    const { port, make } = await begun();
    make.toCheck();
    make.answers = make.asked.map((i) => WORDS.split(' ')[i]!);
    port.refuseNext('restore_deterministic_wallet', 'storage_full');
    expect(await make.finish()).toBe(false);
    expect(make.error).toMatchObject({ fault: 'storage_full' });
    expect(make.words).toHaveLength(25);
    expect(await make.finish()).toBe(true);
  });
});

describe('restoring a wallet', () => {
  it('names a wrong word as soon as a space follows it', async () => {
    const { session } = await setup('new');
    const restore = new RestoreState(session);
    restore.text = 'absent bicycel';
    await restore.check();
    expect(restore.wrongLine).toBe('');
    restore.text = 'absent bicycel ';
    await restore.check();
    expect(restore.wrongLine).toContain('Word 2, “bicycel”');
  });
  it('reports no wrong word in another language until all words are typed', async () => {
    const restore = new RestoreState((await setup('new')).session);
    restore.text = 'abend bicycel ';
    await restore.check();
    expect(restore.wrongLine).toBe('');
  });
  it('suggests and completes words with the typed beginning', async () => {
    const restore = new RestoreState((await setup('new')).session);
    restore.text = 'absent bi';
    await restore.check();
    expect(restore.hints).toEqual(['bicycle']);
    await restore.complete('bicycle');
    expect(restore.text).toBe('absent bicycle ');
  });
  it('replaces a wrong word by the suggested one', async () => {
    const restore = new RestoreState((await setup('new')).session);
    restore.text = WORDS.replace('sailor', 'sailer');
    await restore.check();
    expect(restore.suggestion).toBe('sailor');
    await restore.useSuggestion();
    expect(restore.found?.language).toBe('English');
    expect(restore.wrongLine).toBe('');
  });
  it('distinguishes a wrong count from a wrong order', async () => {
    const restore = new RestoreState((await setup('new')).session);
    restore.text = WORDS.split(' ').slice(0, 23).join(' ');
    await restore.check(true);
    expect(restore.wrongLine).toContain('23 words');
    restore.text = WORDS.split(' ').reverse().join(' ');
    await restore.check();
    expect(restore.wrongLine).toContain('together they do not fit');
  });
  it('needs words, a birthday, a name and a password, and then opens the wallet', async () => {
    const { port, session } = await setup('new');
    const restore = new RestoreState(session);
    restore.text = WORDS;
    await restore.check();
    expect(restore.whyNot).toContain('date or block');
    restore.birthday.known = 'block';
    restore.birthday.block = '2,942,000';
    expect(restore.birthday.height).toBe(2_942_000);
    expect(await restore.submit()).toBe(false);
    fillIn(restore.newWallet);
    expect(await restore.submit()).toBe(true);
    const call = port.calls.find(({ method }) => method === 'restore_deterministic_wallet');
    expect(call?.params).toMatchObject({ restore_height: 2_942_000, seed: WORDS });
    expect(restore.text).toBe('');
  });
  it('asks the node for the height a day before the chosen date', async () => {
    const { port, session } = await setup('new');
    const { birthday } = new RestoreState(session);
    await birthday.setDay('2024-06-01');
    expect(birthday.height).toBeGreaterThan(0);
    const asked = port.calls.find(({ method }) => method === 'x_height_at')?.params['timestamp'];
    expect(asked).toBe(Date.parse('2024-06-01T00:00:00') / 1000 - 86_400);
    birthday.known = 'nothing';
    expect(birthday.height).toBe(0);
    birthday.known = 'block';
    birthday.block = '12x';
    expect(birthday.blockFault).not.toBe('');
  });
});

describe('making a watching wallet', () => {
  it('needs the first address and the view key', async () => {
    const { port, session } = await setup('new');
    const watch = new WatchState(session);
    watch.address =
      '8yqdFxYx16J3NPiVd2bZfvnDijH59AnBxuKiWEqvtLYTgLeVtPJTzEL9yedVbK23XGGZKytyP2m43KyEqzGuVSFQwjsuMPW';
    await watch.checkAddress();
    expect(watch.addressFault).toContain('not the first address');
    watch.address =
      '4UJrPUBzXgXk6gBegWncL5Qna5AtrMAkX3DAf4yTvNC8gGPoXXJBLmb1p6GoWuYwY2VQeNTjbykQyLoXSjLkwUoKkwW1SKH';
    watch.viewKey = 'xyz';
    watch.checkKey();
    expect(watch.keyFault).not.toBe('');
    watch.viewKey = 'A5'.repeat(32);
    watch.birthday.known = 'nothing';
    fillIn(watch.newWallet);
    expect(await watch.submit()).toBe(true);
    expect(port.calls.find(({ method }) => method === 'generate_from_keys')?.params).toMatchObject({
      viewkey: 'a5'.repeat(32),
      restore_height: 0,
    });
  });
});

describe('the unlock screen', () => {
  it('selects the wallet that was used last, or was just closed', async () => {
    const { session } = await setup('locked');
    const unlock = new UnlockState(session, new FakeAuthenticator());
    expect(unlock.name).toBe('Everyday');
    session.lastClosed = { wallet: 'Savings box', reason: 'taken_over', at: Date.now() };
    expect(unlock.name).toBe('Savings box');
    expect(unlock.why).toContain('another tab');
    unlock.choose('Everyday');
    expect(unlock.name).toBe('Everyday');
  });
  it('distinguishes a wrong password, a wallet open elsewhere, and anything else', async () => {
    const { port, session } = await setup('locked');
    const unlock = new UnlockState(session, new FakeAuthenticator());
    unlock.password = 'nope';
    expect(await unlock.submit(false)).toBe(false);
    expect(unlock.wrong).toContain('not the password');
    unlock.choose('Savings box');
    unlock.password = 'correct horse';
    expect(await unlock.submit(false)).toBe(false);
    expect(unlock.elsewhere).toBe(true);
    expect(await unlock.submit(true)).toBe(true);
    await session.lock();
    port.refuseNext('open_wallet', 'file_damaged', { what: 'header' });
    unlock.choose('Everyday');
    expect(await unlock.submit(false)).toBe(false);
    expect(unlock.error).toMatchObject({ fault: 'file_damaged' });
  });
});
