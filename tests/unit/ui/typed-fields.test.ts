/** What people paste into the fields of the page, in the forms in which it comes from mails, chats and spreadsheets. */
import { describe, expect, it } from 'vitest';
import { createClient } from '../../../src/client/client.ts';
import { ExplorerState } from '../../../src/ui/features/explorer/explorer.svelte.ts';
import { toCsv } from '../../../src/ui/features/history/export.ts';
import { NodeForm } from '../../../src/ui/features/node/node-form.svelte.ts';
import { NodesState } from '../../../src/ui/features/node/nodes.svelte.ts';
import { RestoreState } from '../../../src/ui/features/open/restore.svelte.ts';
import { WatchState } from '../../../src/ui/features/open/watch.svelte.ts';
import { PastedList } from '../../../src/ui/features/send/pasted-list.svelte.ts';
import { SendState } from '../../../src/ui/features/send/send.svelte.ts';
import { ContactForm } from '../../../src/ui/payments/contact-form.svelte.ts';
import { CheckState } from '../../../src/ui/features/proofs/check.svelte.ts';
import { Birthday } from '../../../src/ui/keys/birthday.svelte.ts';
import { labelsOf } from '../../../src/ui/state/labels.ts';
import { PayeeInput, type Asked } from '../../../src/ui/payments/payee.svelte.ts';
import { readAmount } from '../../../src/ui/amounts/typed-amount.ts';
import { Session } from '../../../src/ui/state/session.svelte.ts';
import { FakePort } from '../../support/fake-worker/port.ts';
import { HEIGHT, LUIS, PAYEE, WORDS, xmr } from '../../support/fake-worker/values.ts';
import type { Scenario } from '../../support/fake-worker/wallet.ts';

const setup = async (scenario: Scenario = 'home') => {
  const port = new FakePort(scenario, { delay: 0 });
  const session = new Session(createClient(port));
  await session.start();
  return { port, session };
};
const numbered = WORDS.split(' ').map((word, i) => `${i + 1}. ${word}`);
const broken = `${PAYEE.slice(0, 40)}\r\n${PAYEE.slice(40)}`;

describe('the field for words', () => {
  it.each([
    ['numbers', numbered.join('\n')],
    [
      'two columns',
      Array.from({ length: 13 }, (_, i) => `${numbered[i]}\t${numbered[i + 13] ?? ''}`).join('\n'),
    ],
    ['invisible characters', `\ufeff${WORDS.replaceAll(' ', ' \u200b')}`],
    ['a heading', `Seed: ${WORDS}`],
  ])('takes them with %s', async (_name, text) => {
    const { port, session } = await setup('new');
    const restore = new RestoreState(session);
    await restore.fill(text);
    expect([restore.wrongLine, restore.foundLine]).toEqual(['', 'The words fit. Language: English.']);
    restore.birthday.known = 'nothing';
    Object.assign(restore.newWallet, { password: 'correct horse', again: 'correct horse' });
    expect(await restore.submit()).toBe(true);
    const call = port.calls.find(({ method }) => method === 'restore_deterministic_wallet');
    expect(call?.params['seed']).toBe(WORDS);
  });
  it('offers the restore height beside them as the start', async () => {
    const restore = new RestoreState((await setup('new')).session);
    await restore.fill(`${numbered.join('\n')}\nRestore height: 2942000`);
    expect(restore.birthday).toMatchObject({ known: 'block', block: '2942000', height: 2_942_000 });
  });
  it('takes them with a line above them whose words are in no list, and counts all words otherwise', async () => {
    const restore = new RestoreState((await setup('new')).session);
    await restore.fill(`My savings\n${WORDS}`);
    expect(restore.foundLine).toBe('The words fit. Language: English.');
    const [first = ''] = WORDS.split(' ');
    await restore.fill(`${first} savings\n${WORDS}`);
    expect(restore).toMatchObject({ found: undefined, progress: '27 words' });
    expect(restore.wrongLine).toContain('These are 27 words.');
  });
  it('changes one word by a suggestion, and keeps all else as it was typed', async () => {
    const restore = new RestoreState((await setup('new')).session);
    const words = WORDS.split(' ');
    const wrong = words.map((word) => word.replace('sailor', 'sailer'));
    const dress = (list: readonly string[]) =>
      `My savings\n${list.map((word, i) => `${i + 1}. ${word}`).join('\n')}\nRestore height: 2942000`;
    await restore.fill(dress(wrong));
    expect(restore.suggestion).toBe('sailor');
    await restore.useSuggestion();
    expect(restore.text).toBe(dress(words));
    expect(restore.foundLine).toBe('The words fit. Language: English.');
    expect(restore.birthday).toMatchObject({ known: 'block', block: '2942000' });
  });
  it('offers no suggestion that would lose a word', async () => {
    const { port, session } = await setup('new');
    const restore = new RestoreState(session);
    restore.text = `My savings\n${WORDS.replace(/^\S+/, 'savings')}`;
    port.refuseNext('x_check_seed', 'unknown_word', { index: 0, word: 'savings', suggestion: 'sailor' });
    await restore.check(true);
    expect(restore.suggestion).toBe('');
  });
  it('does not keep the start of another text', async () => {
    const restore = new RestoreState((await setup('new')).session);
    await restore.fill(`${WORDS}\nRestore height: 2942000`);
    await restore.fill(WORDS);
    expect(restore.birthday).toMatchObject({ known: 'date', block: '', height: undefined });
  });
  it('does not warn of a missing 25th word that the worker has found', async () => {
    const { port, session } = await setup('new');
    const restore = new RestoreState(session);
    restore.text = 'あいさつ'.repeat(20);
    port.answerNext('x_check_seed', {
      kind: 'classic',
      language: 'Japanese',
      word_count: 25,
      address: PAYEE,
      was_deprecated: false,
    });
    await restore.check(true);
    expect(restore.foundLine).toBe('The words fit. Language: Japanese.');
  });
});

