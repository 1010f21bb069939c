import { describe, expect, it, vi } from 'vitest';
import { createClient } from '../../../src/client/client.ts';
import { HistoryState } from '../../../src/ui/features/history/history.svelte.ts';
import { TransferState } from '../../../src/ui/features/history/transfer.svelte.ts';
import { Overview } from '../../../src/ui/features/overview/overview.svelte.ts';
import { AskForm } from '../../../src/ui/payments/ask.svelte.ts';
import { ReceiveState } from '../../../src/ui/features/receive/receive.svelte.ts';
import { SendState } from '../../../src/ui/features/send/send.svelte.ts';
import { addressGroups } from '../../../src/ui/format/format.ts';
import { oneLine, sentenceFor } from '../../../src/ui/messages/explain.ts';
import { labelsOf } from '../../../src/ui/state/labels.ts';
import { waitingWords } from '../../../src/ui/transfers/received-at.ts';
import { blocksToNextRules } from '../../../src/ui/state/rules.ts';
import { Session } from '../../../src/ui/state/session.svelte.ts';
import { FakePort } from '../../support/fake-worker/port.ts';
import { PAYEE, xmr } from '../../support/fake-worker/values.ts';
import type { Scenario } from '../../support/fake-worker/wallet.ts';

const NOW = new Date('2026-06-03T15:00:00').getTime();
const setup = async (scenario: Scenario = 'home') => {
  const port = new FakePort(scenario, { delay: 0, now: NOW });
  const session = new Session(createClient(port));
  await session.start();
  return { port, session };
};
const aCoin = async ({ client }: Session) =>
  (await client.call('x_coins', { accountIndex: 0, from: 0 })).coins!.find(
    ({ state }) => state === 'spendable',
  )!;
const ready = async () => {
  const { port, session } = await setup();
  const send = new SendState(session);
  await send.payee.set(PAYEE, true);
  send.setAmount('1.25');
  await send.preview();
  return { port, session, send };
};

describe('the Home screen', () => {
  it('shows what can be spent now, and opens Send', async () => {
    const view = new Overview((await setup()).session);
    expect(view).toMatchObject({
      label: 'Spendable now',
      shown: 12_408_513_270_000n,
      whyNoSend: '',
      netWords: 'Up to date',
    });
    expect(view.recent).toHaveLength(5);
  });
  it('shows no balance while it scans, only what was found so far, and keeps Send closed', async () => {
    const view = new Overview((await setup('sync')).session);
    expect(view).toMatchObject({
      label: 'Found so far',
      shown: 7_112_040_000_000n,
      showSync: true,
      empty: false,
    });
    expect(view.whyNoSend).toContain('when reading is done');
  });
  it('shows no balance before the page knows what the scan found', async () => {
    const { port, session } = await setup();
    session.listen();
    const view = new Overview(session);
    const height = port.status.height + 20;
    port.setStatus({ height, target_height: height });
    expect(view).toMatchObject({ label: 'Found so far', showSync: false });
    await session.book.refresh();
    expect(view).toMatchObject({ label: 'Spendable now', netWords: 'Up to date' });
  });
  it('shows the empty state only when everything was scanned', async () => {
    const { port, session } = await setup('empty');
    expect(new Overview(session).empty).toBe(true);
    port.setStatus({ phase: 'reading', height: 10, target_height: 3_000_000 });
    session.listen();
    port.setStatus({ phase: 'reading', height: 10, target_height: 3_000_000 });
    expect(new Overview(session).empty).toBe(false);
  });
  it('says why sending is closed without a node, or with a node that does not answer', async () => {
    expect(new Overview((await setup('nonode')).session)).toMatchObject({ netWords: 'No node', dot: 'busy' });
    const trouble = new Overview((await setup('problem')).session);
    expect(trouble).toMatchObject({ trouble: true, netWords: 'No connection' });
    expect(trouble.whyNoSend).toContain('answers again');
  });
});

