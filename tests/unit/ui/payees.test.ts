/** Contacts, addresses that look like known ones, and several recipients of one payment. */
import { describe, expect, it } from 'vitest';
import { createClient } from '../../../src/client/client.ts';
import { ContactsState } from '../../../src/ui/features/contacts/contacts.svelte.ts';
import { HistoryState } from '../../../src/ui/features/history/history.svelte.ts';
import { PastedList } from '../../../src/ui/features/send/pasted-list.svelte.ts';
import { isPayeeList, readPayeeLines } from '../../../src/ui/features/send/payee-lines.ts';
import { MAX_RECIPIENTS } from '../../../src/ui/features/send/recipients.svelte.ts';
import { SendState } from '../../../src/ui/features/send/send.svelte.ts';
import { ContactForm } from '../../../src/ui/payments/contact-form.svelte.ts';
import { labelsOf } from '../../../src/ui/state/labels.ts';
import { lookAlike } from '../../../src/ui/payments/look-alike.ts';
import { PayeeInput, payeeWords } from '../../../src/ui/payments/payee.svelte.ts';
import { recipientsText, transferName } from '../../../src/ui/transfers/transfer-texts.ts';
import { Session } from '../../../src/ui/state/session.svelte.ts';
import { FakePort } from '../../support/fake-worker/port.ts';
import { ADDRESSES, COOP, LIKE_MARA, LUIS, MARA, PAYEE, xmr } from '../../support/fake-worker/values.ts';

const setup = async () => {
  const port = new FakePort('home', { delay: 0 });
  const session = new Session(createClient(port));
  await session.start();
  return { port, session };
};
const names = (session: Session): string[] => session.contacts.list.map(({ name }) => name);
const built = (port: FakePort) => port.calls.filter(({ method }) => method === 'x_prepare_transfer').at(-1);
const asked = (port: FakePort, name: string) => port.calls.filter(({ method }) => method === name).length;