describe('the field for a payee', () => {
  it.each([
    `MONERO:${PAYEE}`,
    `Monero:${PAYEE}`,
    `monero: ${PAYEE}`,
    `monero:${broken}`,
    `\u200e${PAYEE}`,
    `"${broken}"`,
    `\u200bmonero:${PAYEE}`,
  ])('takes %j', async (text) => {
    const payee = new PayeeInput((await setup()).session);
    await payee.set(text, true);
    expect([payee.fault, payee.address]).toEqual(['', PAYEE]);
  });
  it('takes all of a link with a line break in its address', async () => {
    const asked: Asked[] = [];
    const payee = new PayeeInput((await setup()).session, (each) => asked.push(each));
    await payee.set(`monero:${broken}?tx_amount=1.5&tx_description=rent`, true);
    expect([payee.fault, payee.address]).toEqual(['', PAYEE]);
    expect(asked).toMatchObject([{ amount: xmr('1.5'), note: 'rent' }]);
  });
  it.each([
    [`tx_payment_id=${'ab'.repeat(32)}&tx_amount=1`, 'with a payment ID'],
    ['fiat=EUR&tx_amount=10', 'in another currency'],
    ['tx_amount=10&my_currency=USD', 'in another currency'],
  ])('refuses a link with %s', async (query, why) => {
    const asked: Asked[] = [];
    const payee = new PayeeInput((await setup()).session, (each) => asked.push(each));
    await payee.set(`monero:${PAYEE}?${query}`, true);
    expect([payee.address, payee.fault, asked]).toEqual(['', expect.stringContaining(why), []]);
  });
});