describe('without a chosen node', () => {
  it('Home reports no trouble, since no node fails', async () => {
    const { session } = await setup('nonode');
    expect(session.status.problem?.fault).toBe('no_node');
    expect(session.nodeProblem).toBeUndefined();
    expect(new Overview(session)).toMatchObject({
      trouble: false,
      whyNoSend: 'Send opens when a node is chosen.',
    });
  });
  it('an empty account promises no payments, on Home and on Receive', async () => {
    const { port, session } = await setup('empty');
    session.listen();
    expect(waitingWords(session)).toContain('payments arrive');
    port.setStatus({ node: { address: '', trusted: false } });
    expect(new Overview(session)).toMatchObject({ empty: false, noTransfers: 'No payment is known here.' });
    expect([session.needsNode, waitingWords(session)]).toEqual([
      true,
      'No node is chosen. Payments are seen once you choose one.',
    ]);
  });
  it('a device without a network asks for no node and promises no payments', async () => {
    const { session } = await setup('cold');
    expect([session.needsNode, waitingWords(session)]).toEqual([
      false,
      'This device has no network: it sees no payments.',
    ]);
  });
});

describe('money that waits for a block', () => {
  const waiting = async (...types: readonly ('pool' | 'pending')[]) => {
    const { port, session } = await setup('empty');
    for (const type of types) port.entries.push(port.entry(type, '1', { height: 0 }));
    await session.book.refresh(0);
    session.book.upcoming = { amount: 5n, blocks: 0, remaining: 10, waiting: true, more: 0n };
    return new Overview(session);
  };
  it('is change if only payments of the account wait', async () => {
    expect((await waiting('pending')).changeWaits).toBe(true);
  });
  it('is not called change if a payment comes in', async () => {
    expect((await waiting('pool', 'pending')).changeWaits).toBe(false);
  });
  it('is not change once a block has it', async () => {
    const view = new Overview((await setup()).session);
    expect(view.changeWaits).toBe(false);
  });
});

describe('the next address', () => {
  it('is unused on Home as on Receive, though a newer one was used', async () => {
    const { port, session } = await setup();
    const own = port.account(0).addresses;
    const unused = own.findLastIndex(({ used, requested }) => !used && requested !== true);
    own.push({ ...own[0]!, address: 'a newer one', used: true, requested: false });
    await session.book.refresh();
    expect(new Overview(session).nextAddress?.index).toBe(unused);
    expect(new ReceiveState(session).address?.index).toBe(unused);
  });
});

describe('frozen money', () => {
  it('is named beside the balance of its account only', async () => {
    const { session } = await setup();
    const view = new Overview(session);
    expect(view.frozen).toBe(310_000_000_000n);
    await session.client.call('freeze', { keyImage: (await aCoin(session)).keyImage! });
    await session.book.refresh();
    expect(view.frozen).toBeGreaterThan(310_000_000_000n);
    await session.book.choose(1);
    expect(view.frozen).toBe(0n);
  });
});

describe('Home under rules of Monero that this build does not know', () => {
  it('shows the balance with its block, and Send as long as payments are taken', async () => {
    const view = new Overview((await setup('rules')).session);
    expect(view).toMatchObject({ trouble: false, showSync: false, netWords: 'Update needed', whyNoSend: '' });
    expect(view.label).toMatch(/^Spendable at block 3,381,203$/);
    expect(view.shown).toBe(new Overview((await setup()).session).shown);
    const closed = new Overview((await setup('rules18')).session);
    expect(closed.whyNoSend).toBe('Send opens when Ostro is updated.');
  });
  it('closes Send and shows the money of the new rules apart, when this build reads them and cannot pay', async () => {
    const { session } = await setup('carrot');
    const view = new Overview(session);
    expect(view).toMatchObject({ netWords: 'Up to date', label: 'Spendable after an update' });
    expect(view.whyNoSend).toBe('Send opens when Ostro is updated.');
    expect(session.book.carrot).toBe(850_000_000_000n);
    // It is not waited for: it unlocks with no block.
    expect(session.book.upcoming?.amount).not.toBe(850_000_000_000n);
  });
  it('never asks the person to choose another node, and does not say that a payment to an unread wallet would appear', async () => {
    const { session } = await setup('rules');
    const message = oneLine(sentenceFor('newer_rules', session.status.problem!.data));
    expect(message).toContain('node.example:18089 says that');
    expect(message).toContain('your words stay valid');
    expect(message).not.toMatch(/another node|breaks the rules|honest/);
    vi.spyOn(session.book, 'transfers', 'get').mockReturnValue([]);
    expect(new Overview(session).empty).toBe(false);
  });
  it('announces planned rules two months ahead, and not a plan of next year or of the past', async () => {
    const { session } = await setup('announced');
    expect(blocksToNextRules(session.status)).toBe(15_000);
    const planned = (blocks: number) => {
      const height = session.status.targetHeight + blocks;
      return blocksToNextRules({ ...session.status, nextRules: { version: 17, height, from: 'node' } });
    };
    expect([planned(43_200), planned(43_201), planned(0), planned(-1)]).toEqual([
      43_200,
      undefined,
      0,
      undefined,
    ]);
  });
});