describe('contacts', () => {
  it('are listed by name, searched, and forgotten when the wallet is locked', async () => {
    const { session } = await setup();
    const view = new ContactsState(session);
    expect(names(session)).toEqual(['Housing cooperative', 'Luis', 'Mara']);
    view.search = ' MA';
    expect(view.matches.map(({ address }) => address)).toEqual([MARA]);
    await session.lock();
    expect(session.contacts.list).toEqual([]);
  });
  it('are added with a checked address, and not without a name, twice, or with a wrong address', async () => {
    const { port, session } = await setup();
    const form = new ContactForm(session);
    expect(await form.save()).toBe(false);
    expect([form.nameFault, form.payee.fault]).toEqual(['The name is missing.', 'The address is missing.']);
    form.name = ' Ann ';
    await form.payee.set(PAYEE.slice(0, 60));
    expect(await form.save()).toBe(false);
    expect(form.payee.fault).toContain('not an address');
    await form.payee.set(MARA, true);
    expect(await form.save()).toBe(false);
    expect(form.nameFault).toBe('This address is in your contacts already, as Mara.');
    await form.payee.set(PAYEE, true);
    expect(await form.save()).toBe(true);
    expect(port.contacts.at(-1)).toEqual({ address: PAYEE, description: 'Ann' });
    expect(session.contacts.find(PAYEE)?.name).toBe('Ann');
  });
  it('take name and address from a payment link', async () => {
    const form = new ContactForm((await setup()).session);
    await form.payee.set(`monero:${PAYEE}?recipient_name=Ann`, true);
    expect([form.name, form.payee.address]).toEqual(['Ann', PAYEE]);
  });
  it('are edited and removed also when another program has moved them meanwhile', async () => {
    const { port, session } = await setup();
    const luis = session.contacts.find(LUIS)!;
    port.contacts.unshift({ address: PAYEE, description: 'New' });
    const form = new ContactForm(session, luis);
    form.name = 'Luis B';
    expect(await form.save()).toBe(true);
    expect(port.contacts.map(({ description }) => description)).toEqual([
      'New',
      'Mara',
      'Luis B',
      'Housing cooperative',
    ]);
    const view = new ContactsState(session);
    port.contacts.shift();
    expect(await view.remove(session.contacts.find(MARA)!)).toBe(true);
    expect(names(session)).toEqual(['Housing cooperative', 'Luis B']);
    // Another program was faster.
    const coop = session.contacts.find(COOP)!;
    port.contacts.pop();
    expect(await view.remove(coop)).toBe(true);
    expect(names(session)).toEqual(['Luis B']);
  });
  it('are offered for a typed name, and a whole name stands for its address', async () => {
    const { session } = await setup();
    const payee = new PayeeInput(session);
    await payee.set('u');
    expect(payee.offers.map(({ name }) => name)).toEqual(['Housing cooperative', 'Luis']);
    await payee.set('u', true);
    expect(payee).toMatchObject({ address: '', fault: '' });
    await payee.set('luis', true);
    expect(payee).toMatchObject({ address: LUIS, fault: '', offers: [], words: 'One of your contacts.' });
    expect(payee.reviewWords).toBe('to Luis, one of your contacts');
    await payee.set('lu1s', true);
    expect(payee.fault).toContain('not an address');
  });
  it('do not stand for an address when two have the same name', async () => {
    const { port, session } = await setup();
    port.contacts.push({ address: PAYEE, description: 'Mara' });
    await session.loadContacts();
    const payee = new PayeeInput(session);
    await payee.set('Mara', true);
    expect(payee).toMatchObject({ address: '', fault: '' });
    expect(payee.offers).toHaveLength(2);
  });
  it('are told apart by the whole name also when more are found than are offered', async () => {
    const { port, session } = await setup();
    const addresses = [MARA, LUIS, COOP, ADDRESSES[1], PAYEE, LIKE_MARA];
    const people = async (descriptions: readonly string[]) => {
      port.contacts = descriptions.map((description, i) => ({ address: addresses[i]!, description }));
      await session.loadContacts();
    };
    await people(['Alice Bob', 'Anna Bob', 'Arno Bob', 'Axel Bob', 'Bob', 'Bob']);
    const payee = new PayeeInput(session);
    await payee.set('Bob', true);
    expect(payee).toMatchObject({ address: '', fault: '' });
    expect(payee.offers.map(({ name }) => name)).toEqual(['Bob', 'Bob', 'Alice Bob', 'Anna Bob', 'Arno Bob']);
    await people(['Alice Bob', 'Anna Bob', 'Arno Bob', 'Axel Bob', 'Beth Bob', 'Bob']);
    const list = new PastedList(session, new SendState(session));
    list.text = 'Bob;1.5';
    expect(await list.use()).toBe('1 recipient read');
    await payee.set('Bob', true);
    expect(payee.address).toBe(LIKE_MARA);
  });
  it('name rows of the history, which is searched by them', async () => {
    const { port, session } = await setup();
    port.contacts.push({ address: PAYEE, description: 'Bike shop' });
    port.entries[0]!.note = '';
    port.entries[0]!.destinations = [...port.entries[0]!.destinations!, { address: MARA, amount: 1n }];
    await session.loadContacts();
    await session.book.refresh(0);
    const labels = labelsOf(session);
    const [first] = session.book.transfers;
    expect(transferName(first!, labels)).toBe('To Bike shop and 1 more');
    expect(recipientsText({ destinations: [] }, labels)).toBe('');
    expect(recipientsText({ destinations: [{ address: 'x', amount: 1n }] }, labels)).toBe('');
    const strangers = [ADDRESSES[1], ADDRESSES[2]].map((address) => ({ address, amount: 1n }));
    expect(recipientsText({ destinations: strangers }, labels)).toBe('2 recipients');
    const history = new HistoryState(session, labels);
    history.search = 'bike shop';
    expect(history.matches).toHaveLength(3);
  });
});