/** An address of this network that is not PAYEE. */
const SECOND = LUIS;
describe('a payment request in any dress', () => {
  const id = 'ab'.repeat(32);
  const read = async (text: string) => {
    const asked: Asked[] = [];
    const payee = new PayeeInput((await setup()).session, (each) => asked.push(each));
    await payee.set(text, true);
    return { address: payee.address, fault: payee.fault, asked };
  };
  // threat: hostile-text
  it.each([
    [`${PAYEE}?tx_payment_id=${id}&tx_amount=1`, 'payment ID'],
    [`xmr:${PAYEE}?tx_amount=1.5&tx_payment_id=${id}`, 'payment ID'],
    [`monero:${PAYEE}?tx_amount=10&amp;tx_payment_id=${id}`, 'payment ID'],
    [`monero:${PAYEE}?tx_amount=10&#38;tx_payment_id=${id}`, 'payment ID'],
    [`monero:${PAYEE}?payment_id=${id}&tx_amount=1`, 'payment ID'],
    [`monero:${PAYEE}?paymentid=${id}`, 'payment ID'],
    [`monero:${PAYEE}?TX_PAYMENT_ID=${id}&tx_amount=1`, 'payment ID'],
    [`${PAYEE}?tx_amount=10&tx_currency=USD`, 'another currency'],
    [`monero:${PAYEE}?tx_amount=10&USD=10`, '“USD=10”'],
    [`monero:${PAYEE}?tx_amount=10&in=usd`, '“in=usd”'],
    [`monero:${PAYEE}?amount=10`, '“amount=10”'],
    [`monero:${PAYEE}?tx_amount=1\n5`, 'not an amount'],
    [`monero:${PAYEE}?tx_amount=1&TX_AMOUNT=2`, 'twice'],
    [`${PAYEE} ${SECOND}`, `“${SECOND.slice(0, 20)}`],
    [`${PAYEE};${SECOND}`, 'more addresses than amounts'],
    [`monero:${PAYEE} ${SECOND}`, `“${SECOND.slice(0, 20)}`],
    [`${PAYEE} payment ID ${id.slice(0, 16)}`, '“payment ID abab'],
    [`${PAYEE} (10 USD)`, '“(10 USD)”'],
    [`Pay 10 USD to ${PAYEE}`, '“Pay 10 USD to”'],
    [`Please pay monero:${PAYEE}?tx_amount=10 dollars`, '“dollars”'],
    [`donate.example.org?tx_amount=10`, 'not an address'],
  ])('is refused with what it would lose: %s', async (text, why) => {
    const { address, fault, asked } = await read(text);
    expect([address, fault, asked]).toEqual(['', expect.stringContaining(why), []]);
  });
  it.each([
    [`${PAYEE}?tx_amount=1.5`],
    [`xmr:${PAYEE}?tx_amount=1.5`],
    [`XMR: ${PAYEE}?tx_amount=1.5`],
    [`monero:${PAYEE}?TX_AMOUNT=1.5`],
    [`monero:${PAYEE}?tx_amount=1.5&amp;`],
    [`Please pay to monero:${PAYEE}?tx_amount=1.5.`],
    [`“${PAYEE.slice(0, 30)}\n${PAYEE.slice(30)}?tx_amount= 1.5 ”`],
  ])('is read with all that it asks for: %s', async (text) => {
    expect(await read(text)).toMatchObject({ address: PAYEE, fault: '', asked: [{ amount: xmr('1.5') }] });
  });
  it('may have a label before the address and a full stop behind it', async () => {
    for (const text of [`My address: ${PAYEE}.`, `Address:\n${PAYEE}`, `(${PAYEE})`])
      expect(await read(text), text).toEqual({ address: PAYEE, fault: '', asked: [] });
  });
  it('has its texts without characters that turn the direction or end a line', async () => {
    const name = encodeURIComponent('Ann\u202egnp.exe\0');
    const { asked } = await read(
      `monero:${PAYEE}?tx_amount=1&recipient_name=${name}&tx_description=a%00b%0Ac`,
    );
    expect(asked).toMatchObject([{ name: 'Anngnp.exe', note: 'Anngnp.exe, a b c' }]);
  });
  it('with several addresses is not one contact, and not one line of a list', async () => {
    const several = `monero:${PAYEE};${SECOND}?tx_amount=1;2`;
    const { session } = await setup();
    const form = new ContactForm(session);
    await form.payee.set(several, true);
    expect([form.payee.address, form.payee.fault]).toEqual([
      '',
      expect.stringContaining('several addresses'),
    ]);
    for (const [line, why] of [
      [`"${several}",1`, 'several addresses'],
      [`monero:${PAYEE}?tx_amount=5,1.5`, 'another amount'],
    ] as const) {
      const list = new PastedList(session, new SendState(session));
      list.text = line;
      expect(await list.use()).toBeUndefined();
      expect(list.bad[0]?.why).toContain(why);
    }
  });
});