describe('the Receive screen', () => {
  it('shows the newest unused address', async () => {
    const receive = new ReceiveState((await setup()).session);
    expect(receive.address).toMatchObject({ index: 2, label: 'Shop counter', used: false });
    expect(receive.uri).toBe(`monero:${receive.address!.address}`);
  });
  it('puts the requested amount into the code, and refuses an invalid one', async () => {
    const receive = new ReceiveState((await setup()).session);
    receive.amountText = '0,85';
    await receive.makeUri();
    expect(receive.uri).toContain('?tx_amount=0.85');
    receive.amountText = '0.1234567890123';
    expect(receive.amountFault).toContain('12 decimals');
    expect(receive.uri).toBe(`monero:${receive.address!.address}`);
  });
  it('makes and names addresses', async () => {
    const { session } = await setup();
    const receive = new ReceiveState(session);
    await receive.newAddress();
    expect(receive.address?.index).toBe(3);
    receive.name = ' Mara ';
    expect(await receive.saveName()).toBe(true);
    expect(session.book.addresses.label(0, 3)).toBe('Mara');
    expect(await receive.saveName()).toBe(false);
  });
  it('makes another address when all were used, and keeps showing one that gets money', async () => {
    const { port, session } = await setup();
    const own = port.account(0).addresses;
    for (const address of own) address.used = true;
    await session.book.refresh();
    const receive = new ReceiveState(session);
    expect(receive.address).toBeUndefined();
    await receive.choose();
    expect(receive.address).toMatchObject({ index: 3, used: false });
    own[3]!.used = true;
    await session.book.refresh();
    await receive.choose();
    expect(receive.address).toMatchObject({ index: 3, used: true });
    port.refuseNext('create_address', 'storage_full');
    const later = new ReceiveState(session);
    await later.choose();
    expect(later.address?.index).toBe(3);
    expect(later.error).toMatchObject({ fault: 'storage_full' });
  });
  it('shows a used address while another window has the wallet open', async () => {
    const { port, session } = await setup();
    for (const address of port.account(0).addresses) address.used = true;
    await session.book.refresh();
    const stop = session.listen();
    port.setStatus({ sharing: true });
    await vi.waitFor(() => expect(session.status.sharing).toBe(true));
    stop();
    const receive = new ReceiveState(session);
    await receive.choose();
    expect(receive.address?.index).toBe(2);
    expect(port.calls.some(({ method }) => method === 'create_address')).toBe(false);
  });
  it('shows the address of the account in its link, also when another account is chosen after an unlock', async () => {
    const { session } = await setup();
    const [, index] = session.book.addresses.of(1).map(({ index }) => index);
    await session.book.choose(1);
    expect(new ReceiveState(session, [`${index}`]).address).toMatchObject({ account: 1, index });
    await session.lock();
    await session.openWallet('Everyday', 'correct horse');
    expect(session.book.current?.index).toBe(0);
    const receive = new ReceiveState(session, ['1', `${index}`]);
    expect(receive.address).toMatchObject({ account: 1, index });
    expect(new AskForm(session, '', receive.account).account).toBe(1);
    expect(new ReceiveState(session, ['1', '99']).address).toBeUndefined();
    await receive.newAddress();
    expect(receive.address?.account).toBe(1);
  });
  it('keeps a label that is typed while another one is saved, or while an address is made', async () => {
    const { session } = await setup();
    const receive = new ReceiveState(session);
    receive.name = 'first';
    const first = receive.saveName();
    receive.name = 'second';
    const second = receive.saveName();
    receive.name = 'still typing';
    expect([await first, await second, receive.name]).toEqual([true, true, 'still typing']);
    expect(session.book.addresses.label(0, 2)).toBe('second');
    const making = receive.newAddress();
    receive.name = 'Mara';
    const saving = receive.saveName();
    expect([await making, await saving]).toEqual([true, true]);
    expect(session.book.addresses.label(0, 2)).toBe('Mara');
    expect([receive.address?.index, receive.name]).toEqual([3, '']);
  });
  it('makes an address whose button is pressed while a label is saved, and one for two presses', async () => {
    const { port, session } = await setup();
    const receive = new ReceiveState(session);
    receive.name = 'Mara';
    const saving = receive.saveName();
    const presses = [receive.newAddress(), receive.newAddress()];
    expect([await saving, ...(await Promise.all(presses))]).toEqual([true, true, false]);
    expect([session.book.addresses.label(0, 2), receive.address?.index]).toEqual(['Mara', 3]);
    expect(port.calls.filter(({ method }) => method === 'create_address')).toHaveLength(1);
    expect(await receive.newAddress()).toBe(true);
  });
  it('shows the label when the addresses are loaded after the screen has opened', async () => {
    const { port } = await setup();
    const session = new Session(createClient(port));
    const receive = new ReceiveState(session, ['0', '2']);
    await session.start();
    expect(receive.name).toBe('Shop counter');
    expect(await receive.saveName()).toBe(false);
  });
  it('shows what was received at this address', async () => {
    const { session } = await setup();
    expect(new ReceiveState(session, ['2']).arrived.map(({ note }) => note)).toEqual([
      'Payment from Mara',
      'Invoice 2025-118',
    ]);
    expect(new ReceiveState(session, ['0', '1']).arrived).toEqual([]);
  });
});

