import { Session as Inspector } from 'node:inspector';
import { describe, expect, it } from 'vitest';
import { createClient } from '../../../src/client/client.ts';
import { PaperState } from '../../../src/ui/features/paper/paper.svelte.ts';
import { RestoreState } from '../../../src/ui/features/open/restore.svelte.ts';
import { Session } from '../../../src/ui/state/session.svelte.ts';
import { FakePort } from '../../support/fake-worker/port.ts';
import { WORDS, WORDS_13, WORDS_16, xmr } from '../../support/fake-worker/values.ts';
import type { Scenario } from '../../support/fake-worker/wallet.ts';

const NOW = new Date('2026-06-03T15:00:00').getTime();
const LINK = `monero_wallet:?spend_key=${'5'.repeat(64)}&height=2942000`;
const setup = async (scenario: Scenario = 'home') => {
  const port = new FakePort(scenario, { delay: 0, now: NOW });
  const session = new Session(createClient(port));
  await session.start();
  const paper = new PaperState(session);
  await paper.load();
  return { port, session, paper };
};
/** Up to the step where the money is shown. */
const found = async (unlocked: string, locked = '0') => {
  const { port, paper, session } = await setup();
  await paper.keys.fill(LINK);
  await paper.start();
  port.readPaper(xmr(unlocked), xmr(locked));
  await paper.load();
  return { port, paper, session };
};
/** Texts in the private fields of an object, which only a debugger sees. */
const privateTexts = (object: object): readonly string[] => {
  const inspector = new Inspector();
  inspector.connect();
  const place = globalThis as { inspected?: object };
  place.inspected = object;
  const fields: { readonly value?: { readonly type: string; readonly value?: unknown } }[] = [];
  inspector.post('Runtime.evaluate', { expression: 'inspected' }, (_, { result }) => {
    inspector.post('Runtime.getProperties', { objectId: result.objectId! }, (_error, found) => {
      // The types of Node leave this field out.
      fields.push(...(found as { privateProperties?: typeof fields }).privateProperties!);
    });
  });
  inspector.disconnect();
  delete place.inspected;
  return fields.flatMap(({ value }) => (typeof value?.value === 'string' ? [value.value] : []));
};
const callsOf = ({ calls }: FakePort, method: string) => calls.filter((call) => call.method === method);