describe('other fields', () => {
  it('take an address as a link or with white space, and a view key in groups', async () => {
    const { port, session } = await setup('new');
    const watch = new WatchState(session);
    const key = 'a5'.repeat(32);
    const first =
      '4UJrPUBzXgXk6gBegWncL5Qna5AtrMAkX3DAf4yTvNC8gGPoXXJBLmb1p6GoWuYwY2VQeNTjbykQyLoXSjLkwUoKkwW1SKH';
    watch.address = `monero:${first.slice(0, 50)} ${first.slice(50)}`;
    watch.viewKey = key.toUpperCase().replace(/.{8}(?=.)/g, '$& ');
    await watch.checkAddress();
    watch.checkKey();
    expect(watch).toMatchObject({ addressFault: '', keyFault: '', addressFits: true });
    watch.birthday.known = 'nothing';
    Object.assign(watch.newWallet, { password: 'correct horse', again: 'correct horse' });
    expect(await watch.submit()).toBe(true);
    expect(port.calls.find(({ method }) => method === 'generate_from_keys')?.params).toMatchObject({
      address: first,
      viewkey: key,
    });
  });
  it.each([
    [
      'labels',
      (address: string, key: string) =>
        `Primary address: ${address}\nSecret view key: ${key}\nRestore height: 2942000`,
    ],
    ['no labels', (address: string, key: string) => `${address}\n${key}\n2942000`],
    [
      'the key first',
      (address: string, key: string) => `View key ${key}\nAddress ${address}\nrestore height 2942000`,
    ],
  ])('take the address and the viewing key from lines with %s', async (_name, text) => {
    const watch = new WatchState((await setup('new')).session);
    const first =
      '4UJrPUBzXgXk6gBegWncL5Qna5AtrMAkX3DAf4yTvNC8gGPoXXJBLmb1p6GoWuYwY2VQeNTjbykQyLoXSjLkwUoKkwW1SKH';
    watch.text = text(first, 'a5'.repeat(32));
    await watch.paste();
    expect([watch.textFault, watch.address, watch.viewKey]).toEqual(['', first, 'a5'.repeat(32)]);
    expect(watch.birthday).toMatchObject({ known: 'block', block: '2942000' });
    watch.text = `${first}\n${'a5'.repeat(32)}\n${'b6'.repeat(32)}`;
    await watch.paste();
    expect(watch.textFault).toContain('no viewing key');
  });
  it('check a signed text with the line ends of Windows too, and an address with white space', async () => {
    const { port, session } = await setup('new');
    const check = new CheckState(session);
    Object.assign(check, { proof: `SigV2${'a'.repeat(90)}`, address: broken, message: 'one\ntwo' });
    const no = { kind: 'message', good: false, network: 'mainnet', devnet: false };
    port.answerNext('x_check_proof', no);
    await check.check();
    const asked = port.calls.filter(({ method }) => method === 'x_check_proof');
    expect(asked.map(({ params }) => [params['address'], params['message']])).toEqual([
      [PAYEE, 'one\ntwo'],
      [PAYEE, 'one\r\ntwo'],
    ]);
    expect(check).toMatchObject({ invalid: false, result: { message: 'one\r\ntwo' } });
  });
  it('give a node the scheme that the worker would give it', async () => {
    const { port, session } = await setup('new');
    const nodes = new NodesState(session);
    for (const [typed, secure, full] of [
      ['user:secret@127.0.0.1:18081', true, 'http://user:secret@127.0.0.1:18081'],
      ['192.168.1.5:18081', false, 'http://192.168.1.5:18081'],
      ['192.168.1.5:18081', true, 'https://192.168.1.5:18081'],
      ['\u200bnode.example:18089', true, 'https://node.example:18089'],
    ] as const) {
      const form = new NodeForm(session, nodes, undefined, typed, { secure, hostname: 'wallet.example' });
      await form.runTest();
      expect(port.calls.at(-1)?.params['address']).toBe(full);
    }
  });
  it('look up a block by a number with separators, and no other', async () => {
    const { port, session } = await setup();
    const explorer = new ExplorerState(session);
    explorer.text = '2942000.0';
    await explorer.lookUp();
    expect(explorer.bad).toContain('A block has a number');
    explorer.text = '2,942,000\u200b';
    await explorer.lookUp();
    expect(port.calls.at(-1)?.params).toEqual({ height: 2_942_000 });
  });
});

describe('an amount', () => {
  it.each([
    ['0.1000000000000', '0.1'],
    ['\u200b1.5', '1.5'],
    ['0,125', '0.125'],
    ['1000,123', '1000.123'],
  ])('is read: %j', (text, amount) => {
    expect(readAmount(text)).toEqual({ amount: xmr(amount), fault: '' });
  });
  it.each(['1,000', '12,345'])('with a comma that may separate thousands is asked about: %s', (text) => {
    expect(readAmount(text).fault).toContain(`or ${text.replace(',', '')}`);
  });
});