describe('the payee field', () => {
  it('with an address of another network says so, names the devnet, and is not called empty', async () => {
    const { session } = await setup('devnet');
    const send = new SendState(session);
    await send.payee.set(`5${PAYEE.slice(1)}`, true);
    expect(send.payee.fault).toMatch(
      /on the test network stagenet; your wallet is on this private test network/,
    );
    expect(send.whyNot).toBe('The address cannot be used.');
  });
  it('is checked only when its text could be complete', async () => {
    const { payee } = new SendState((await setup()).session);
    await payee.set(PAYEE.slice(0, 40));
    expect(payee).toMatchObject({ address: '', fault: '' });
    await payee.set(PAYEE.slice(0, 40), true);
    expect(payee.fault).toContain('not an address');
    await payee.set(`${PAYEE.slice(0, 50)}\n ${PAYEE.slice(50)}`);
    expect(payee).toMatchObject({ address: PAYEE, fault: '' });
    expect(payee.words).toContain('paid it 2 times before');
  });
  it('refuses an address of another network', async () => {
    const { payee } = new SendState((await setup()).session);
    await payee.set(`5${PAYEE.slice(1)}`, true);
    expect(payee.fault).toContain('test network stagenet');
    expect(payee.address).toBe('');
  });
  it('takes amount and note from a payment link', async () => {
    const send = new SendState((await setup()).session);
    await send.payee.set(`monero:${PAYEE}?tx_amount=0.35&tx_description=Order%201042`, true);
    expect(send.payee.address).toBe(PAYEE);
    expect([send.amountText, send.note]).toEqual(['0.35', 'Order 1042']);
    await send.payee.set('monero:', true);
    expect(send.payee.fault).not.toBe('');
  });
  it("recognises the wallet's own addresses", async () => {
    const { session } = await setup();
    const { payee } = new SendState(session);
    await payee.set(session.book.addresses.all[1]!.address, true);
    expect(payee.words).toBe('One of your own addresses.');
  });
});

describe('an address that another program put on the clipboard in place of the copied one', () => {
  // A similar address: it has the same beginning and end as the right one.
  const SWAPPED = PAYEE.slice(0, 30) + PAYEE.slice(45, 60) + PAYEE.slice(30, 45) + PAYEE.slice(60);
  // threat: look-alike
  it('is shown whole before the payment, marked as new, and is the one that is paid', async () => {
    const { port, send } = await ready();
    expect(send.payee.reviewWords).toBe('to an address you have paid 2 times before');
    await send.payee.set(SWAPPED, true);
    await send.openReview();
    // The review shows the whole address, in groups.
    expect(addressGroups(send.review!.shares[0]!.address).join('')).toBe(SWAPPED);
    expect(send.payee.words).toContain('New to you');
    expect(send.payee.similar).toEqual({ address: PAYEE, contact: undefined });
    expect(send.payee.reviewWords).toBe('to an address you have not paid before');
    const built = port.calls.filter(({ method }) => method === 'x_prepare_transfer').at(-1)!;
    expect(built.params['destinations']).toMatchObject([{ address: send.payee.address }]);
  });
});