describe('an address that looks like a known one', () => {
  // threat: look-alike
  it('is warned of at the field, whoever the known one belongs to', async () => {
    const { session } = await setup();
    const payee = new PayeeInput(session);
    await payee.set(LIKE_MARA, true);
    expect(payee).toMatchObject({ address: LIKE_MARA, contact: undefined });
    expect(payee.similar).toMatchObject({ address: MARA, contact: { name: 'Mara' } });
    for (const known of [PAYEE, ADDRESSES[1]]) {
      await payee.set(`${known.slice(0, 6)}${'A'.repeat(83)}${known.slice(-6)}`, true);
      expect(payee.similar).toEqual({ address: known, contact: undefined });
      payee.take(known);
      expect(payee.similar).toBeUndefined();
    }
  });
  it('shares both ends with it; one end is not enough', () => {
    const end = (start: string, last: string) => `${start}${'x'.repeat(80)}${last}`;
    const known = end('8abc', 'wxyz');
    expect(lookAlike(end('8ABc1', '1wxYz'), [known])).toBe(known);
    expect(lookAlike(end('8abc', 'wxyy'), [known])).toBeUndefined();
    expect(lookAlike(end('8abd', 'wxyz'), [known])).toBeUndefined();
    expect(lookAlike(known, [known])).toBeUndefined();
    expect(lookAlike('', [known])).toBeUndefined();
  });
  it('is warned of in the review of several recipients', async () => {
    const { session } = await setup();
    const send = new SendState(session);
    await send.take(
      [
        { address: MARA, amountText: '1' },
        { address: LIKE_MARA, amountText: '2' },
      ],
      '',
    );
    await send.openReview();
    expect(send.review!.shares.map(({ similar }) => similar?.address)).toEqual([undefined, MARA]);
  });
  // threat: look-alike
  it('is warned of in the review until the payment is sent, although the history has it before', async () => {
    const { port, session } = await setup();
    const send = new SendState(session);
    await send.payee.set(LIKE_MARA, true);
    send.setAmount('1');
    await send.openReview();
    port.refuseNext('x_send_prepared', 'relay_unknown', {});
    await send.review!.send();
    const pending = port.entry('pending', '1', {
      destinations: [{ address: LIKE_MARA, amount: 1_000_000_000_000n }],
    });
    port.entries.push(pending);
    await session.reload();
    expect(session.book.timesPaid(LIKE_MARA)).toBe(1);
    expect(payeeWords(session, LIKE_MARA)).toBe('to an address you have paid once before');
    expect(send.review!.shares.map(({ similar }) => similar?.address)).toEqual([MARA]);
    expect(send.review!.shares[0]?.words).toBe('to an address you have not paid before');
  });
});