describe('the start of reading', () => {
  const now = () => Date.parse('2026-11-25T12:00:00');
  it.each(['2206-01-01', '9999-12-31', '2026-11-26', '12026-01-01'])(
    'is not %s, a day to come',
    async (day) => {
      const { port, session } = await setup('new');
      const birthday = new Birthday(session, now);
      await birthday.setDay(day);
      expect([birthday.height, birthday.fault]).toEqual([
        undefined,
        expect.stringContaining('still to come'),
      ]);
      expect(port.calls.some(({ method }) => method === 'x_height_at')).toBe(false);
      await birthday.setDay('2026-11-25');
      expect([birthday.height === undefined, birthday.fault]).toEqual([false, '']);
    },
  );
  it.each([
    ['2,942,000', 2_942_000],
    ['2 942 000', 2_942_000],
    ['\u200b2942000', 2_942_000],
    ['2942000.0', undefined],
    ['29,42000', undefined],
    ['2,942.000', undefined],
  ])('is the block %j or nothing', async (text, height) => {
    const birthday = new Birthday((await setup('new')).session, now);
    birthday.known = 'block';
    await birthday.setBlock(text);
    expect(birthday.height).toBe(height);
    expect(birthday.blockFault === '').toBe(height !== undefined);
  });
  it('is asked about when a text names a block and a day that do not fit together', async () => {
    const birthday = new Birthday((await setup('new')).session, now);
    await birthday.offer({ height: 3_405_511, day: '2019-03-07' });
    expect([birthday.height, birthday.fault]).toEqual([
      undefined,
      expect.stringContaining('do not fit together'),
    ]);
    expect(birthday.fault).toMatch(/3.405.511 .* 2019-03-07/);
    await birthday.setDay('2019-03-07');
    expect([birthday.height === undefined, birthday.fault]).toEqual([false, '']);
  });
  it('is the earlier of a block and a day that fit together', async () => {
    const birthday = new Birthday((await setup('new')).session, now);
    await birthday.setDay('2026-11-01');
    const { dayHeight = 0 } = birthday;
    await birthday.setDay('');
    await birthday.offer({ height: dayHeight + 1_000, day: '2026-11-01' });
    expect(birthday).toMatchObject({ known: 'block', height: dayHeight, fault: '' });
    await birthday.offer({ height: dayHeight - 1_000, day: '2026-11-01' });
    expect(birthday).toMatchObject({ known: 'block', height: dayHeight - 1_000 });
  });
  it('does not replace what the person has chosen', async () => {
    const birthday = new Birthday((await setup('new')).session, now);
    birthday.known = 'nothing';
    await birthday.offer({});
    expect(birthday.height).toBe(0);
    birthday.known = 'block';
    await birthday.setBlock('1000');
    await birthday.offer({ height: 2_000_000 });
    expect(birthday.height).toBe(1000);
  });
  it('is no block above the last one of the chain', async () => {
    const birthday = new Birthday((await setup('new')).session, now);
    birthday.known = 'block';
    await birthday.setBlock(`${HEIGHT + 10_000}`);
    expect([birthday.height, birthday.blockFault]).toEqual([
      undefined,
      expect.stringContaining('misses money'),
    ]);
  });
});

// threat: hostile-text
describe('a text in the history as CSV', () => {
  it.each([
    '=1+1',
    '+1+1',
    '-2+3+cmd|x',
    '@SUM(1)',
    '\u22122+3+cmd|x',
    '\uff1d1+1',
    '\uff0b1',
    '\uff0d1+1',
    '\uff20x',
    '\t=1',
    '\r=1',
    ' =1+1',
    '\u200b=1+1',
    'rent;=1+1',
    'rent\n=1+1',
    '"=1+1',
    '|x',
    '%x',
  ])('opens no formula: %j', async (note) => {
    const { session } = await setup();
    await session.book.refresh(0);
    const [first] = session.book.transfers;
    const csv = toCsv([{ ...first!, note }], labelsOf(session), () => false);
    // Neither at the beginning of a field nor where other programs begin one.
    const fields = csv.split(/[,;\t\r\n]/).map((field) => field.replace(/^["\s\u200b]+/, ''));
    const opening = fields.filter((field) =>
      /^[=+@|%\u2212\uff1d\uff0b\uff0d\uff20]|^-(?![\d.]+$)/.test(field),
    );
    expect(opening).toEqual([]);
  });
});