describe('the Send screen', () => {
  it('says what is missing', async () => {
    const send = new SendState((await setup()).session);
    expect(send.whyNot).toContain('address');
    await send.payee.set(PAYEE, true);
    expect(send.whyNot).toContain('amount');
    send.setAmount('15');
    expect(send.amountFault).toBe('You can spend 12.40851327\u00a0XMR right now.');
    send.setAmount('13');
    expect(send.amountFault).toContain('still locked');
    send.setAmount('0');
    expect(send.amountFault).toContain('zero');
    send.setAmount('1.2.3');
    expect(send.amountFault).toContain('not an amount');
    send.setAmount('1.25');
    expect(send.whyNot).toBe('');
  });
  it('shows the fee of each speed before anything is built', async () => {
    const { port, send } = await ready();
    expect(send.levels.map(({ fee }) => fee)).toEqual([30_720_000n, 122_880_000n, 614_400_000n]);
    expect(send.level).toMatchObject({ priority: 2, amount: 1_250_000_000_000n });
    expect(port.calls.some(({ method }) => method === 'x_prepare_transfer')).toBe(false);
  });
  // threat: built-wrong
  it('sends exactly the payment that the sheet shows, and stores its note before that', async () => {
    const { port, session, send } = await ready();
    send.note = ' Bike ';
    await send.openReview();
    expect(send.review !== undefined).toBe(true);
    const shown = send.review!.cost!;
    const sent = await send.review!.send();
    expect(sent).toMatchObject({ unsure: false });
    const order = port.calls
      .map(({ method }) => method)
      .filter((m) => ['x_prepare_transfer', 'x_send_prepared', 'relay_tx'].includes(m));
    expect(order).toEqual(['x_prepare_transfer', 'x_send_prepared']);
    const transfer = session.book.transfers.find(({ txid }) => txid === sent?.txids[0]);
    expect(transfer).toMatchObject({ amount: shown.amount, fee: shown.fee, note: 'Bike', state: 'waiting' });
  });
  it('keeps saying how often the payee was paid before, when the payment itself counts', async () => {
    const { send } = await ready();
    await send.openReview();
    expect(send.review!.shares[0]?.words).toBe('to an address you have paid 2 times before');
    await send.review!.send();
    expect(send.payee.reviewWords).toBe('to an address you have paid 3 times before');
    expect(send.review!.shares[0]?.words).toBe('to an address you have paid 2 times before');
  });
  it('knows the share of the fee in what others get, as the signing device computes it', async () => {
    const { session, send } = await ready();
    const share = async (): Promise<unknown> => {
      send.setAmount('0.001');
      await send.openReview();
      const { cost, feeShare } = send.review!;
      send.closeReview();
      return [cost?.fee, feeShare];
    };
    expect(await share()).toEqual([122_880_000n, 1228]);
    await send.payee.set(session.book.addresses.all[1]!.address, true);
    expect(await share()).toEqual([122_880_000n, 0]);
  });
  it('prepares the payment again for another speed, and drops the one before', async () => {
    const { port, send } = await ready();
    await send.openReview();
    await send.review!.choose(3);
    await send.review!.send();
    const built = port.calls
      .filter(({ method }) => method === 'x_prepare_transfer')
      .map(({ params }) => params['priority']);
    expect(built).toEqual([2, 3]);
    expect(port.calls.filter(({ method }) => method === 'x_drop_prepared')).toHaveLength(1);
  });
  it('keeps the form when the node refuses, and says why', async () => {
    const { port, send } = await ready();
    await send.openReview();
    port.refuseNext('x_send_prepared', 'tx_rejected', { reason: 'fee too low', flags: ['fee_too_low'] });
    expect(await send.review!.send()).toBeUndefined();
    expect(send.review!.phase).toMatchObject({ is: 'failed', error: { fault: 'tx_rejected' } });
    expect(send.amountText).toBe('1.25');
  });
  // threat: decoy-rounds
  it('does not retry after suspicious answers about outputs until the person opens the sheet again', async () => {
    const { port, send } = await ready();
    const built = () => port.calls.filter(({ method }) => method === 'x_prepare_transfer').length;
    port.refuseNext('x_prepare_transfer', 'decoys_suspicious', { why: 'a test' });
    await send.openReview();
    expect([send.review!.phase.is === 'stopped', built()]).toEqual([true, 1]);
    expect(await send.review!.send()).toBeUndefined();
    await send.review!.choose(3);
    expect([send.review!.error, built()]).toMatchObject([{ fault: 'decoys_suspicious' }, 1]);
    send.closeReview();
    await send.openReview();
    expect([send.review!.phase.is === 'stopped', built()]).toEqual([false, 2]);
  });
  it('keeps the error of the open sheet when the form asks for the cost once more', async () => {
    const { port, send } = await ready();
    port.refuseNext('x_prepare_transfer', 'decoys_suspicious', { why: 'a test' });
    const late = send.preview();
    await send.openReview();
    await late;
    await send.preview();
    expect([send.review!.phase.is === 'stopped', send.review!.error]).toMatchObject([
      true,
      { fault: 'decoys_suspicious' },
    ]);
    send.closeReview();
    await send.preview();
    expect(send.error).toBeUndefined();
  });
  it('offers no retry when the answer was lost', async () => {
    const { port, send } = await ready();
    await send.openReview();
    port.relayAnswerLost = true;
    const sent = await send.review!.send();
    expect(sent?.unsure).toBe(true);
    expect(send.error).toBeUndefined();
  });
  it.each(['sent_partly', 'internal'])(
    'never pays twice: sends nothing more from the open sheet after %s',
    async (fault) => {
      const { port, send } = await ready();
      await send.openReview();
      port.refuseNext('x_send_prepared', fault as 'sent_partly', { sent: 1, of: 2 });
      expect(await send.review!.send()).toBeUndefined();
      expect(send.review!.phase).toMatchObject({
        is: 'stopped',
        by: fault === 'internal' ? 'uncertain' : 'partly',
        error: { fault },
      });
      const asked = () => port.calls.filter(({ method }) => /^x_(prepare|send)/.test(method)).length;
      const before = asked();
      expect(await send.review!.send()).toBeUndefined();
      await send.review!.choose(3);
      expect(asked()).toBe(before);
      send.closeReview();
      await send.openReview();
      expect(send.review!.phase).toMatchObject({ is: 'ready', changed: '' });
    },
  );
  it('never pays twice: a payment that was sent or stored counts as such when loading the new state fails', async () => {
    const { port, send } = await ready();
    await send.openReview();
    port.refuseNext('x_status', 'wallet_closed');
    expect(await send.review!.send()).toMatchObject({
      toSign: false,
      unsure: false,
      txids: [expect.stringMatching(/./)],
    });
    expect(send.error).toBeUndefined();
  });
  it('prepares the payment again when the worker has dropped it, and says what differs', async () => {
    const { port, send } = await ready();
    await send.openReview();
    port.refuseNext('x_send_prepared', 'prepared_not_found');
    expect(await send.review!.send()).toBeUndefined();
    expect(send.review!.error).toMatchObject({ fault: 'prepared_not_found' });
    expect(await send.review!.send()).toMatchObject({ unsure: false });
    expect(port.calls.filter(({ method }) => method === 'x_prepare_transfer')).toHaveLength(2);
  });
  it('sends everything: the payee gets the balance less the fee', async () => {
    const { port, session } = await setup();
    const send = new SendState(session);
    await send.payee.set(PAYEE, true);
    await send.sendAll();
    expect(send.amount).toBe(12_408_513_270_000n - 122_880_000n);
    await send.openReview();
    expect((await send.review!.send())?.unsure).toBe(false);
    expect(port.calls.some(({ method }) => method === 'x_prepare_sweep')).toBe(true);
    send.setAmount('1');
    expect(send.all).toBe(false);
  });
  it('spends from the chosen account', async () => {
    const { send } = await ready();
    send.setAccount(2);
    expect(send.spendable).toBe(205_000_000_000_000n);
  });
});