describe('several recipients', () => {
  const three = async () => {
    const { port, session } = await setup();
    const send = new SendState(session);
    await send.payee.set(PAYEE, true);
    send.setAmount('1');
    send.addRecipient();
    send.addRecipient();
    const [second, third] = send.others.list;
    await second!.payee.set(MARA, true);
    second!.amountText = '2';
    return { port, session, send, second: second!, third: third! };
  };
  it('say what is missing, and are paid by one payment that the sheet shows', async () => {
    const { port, send, third } = await three();
    expect(send.whyNot).toBe('An address is still missing.');
    expect(send.wanted).toBeUndefined();
    await third.payee.set(LUIS, true);
    expect(send.whyNot).toBe('An amount is still missing.');
    third.amountText = '0,5';
    expect([send.whyNot, send.total]).toEqual(['', xmr('3.5')]);
    await send.openReview();
    expect(send.review!.phase.is).toBe('ready');
    expect(send.review!.shares.map(({ address, amount }) => [address, amount])).toEqual([
      [PAYEE, xmr('1')],
      [MARA, xmr('2')],
      [LUIS, xmr('0.5')],
    ]);
    expect(send.review!.cost).toMatchObject({ amount: xmr('3.5') });
    expect(built(port)?.params['destinations']).toEqual(
      send.review!.shares.map(({ address, amount }) => ({ address, amount })),
    );
    const sent = await send.review!.send();
    expect(sent).toMatchObject({ unsure: false });
    expect(asked(port, 'x_send_prepared')).toBe(1);
  });
  it('together cost no more than can be spent', async () => {
    const { send, third } = await three();
    await third.payee.set(LUIS, true);
    third.amountText = '9.41';
    expect(send.totalFault).toMatch(/^Together this is 12.41\u00a0XMR. You can spend 12.40851327\u00a0XMR/);
    expect([send.amountFault, send.whyNot]).toEqual(['', 'The amounts do not fit.']);
    third.amountText = '9.40851327';
    await send.preview();
    expect(send.totalFault).toMatch(
      /^With the fee, this is more than the 12\.40851327.XMR you can spend\. Send less\.$/,
    );
  });
  it('are removed one by one; the first gives its place to the second', async () => {
    const { send, third } = await three();
    await send.removeRecipient(third);
    await send.removeRecipient();
    expect([send.payee.address, send.amountText, send.several]).toEqual([MARA, '2', false]);
  });
  it('exclude sending everything, and the other way round', async () => {
    const { send } = await three();
    await send.sendAll();
    expect(send.all).toBe(false);
    const alone = new SendState((await setup()).session);
    await alone.payee.set(PAYEE, true);
    await alone.sendAll();
    alone.addRecipient();
    expect([alone.all, alone.several]).toEqual([true, false]);
  });
  it('come from one payment link, with all amounts', async () => {
    const send = new SendState((await setup()).session);
    await send.payee.set(`monero:${PAYEE};${MARA};${LUIS}?tx_amount=1;2;0.5&tx_description=Trip`, true);
    await send.checkAddresses();
    await expect.poll(() => send.total).toBe(xmr('3.5'));
    expect([send.note, send.others.list[1]?.payee.contact?.name, send.others.count]).toEqual([
      'Trip',
      'Luis',
      3,
    ]);
  });
  it('of a payment link are those of the last link alone', async () => {
    const send = new SendState((await setup()).session);
    const take = async (link: string) => {
      await send.payee.set(link, true);
      await send.checkAddresses();
      return [send.note, send.payee, ...send.others.list.map(({ payee }) => payee)].map((each) =>
        typeof each === 'string' ? each : each.address,
      );
    };
    const first = `monero:${PAYEE};${MARA}?tx_amount=1;0.1&tx_description=Trip`;
    for (let n = 0; n < 2; n++) expect(await take(first)).toEqual(['Trip', PAYEE, MARA]);
    expect(await take(`monero:${MARA};${LUIS}?tx_amount=1;2&tx_description=Tent`)).toEqual([
      'Tent',
      MARA,
      LUIS,
    ]);
    send.addRecipient();
    await send.others.list[1]!.payee.set(PAYEE, true);
    send.note = 'mine';
    expect(await take(`monero:${LUIS}?tx_amount=3`)).toEqual(['mine', LUIS, PAYEE]);
    expect(send.amountText).toBe('3');
  });
  it.each(['is removed', 'is cleared with the form'])(
    'take nothing from a link in a field that %s before the link was read',
    async (how) => {
      const { send, second } = await three();
      const reading = second.payee.set(`monero:${PAYEE};${LUIS}?tx_amount=1;2&tx_description=Trip`, true);
      if (how === 'is removed') await send.removeRecipient(second);
      else send.clear();
      await reading;
      expect([send.note, send.others.count]).toEqual(['', how === 'is removed' ? 2 : 1]);
    },
  );
  it('are refused by the worker beyond its limit', async () => {
    const { send } = await three();
    await send.others.fill(
      Array.from({ length: MAX_RECIPIENTS - 1 }, () => ({ address: MARA, amountText: '0.01' })),
    );
    for (const each of send.others.list) if (each.empty) send.others.remove(each);
    expect(send.others.count).toBe(MAX_RECIPIENTS + 1);
    await send.preview();
    expect(send.error).toMatchObject({ fault: 'too_many_destinations' });
  });
});

