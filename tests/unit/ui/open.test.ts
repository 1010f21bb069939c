import { describe, expect, it } from 'vitest';
import { createClient } from '../../../src/client/client.ts';
import { MakeState, resembles } from '../../../src/ui/features/open/make.svelte.ts';
import { parseName } from '../../../src/store/header.ts';
import { NewWalletForm } from '../../../src/ui/features/open/new-wallet.svelte.ts';
import { RestoreState } from '../../../src/ui/features/open/restore.svelte.ts';
import { UnlockState } from '../../../src/ui/features/open/unlock.svelte.ts';
import { WatchState } from '../../../src/ui/features/open/watch.svelte.ts';
import { PAIRING_FILE, pairingLink, writePairing } from '../../../src/ui/airgap/pairing.ts';
import { Session } from '../../../src/ui/state/session.svelte.ts';
import { FakeAuthenticator } from '../../support/fake-authenticator.ts';
import { FakePort } from '../../support/fake-worker/port.ts';
import { WORDS, WORDS_13, WORDS_16 } from '../../support/fake-worker/values.ts';
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
  it('are similar when at most two errors lie between them', () => {
    expect(resembles('sailer', 'sailor')).toBe(true);
    expect(resembles('salor', 'sailor')).toBe(true);
    expect(resembles('zebra', 'sailor')).toBe(false);
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
    newcomer.name = 'e\u0301veryday'.replace('e\u0301', 'E');
    expect(newcomer.nameFault).toContain('already a wallet');
  });
  it('takes every name that the store takes, and says which rule another one breaks', async () => {
    const newcomer = new NewWalletForm((await setup('new')).session);
    for (const name of ['👨‍👩‍👧 Family', '🏴‍☠️', 'کیف‌پول من', 'मेरा क्‍ष', 'a\u200bb', ' spaced '])
      expect(((newcomer.name = name), newcomer.nameFault), name).toBe('');
    for (const [name, part] of [
      ['a/b', 'Leave out /'],
      ['C:', 'Leave out /'],
      ['a\u202eb', 'hidden character'],
      ['a\u0007b', 'hidden character'],
      ['..', 'another name'],
      ['\u200b', 'Give it a name'],
      ['あ'.repeat(67), 'shorter'],
      ['bank.new', 'another one'],
    ] as const) {
      newcomer.name = name;
      expect(newcomer.nameFault, name).toContain(part);
      if (!['\u200b', 'bank.new'].includes(name))
        expect(() => parseName(name), name).toThrow('bad_wallet_name');
    }
    expect(parseName('あ'.repeat(66))).toHaveLength(66);
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
    expect(make.words).toHaveLength(16);
    expect(port.wallets).toEqual([]);
    make.toCheck();
    expect(make.askedWords).toEqual([3, 7, 11, 15]);
    expect(await make.finish()).toBe(false);
    expect(port.wallets).toEqual([]);
    const words = WORDS_16.split(' ');
    make.typed = make.askedWords.map((i) => ` ${words[i]!.toUpperCase()} `).join('');
    expect(make.checked).toBe(true);
    expect(await make.finish()).toBe(true);
    expect(port.wallets.map(({ name }) => name)).toEqual(['My wallet']);
    expect(session.open).toBe(true);
    expect(make.words).toEqual([]);
  });
  it('makes 25 words instead, and 16 again, with one press each', async () => {
    const { port, make } = await begun();
    make.toCheck();
    make.back();
    await make.switchKind();
    expect([make.words.length, make.polyseed, make.step]).toEqual([25, false, 'words']);
    make.toCheck();
    expect(make.askedWords).toEqual([6, 13, 20, 24]);
    port.refuseNext('x_make_seed', 'storage_full');
    make.back();
    await make.switchKind();
    expect([make.words.length, make.polyseed]).toEqual([25, false]);
    await make.switchKind();
    expect([make.words.length, make.polyseed]).toEqual([16, true]);
    const asked = port.calls.filter(({ method }) => method === 'x_make_seed').at(-1);
    expect(asked?.params).toEqual({ language: 'English', polyseed: true });
  });
  it('makes words in languages that have only one kind, without a choice', async () => {
    const { port, session } = await setup('new');
    const make = new MakeState(session, (below) => below - 1);
    await make.loadLanguages();
    expect(make.languages.map(({ name }) => name)).toEqual([
      'English',
      '日本語',
      '한국어',
      'español',
      'Deutsch',
    ]);
    fillIn(make.newWallet);
    for (const [language, polyseed, name] of [
      ['german', false, 'German'],
      ['korean', true, 'Korean'],
    ] as const) {
      make.language = language;
      expect([make.polyseed, make.canSwitch]).toEqual([polyseed, false]);
      await make.toWords();
      expect(port.calls.at(-1)?.params).toEqual({ language: name, polyseed });
      make.back();
    }
  });
  it('says which word is wrong once the person leaves the field', async () => {
    const { make } = await begun();
    const words = WORDS_16.split(' ');
    make.toCheck();
    make.typed = 'infent';
    expect(make.fault).toBe('');
    make.left = true;
    expect(make.fault).toBe('“infent” is not one of the words in use. Did you mean “infant”?');
    make.typed = 'lamp';
    expect(make.fault).toContain('stands elsewhere');
    expect(make.whyNot).toBe('3 words are still missing.');
    make.typed = `${words[3]!} ${words[7]!}, vinyl`;
    expect(make.fault).toBe('“vinyl” is not word 12. Look at your paper again.');
    expect([0, 1, 2].map((i) => make.fits(i))).toEqual([true, true, false]);
    make.typed = 'elsewhere '.repeat(4);
    expect(make.whyNot).toBe('4 words do not match.');
    make.typed = [...make.askedWords.map((i) => words[i]!), 'more'].join(' ');
    expect([make.checked, make.whyNot]).toEqual([false, 'These are more than four words.']);
    expect(make.fault).toBe(make.whyNot);
  });
  it('reads words of one character without spaces between them', async () => {
    const { make } = await begun();
    make.words = Array.from('的一是在不了有和人这中大为上个国');
    make.toCheck();
    make.typed = '在和 大国';
    expect(make.checked).toBe(true);
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
    make.typed = make.askedWords.map((i) => WORDS_16.split(' ')[i]!).join(' ');
    const made = make.finish();
    expect(asked).toBe(1);
    await made;
  });
  it('keeps the words when the wallet could not be made', async () => {
    const { port, make } = await begun();
    make.toCheck();
    make.typed = make.askedWords.map((i) => WORDS_16.split(' ')[i]!).join(' ');
    port.refuseNext('restore_deterministic_wallet', 'storage_full');
    expect(await make.finish()).toBe(false);
    expect(make.error).toMatchObject({ fault: 'storage_full' });
    expect(make.words).toHaveLength(16);
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
    expect(restore.whyNot).toBe('The words need a correction.');
  });
  it('suggests the name of the one wallet whose data the browser has removed', async () => {
    const { session } = await setup('new');
    for (const [missing, name] of [
      [['Everyday'], 'Everyday'],
      [['Everyday', 'Savings'], 'My wallet'],
      [[], 'My wallet'],
    ] as const) {
      session.missing = missing;
      expect(new RestoreState(session).newWallet.name).toBe(name);
    }
  });
  it('says of 12 and of 24 words that another coin may have them', async () => {
    const restore = new RestoreState((await setup('new')).session);
    for (const [count, mayBe] of [
      [12, true],
      [24, true],
      [23, false],
    ] as const) {
      restore.text = WORDS.split(' ').slice(0, count).join(' ');
      await restore.check(true);
      expect(restore.wrongLine.includes('another coin')).toBe(mayBe);
      expect(restore.whyNot).toBe('The words need a correction.');
    }
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
  it('recognises 16 words and starts at their date, unless the person chooses another start', async () => {
    const { port, session } = await setup('new');
    const restore = new RestoreState(session);
    restore.text = WORDS_16;
    await restore.check();
    expect(restore.foundLine).toBe('These 16 words fit. Language: English.');
    expect(restore.birthday.fromWords).toBe(true);
    fillIn(restore.newWallet);
    restore.birthday.chosen = true;
    expect(restore.whyNot).toContain('date or block');
    restore.birthday.chosen = false;
    expect(await restore.submit()).toBe(true);
    const call = port.calls.find(({ method }) => method === 'restore_deterministic_wallet');
    expect(call?.params).toMatchObject({ restore_height: 2_482_000, seed: WORDS_16 });
  });
  it('does not check the same words again when their field is left: the button that is pressed stays', async () => {
    const { port, session } = await setup('new');
    const restore = new RestoreState(session);
    restore.text = WORDS_16;
    await restore.check();
    const before = port.calls.length;
    const left = restore.check(true);
    expect([restore.found?.kind, restore.birthday.fromWords]).toEqual(['polyseed', true]);
    await left;
    expect(port.calls).toHaveLength(before);
    restore.text = WORDS;
    const other = restore.check(true);
    expect(restore.found).toBeUndefined();
    await other;
    expect(restore.found?.kind).toBe('classic');
  });
  it('takes the first 13 or 16 of 25 words for a beginning', async () => {
    const restore = new RestoreState((await setup('new')).session);
    for (const count of [13, 16]) {
      restore.text = `${WORDS.split(' ').slice(0, count).join(' ')} `;
      await restore.check();
      expect([restore.found, restore.wrongLine]).toEqual([undefined, '']);
    }
  });
  it('asks for the password of encrypted words', async () => {
    const restore = new RestoreState((await setup('new')).session);
    restore.text = WORDS_16.split(' ').reverse().join(' ');
    await restore.check();
    expect([restore.encrypted, restore.wrongLine]).toEqual([true, '']);
    expect(restore.whyNot).toContain('password of the words');
    restore.offset = 'winter';
    await restore.check(true);
    expect(restore.found?.kind).toBe('polyseed');
  });
  it.each([
    ['25 words', WORDS],
    ['16 words that are not encrypted', WORDS_16],
  ])('forgets the password of encrypted words when %s take their place', async (_title, words) => {
    const { port, session } = await setup('new');
    const restore = new RestoreState(session);
    await restore.fill(WORDS_16.split(' ').reverse().join(' '));
    restore.offset = 'winter';
    await restore.check(true);
    await restore.fill(words);
    expect([restore.encrypted, restore.offset]).toEqual([false, '']);
    restore.birthday.known = 'nothing';
    fillIn(restore.newWallet);
    expect(await restore.submit()).toBe(true);
    for (const method of ['x_check_seed', 'restore_deterministic_wallet']) {
      const call = port.calls.findLast((each) => each.method === method);
      expect(call?.params).toMatchObject({ seed: words });
      expect(call?.params).not.toHaveProperty('seed_offset');
    }
  });
  it('keeps the password of encrypted words in a link until another text takes their place', async () => {
    const { port, session } = await setup('new');
    const restore = new RestoreState(session);
    port.refuseNext('x_check_keys', 'polyseed_password');
    await restore.fill(`monero_wallet:?spend_key=${'5'.repeat(64)}`);
    expect(restore.encrypted).toBe(true);
    restore.offset = 'winter';
    await restore.check(true);
    expect([restore.found?.kind, restore.encrypted]).toEqual(['keys', true]);
    await restore.fill(WORDS);
    expect([restore.found?.kind, restore.encrypted, restore.offset]).toEqual(['classic', false, '']);
  });
  it('recognises 13 words, which have no passphrase', async () => {
    const restore = new RestoreState((await setup('new')).session);
    restore.text = WORDS_13;
    restore.offset = 'more';
    await restore.check(true);
    expect(restore.wrongLine).toContain('no extra word');
    restore.offset = '';
    await restore.check(true);
    expect([restore.found?.kind, restore.birthday.fromWords]).toEqual(['mymonero', false]);
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
  it('is filled by the file or the text of the other device, and says what has no viewing key', async () => {
    const { session } = await setup('locked');
    const address =
      '4UJrPUBzXgXk6gBegWncL5Qna5AtrMAkX3DAf4yTvNC8gGPoXXJBLmb1p6GoWuYwY2VQeNTjbykQyLoXSjLkwUoKkwW1SKH';
    const pairing = { address, viewKey: 'a5'.repeat(32), height: 3_381_000, name: 'Savings' };
    const filled = { address, viewKey: pairing.viewKey, addressFits: true, keyFits: true };
    const fromFile = new WatchState(session);
    for (const wrong of [
      '',
      'hello',
      '{}',
      `{${' '.repeat(6000)}}`,
      `${writePairing(pairing)}${' '.repeat(6000)}`,
    ]) {
      await fromFile.pick(new File([wrong], 'wrong.json'));
      expect(fromFile).toMatchObject({ address: '', viewKey: '', picked: 'wrong.json' });
      expect(fromFile.fileFault).toContain('no viewing key');
    }
    await fromFile.pick(new File([writePairing(pairing)], PAIRING_FILE));
    expect(fromFile).toMatchObject({ ...filled, fileFault: '', picked: PAIRING_FILE });
    expect(fromFile.birthday.height).toBe(3_381_000);

    const fromText = new WatchState(session);
    fromText.text = pairingLink(pairing).slice(0, -90);
    await fromText.paste();
    expect([fromText.address, fromText.textFault]).toEqual(['', expect.stringContaining('no viewing key')]);
    fromText.text = pairingLink(pairing);
    await fromText.paste();
    expect(fromText).toMatchObject({ ...filled, textFault: '' });
  });
  it('takes the start from the last code, also if that has none, but what was typed counts more', async () => {
    const { session } = await setup('locked');
    const address =
      '4UJrPUBzXgXk6gBegWncL5Qna5AtrMAkX3DAf4yTvNC8gGPoXXJBLmb1p6GoWuYwY2VQeNTjbykQyLoXSjLkwUoKkwW1SKH';
    const pairing = { address, viewKey: 'a5'.repeat(32), name: '' };
    const watch = new WatchState(session);
    await watch.pair(writePairing({ ...pairing, height: 3_381_000 }));
    expect(watch.birthday).toMatchObject({ known: 'block', height: 3_381_000 });
    await watch.pair(pairingLink({ ...pairing, height: undefined }));
    expect([watch.birthday.block, watch.birthday.height]).toEqual(['', undefined]);
    expect(watch.whyNot).toBe('The date or block is still missing.');
    watch.birthday.known = 'block';
    await watch.birthday.setBlock('2942000');
    await watch.pair(writePairing({ ...pairing, height: 3_381_000 }));
    expect(watch.birthday.height).toBe(2_942_000);
  });
  it('knows an address while it is typed, and calls it wrong only after the field was left', async () => {
    const { session } = await setup('locked');
    const watch = new WatchState(session);
    const address =
      '4UJrPUBzXgXk6gBegWncL5Qna5AtrMAkX3DAf4yTvNC8gGPoXXJBLmb1p6GoWuYwY2VQeNTjbykQyLoXSjLkwUoKkwW1SKH';
    watch.address = 'half an address';
    const outdated = watch.checkAddress(false);
    watch.address = address;
    await Promise.all([watch.checkAddress(false), outdated]);
    expect(watch).toMatchObject({ addressFits: true, addressFault: '' });
    watch.address = address.slice(0, 40);
    await watch.checkAddress(false);
    expect(watch).toMatchObject({ addressFits: false, addressFault: '' });
    await watch.checkAddress();
    expect(watch.addressFault).toContain('mistake');
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
    expect(unlock.obstacle).toBe('elsewhere');
    expect(await unlock.submit(true)).toBe(true);
    await session.lock();
    port.refuseNext('open_wallet', 'file_damaged', { what: 'header' });
    unlock.choose('Everyday');
    expect(await unlock.submit(false)).toBe(false);
    expect(unlock.error).toMatchObject({ fault: 'file_damaged' });
    expect(unlock.obstacle).toBeUndefined();
  });
  it('offers to remove a wallet that was never stored with its content, and does so with its password', async () => {
    const { port, session } = await setup('locked');
    const unlock = new UnlockState(session, new FakeAuthenticator());
    unlock.password = 'correct horse';
    port.refuseNext('open_wallet', 'file_unfinished', { name: 'Everyday' });
    expect(await unlock.submit(false)).toBe(false);
    expect(unlock.obstacle).toBe('unfinished');
    unlock.password = 'nope';
    expect(await unlock.removeUnfinished()).toBe(false);
    expect(unlock.wrong).toContain('not the password');
    unlock.password = 'correct horse';
    expect(await unlock.removeUnfinished()).toBe(true);
    expect([unlock.obstacle, unlock.error, unlock.wrong, unlock.password]).toEqual([
      undefined,
      undefined,
      undefined,
      '',
    ]);
    expect(session.wallets.map(({ name }) => name)).toEqual(['Savings box']);
    expect(unlock.name).toBe('Savings box');
  });
  it('stays at the wallet that was tried when another one is listed first meanwhile', async () => {
    const { port, session } = await setup('locked');
    const unlock = new UnlockState(session, new FakeAuthenticator());
    unlock.password = 'correct horse';
    port.refuseNext('open_wallet', 'file_unfinished', { name: 'Everyday' });
    expect(await unlock.submit(false)).toBe(false);
    session.wallets = [...session.wallets].reverse();
    expect([unlock.name, unlock.obstacle]).toEqual(['Everyday', 'unfinished']);
    expect(await unlock.removeUnfinished()).toBe(true);
    expect(session.wallets.map(({ name }) => name)).toEqual(['Savings box']);
  });
  it('removes no wallet that it did not find empty', async () => {
    const { port, session } = await setup('locked');
    const unlock = new UnlockState(session, new FakeAuthenticator());
    unlock.password = 'correct horse';
    expect(await unlock.removeUnfinished()).toBe(false);
    expect(port.calls.map(({ method }) => method)).not.toContain('x_delete_wallet');
  });
});