describe('the History screen', () => {
  const opened = async () => {
    const { session } = await setup();
    return new HistoryState(session, labelsOf(session));
  };
  it('shows transfers under their months, newest first, and a move as one line', async () => {
    const months = (await opened()).months(100);
    expect(months.map(({ key }) => key)).toEqual(['2026-06', '2026-05', '2026-04', '2024-07']);
    expect(months.flatMap(({ transfers }) => transfers).filter(({ kind }) => kind === 'move')).toHaveLength(
      1,
    );
  });
  it('sums whole months while only their first rows are drawn', async () => {
    const history = await opened();
    const [first, ...others] = history.months(2);
    expect(others).toEqual([]);
    expect(first?.transfers).toHaveLength(2);
    // The payment that failed does not count; both others have a fee.
    expect(first).toMatchObject({ in: xmr('4.05'), out: xmr('1.60006144') });
  });
  it('is filtered by kind', async () => {
    const history = await opened();
    history.choose('Waiting');
    expect(history.matches.map(({ state }) => state)).toEqual(['waiting', 'settling']);
    history.choose('Moved');
    expect(history.matches).toHaveLength(1);
    history.choose('Received');
    expect(history.matches.every(({ incoming }) => incoming)).toBe(true);
  });
  it('is searched by note, amount in either spelling, account, address and ID', async () => {
    const history = await opened();
    const found = (text: string): number => {
      history.search = text;
      return history.matches.length;
    };
    expect(found('coffee')).toBe(1);
    expect(found('0,03124471')).toBe(1);
    expect(found('0.03124471')).toBe(1);
    expect(found('savings')).toBeGreaterThan(0);
    expect(found(PAYEE.slice(0, 20).toLowerCase())).toBe(3);
    expect(found('nothing like it')).toBe(0);
  });
  it('is exported as a table in which no cell is a formula', async () => {
    const { port, session } = await setup();
    port.entries[1]!.note = '=HYPERLINK("x"), "quoted"';
    await session.book.refresh(0);
    const csv = await new HistoryState(session, labelsOf(session)).csv();
    expect(csv.split('\r\n')[0]).toBe(
      'time,kind,state,amount,fee,account,note,payee,own address,label,transaction ID,block',
    );
    expect(csv).toContain(`"'=HYPERLINK(""x""), ""quoted"""`);
    expect(csv).toContain(',-1.25,');
    expect(csv).toContain(`,${PAYEE},`);
  });
  it('is exported as JSON with exact amounts, payees and own addresses', async () => {
    const { session } = await setup();
    const history = new HistoryState(session, labelsOf(session));
    const rows = JSON.parse(await history.json()) as Record<string, unknown>[];
    expect(rows).toHaveLength(session.book.transfers.length);
    expect(rows.find(({ note }) => note === 'Bike, second half')).toMatchObject({
      ...{ kind: 'out', incoming: false, state: 'waiting', amount: '1.25', own_address: '', block: null },
      ...{ fee: expect.any(String) as string, change: expect.stringMatching(/^-1\.25/) as string },
      payees: [{ address: PAYEE, amount: '1.25' }],
    });
    expect(rows.find(({ kind }) => kind === 'in')).toMatchObject({
      ...{ incoming: true, payees: [], fee: null },
    });
  });
  it('keeps filter, search and rows for Back, until the wallet is closed', async () => {
    const { session } = await setup();
    const history = new HistoryState(session, labelsOf(session));
    history.choose('Received');
    history.search = 'mara';
    history.more();
    const again = new HistoryState(session, labelsOf(session));
    expect(again).toMatchObject({ filter: 'Received', search: 'mara' });
    session.book.clear();
    expect(again).toMatchObject({ filter: 'All', search: '' });
  });
  it('stores notes', async () => {
    const { session } = await setup();
    const { txid } = session.book.transfers.find(({ note }) => note.startsWith('Coffee'))!;
    const transfer = new TransferState(session, txid);
    transfer.note = 'Two bags';
    expect(await transfer.saveNote()).toBe(true);
    expect(transfer.transfer?.note).toBe('Two bags');
    expect(await transfer.saveNote()).toBe(false);
  });
  it('stores a note that is typed while another one is saved, also one that is as before', async () => {
    const { session } = await setup();
    const { txid, note: before } = session.book.transfers.find(({ note }) => note.startsWith('Coffee'))!;
    const transfer = new TransferState(session, txid);
    const saving: Promise<boolean>[] = [];
    for (const note of ['Two bags', 'Three bags', before]) {
      transfer.note = note;
      saving.push(transfer.saveNote());
    }
    expect(await Promise.all(saving)).toEqual([true, true, true]);
    expect(transfer.transfer?.note).toBe(before);
  });
});