describe('the fee taken from the amounts', () => {
  const reviewed = async () => {
    const { port, session } = await setup();
    const send = new SendState(session);
    await send.take(
      [
        { address: MARA, amountText: '1' },
        { address: LUIS, amountText: '2' },
      ],
      '',
    );
    await send.openReview();
    return { port, send };
  };
  it('leaves exactly the typed amounts, in the payment that is sent', async () => {
    const { port, send } = await reviewed();
    await send.review!.setSubtractFee(true);
    const { cost } = send.review!;
    expect(cost!.amount + cost!.fee).toBe(xmr('3'));
    expect(send.review!.shares.map(({ amount }) => amount)).toEqual(
      cost!.destinations!.map(({ amount }) => amount),
    );
    expect(built(port)?.params['subtract_fee_from_outputs']).toEqual([0, 1]);
    expect(asked(port, 'x_drop_prepared')).toBe(1);
    expect(await send.review!.send()).toMatchObject({ unsure: false });
    const sent = port.calls.find(({ method }) => method === 'x_send_prepared')!;
    expect(sent.params['id']).toBe([...port.entries].at(-1)!.txid);
    expect(port.entries.at(-1)!.destinations?.map(({ amount }) => amount)).toEqual(
      cost!.destinations!.map(({ amount }) => amount),
    );
  });
  it('and the speed, chosen while a payment is being prepared, count for the next one', async () => {
    const { port, send } = await reviewed();
    const review = send.review!;
    const choices = [review.choose(3), review.setSubtractFee(true), review.choose(1)];
    expect(await review.send()).toBeUndefined();
    await Promise.all(choices);
    expect(built(port)?.params).toMatchObject({ priority: 1, subtract_fee_from_outputs: [0, 1] });
    expect([review.phase.is, review.priority]).toEqual(['ready', 1]);
    expect(review.levels.map(({ amount, fee }) => amount + fee)).toEqual([xmr('3'), xmr('3'), xmr('3')]);
    // Each that came too late was dropped: one is left.
    expect(asked(port, 'x_prepare_transfer') - asked(port, 'x_drop_prepared')).toBe(1);
    send.closeReview();
    expect([send.priority, send.subtractFee]).toEqual([1, true]);
  });
  it('cannot be changed after a payment that was sent partly', async () => {
    const { port, send } = await reviewed();
    const review = send.review!;
    port.refuseNext('x_send_prepared', 'sent_partly', { sent: 1, of: 2 });
    await review.send();
    const before = asked(port, 'x_prepare_transfer');
    await review.setSubtractFee(true);
    expect([review.phase.is, review.subtractFee, asked(port, 'x_prepare_transfer')]).toEqual([
      'stopped',
      false,
      before,
    ]);
  });
  it('prepares nothing when the sheet was closed meanwhile', async () => {
    const { port, send } = await reviewed();
    const before = asked(port, 'x_prepare_transfer');
    const changing = send.review!.setSubtractFee(true);
    send.closeReview();
    await changing;
    expect(asked(port, 'x_prepare_transfer')).toBe(before);
    expect(send.review).toBeUndefined();
  });
});