describe('money on paper', () => {
  it('begins with the keys: a link says where to start, words need a date', async () => {
    const { paper } = await setup();
    expect(paper.step).toBe('keys');
    expect(paper.whyNot).toBe('The words or keys are still missing.');
    await paper.keys.fill(WORDS);
    expect(paper.keys.foundLine).toBe('The words fit. Language: English.');
    expect(paper.whyNot).toBe('The date or block is still missing.');
    await paper.keys.fill(LINK);
    expect(paper.keys.foundLine).toBe('These keys fit.');
    expect(paper.keys.birthday).toMatchObject({ inLink: true, height: 2_942_000 });
    expect(paper.whyNot).toBe('');
  });
  it('says at the field what is wrong with the keys, and keeps what was typed', async () => {
    const { paper } = await setup();
    await paper.keys.fill('5d5d');
    expect(paper.keys.wrongLine).toMatch(/^These are neither words nor keys/);
    expect(paper.keys.text).toBe('5d5d');
    await paper.keys.fill('monero_wallet:?view_key=1');
    expect(paper.keys.wrongLine).toMatch(/^This link can only watch/);
    expect(await paper.start()).toBe(false);
  });
  it('forgets the password of encrypted words when another text takes their place', async () => {
    const { paper, port } = await setup();
    port.refuseNext('x_check_keys', 'polyseed_password');
    await paper.keys.fill(WORDS_16);
    paper.keys.passphrase = 'winter';
    await paper.keys.check(true);
    expect(paper.keys).toMatchObject({ encrypted: true, passphrase: 'winter' });
    await paper.keys.fill(WORDS);
    expect(paper.keys).toMatchObject({ encrypted: false, passphrase: '' });
    paper.keys.birthday.known = 'nothing';
    await paper.start();
    for (const method of ['x_check_keys', 'x_sweep_keys_start'])
      expect(callsOf(port, method).at(-1)?.params).toMatchObject({ given_keys: WORDS, passphrase: '' });
  });
  it('removes the keys from the page once the worker has them', async () => {
    const { paper, port } = await setup();
    await paper.keys.fill(LINK);
    expect(await paper.start()).toBe(true);
    expect(paper.keys.text).toBe('');
    expect(paper.step).toBe('reading');
    expect(callsOf(port, 'x_sweep_keys_start')[0]?.params).toMatchObject({ restore_height: 2_942_000 });
  });
  it('keeps no copy of the keys and the passphrase once they are removed', async () => {
    const { paper } = await setup();
    paper.keys.passphrase = 'an extra word';
    await paper.keys.fill(WORDS);
    expect(privateTexts(paper.keys).join()).toContain('an extra word');
    paper.keys.clear();
    expect(privateTexts(paper.keys).join('')).toBe('');
  });
  it('keeps the keys in the field when the worker refuses them', async () => {
    const { paper, port } = await setup();
    await paper.keys.fill(LINK);
    port.refuseNext('x_sweep_keys_start', 'own_keys');
    expect(await paper.start()).toBe(false);
    expect(paper.keys.text).toBe(LINK);
    expect(paper.error).toMatchObject({ fault: 'own_keys' });
  });
  it('shows what was found with the fee, sends it once, and lets the worker forget the keys', async () => {
    const { paper, port } = await found('1.5');
    expect(paper.step).toBe('found');
    expect(paper.sweep).toMatchObject({ amount: xmr('1.49996'), fee: xmr('0.00004') });
    await paper.load();
    expect(callsOf(port, 'x_sweep_keys_prepare')).toHaveLength(1);
    expect(await paper.send()).toBe(true);
    expect(await paper.send()).toBe(false);
    expect(callsOf(port, 'x_sweep_keys_send').map(({ params }) => params)).toEqual([
      { id: 'sweep', note: 'From a paper wallet' },
    ]);
    expect(paper.sent).toMatchObject({ amount: xmr('1.49996'), unsure: false });
    expect(port.paper).toBeUndefined();
  });
  it('keeps the keys while some of the money is locked, and goes on with it', async () => {
    const { paper, port } = await found('1.5', '0.25');
    await paper.send();
    expect(paper.step).toBe('sent');
    expect(paper.reading?.balance).toBe(xmr('0.25'));
    port.readPaper(xmr('0.25'));
    await paper.waitForRest();
    expect(paper.step).toBe('found');
    expect(paper.sweep).toMatchObject({ amount: xmr('0.24996') });
  });
  it('says that the outcome is unknown when no node answers, and keeps the keys', async () => {
    const { paper, port } = await found('1.5');
    port.relayAnswerLost = true;
    await paper.send();
    expect(paper.sent).toMatchObject({ unsure: true });
    expect(port.paper).toBeDefined();
  });
  it('does not prepare again by itself after a refusal', async () => {
    const { paper, port } = await setup();
    await paper.keys.fill(LINK);
    await paper.start();
    port.refuseNext('x_sweep_keys_prepare', 'node_unreachable', { address: 'x' });
    port.readPaper(xmr('1.5'));
    await paper.load();
    await paper.load();
    expect(callsOf(port, 'x_sweep_keys_prepare')).toHaveLength(1);
    expect(paper.error).toMatchObject({ fault: 'node_unreachable' });
    expect(await paper.prepare()).toBe(true);
  });
  it('goes on when the screen is opened again, and ends when the person stops it', async () => {
    const { port, session } = await found('1.5');
    const again = new PaperState(session);
    await again.load();
    expect(again.step).toBe('found');
    expect(await again.stop()).toBe(true);
    expect(again.step).toBe('keys');
    expect(port.paper).toBeUndefined();
  });
});

describe('money of 13 words', () => {
  it('is moved: Home advises a new wallet, and there to take it, until it is sent', async () => {
    const { port, session } = await setup('new');
    const restore = new RestoreState(session);
    restore.text = WORDS_13;
    await restore.check(true);
    restore.birthday.known = 'nothing';
    Object.assign(restore.newWallet, { name: 'Old', password: 'correct horse', again: 'correct horse' });
    expect(await restore.submit()).toBe(true);
    const { migration } = session;
    expect(migration.stepFor('Old')).toBe('make');
    expect(migration.stepFor('New')).toBeUndefined();
    migration.begin();
    expect(migration.stepFor('')).toBeUndefined();
    expect(migration.stepFor('New')).toBe('take');
    const paper = new PaperState(session);
    await paper.keys.fill(WORDS_13);
    expect(paper.keys.foundLine).toMatch(/^These are 13 words of MyMonero/);
    paper.keys.birthday.known = 'nothing';
    await paper.start();
    port.readPaper(xmr('2'));
    await paper.load();
    await paper.send();
    expect(migration.stepFor('New')).toBeUndefined();
  });
});

describe('restoring from keys', () => {
  it('takes a link in the field of the words', async () => {
    const { port, session } = await setup('new');
    const restore = new RestoreState(session);
    await restore.fill(LINK);
    expect(restore.foundLine).toBe('These keys fit.');
    expect(restore.birthday.height).toBe(2_942_000);
    Object.assign(restore.newWallet, { name: 'Old', password: 'correct horse', again: 'correct horse' });
    expect(await restore.submit()).toBe(true);
    expect(callsOf(port, 'x_restore_keys')[0]?.params).toMatchObject({ given_keys: LINK, filename: 'Old' });
    expect(restore.text).toBe('');
  });
  it('does not call keys wrong while they are typed', async () => {
    const { session } = await setup('new');
    const restore = new RestoreState(session);
    restore.text = '5d';
    await restore.check();
    expect(restore.wrongLine).toBe('');
    await restore.check(true);
    expect(restore.wrongLine).toMatch(/^These are neither words nor keys/);
  });
});