describe('a pasted list of recipients', () => {
  it('is not used when the screen was left before its addresses were checked', async () => {
    const { session } = await setup();
    const send = new SendState(session);
    const list = new PastedList(session, send);
    list.text = `${MARA} 1\n${LUIS} 2`;
    const used = list.use();
    list.end();
    expect([await used, send.filled]).toEqual([undefined, 0]);
  });
  const LIST = `${MARA} 1.5 rent, May\n\n${LUIS};0,25;food\n"${PAYEE}","2","bikes, two"\n${COOP}\t3`;
  it('is read with spaces, commas, semicolons and tabs, with quotation marks and a heading', () => {
    const { payees, bad, heading } = readPayeeLines(`Address;Amount;Note\r\n${LIST}`);
    expect([bad, heading]).toEqual([[], 'Address;Amount;Note']);
    expect(payees).toEqual([
      { line: 2, address: MARA, amountText: '1.5', note: 'rent, May' },
      { line: 4, address: LUIS, amountText: '0,25', note: 'food' },
      { line: 5, address: PAYEE, amountText: '2', note: 'bikes, two' },
      { line: 6, address: COOP, amountText: '3', note: '' },
    ]);
  });
  it.each([
    [MARA, 'missing'],
    [`${MARA} 0`, 'zero'],
    [`${MARA} one`, 'not an amount'],
    [`${MARA} 0.1234567890123`, '12 decimals'],
    [`${MARA},1,5`, 'not clear'],
    [`${MARA} 1 000`, 'not clear'],
    [`${MARA} 1 500,25`, 'not clear'],
    [`${MARA}, 1,500.00`, 'not clear'],
    [`${MARA}, 1,5 XMR`, 'not clear'],
    [`${MARA};1,000`, 'not clear'],
  ])('is refused with the number of the line and the reason: %s', (line, why) => {
    const { bad } = readPayeeLines(`${LUIS} 1\n${line}`);
    expect(bad).toEqual([{ line: 2, why: expect.stringContaining(why) as string }]);
  });
  it('is known by an address with an amount; an address alone, also broken into lines, is none', () => {
    for (const text of [
      LIST,
      `${MARA} 1`,
      `monero:${MARA} 1`,
      `Address,Amount\n${MARA},1`,
      `mara 1\n${LUIS} 2`,
    ])
      expect(isPayeeList(text), text).toBe(true);
    for (const text of [
      '',
      MARA,
      `${MARA.slice(0, 50)}\n${MARA.slice(50)}`,
      `monero:${MARA}?tx_amount=1`,
      `monero:${MARA}?recipient_name=Table 4`,
      `monero:${MARA}?tx_amount=1.5&tx_description=Order 1234`,
      'mara 1',
    ])
      expect(isPayeeList(text), text).toBe(false);
  });
  it('fills the form with its recipients and notes, contacts by name too', async () => {
    const { session } = await setup();
    const send = new SendState(session);
    const list = new PastedList(session, send);
    list.text = `${LIST}\nmara,1`;
    expect(await list.use()).toBe('5 recipients read');
    expect(send.payee.address).toBe(MARA);
    expect(send.others.list.map(({ payee, amountText }) => [payee.address, amountText])).toEqual([
      [LUIS, '0,25'],
      [PAYEE, '2'],
      [COOP, '3'],
      [MARA, '1'],
    ]);
    expect(send.note).toBe('rent, May; food; bikes, two');
  });
  it('keeps what the form has, and says that the first line was taken as a heading', async () => {
    const { session } = await setup();
    const send = new SendState(session);
    await send.payee.set(PAYEE, true);
    send.setAmount('1');
    send.addRecipient();
    const list = new PastedList(session, send);
    list.text = `to,how much\n${MARA},2`;
    expect(await list.use()).toBe('1 recipient read. The first line is a heading.');
    expect([send.amountText, send.others.count, send.total]).toEqual(['1', 2, xmr('3')]);
  });
  it('changes nothing when a line is wrong, and names all wrong lines', async () => {
    const { session } = await setup();
    const send = new SendState(session);
    const list = new PastedList(session, send);
    list.text = `${MARA} 1\n${LUIS.slice(0, 94)} 2\n${COOP} x`;
    expect(await list.use()).toBeUndefined();
    expect(list.bad.map(({ line }) => line)).toEqual([2, 3]);
    expect([send.payee.text, send.several]).toEqual(['', false]);
    expect(list.text).toContain(MARA);
  });
  it('is refused when empty, or with more recipients than a payment can have', async () => {
    const { session } = await setup();
    const send = new SendState(session);
    const list = new PastedList(session, send);
    expect(await list.use()).toBeUndefined();
    expect(list.fault).toContain('one recipient on each line');
    list.text = Array.from({ length: 151 }, () => `${MARA} 0.1`).join('\n');
    expect(await list.use()).toBeUndefined();
    expect(list.fault).toContain('150 recipients; with this list it would have 151');
  });
});
