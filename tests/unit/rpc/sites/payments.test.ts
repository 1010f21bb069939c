/** Payments of sites through the whole worker: confirmed by the person, or covered by a budget. */
import { beforeAll, describe, expect, it, vi } from 'vitest';
import type { SharedSettings } from '../../../../src/ports/app-settings.ts';
import { markSite } from '../../../../src/base/site-mark.ts';
import { fromHex } from '../../../../src/base/hex.ts';
import { asTxId } from '../../../../src/base/brands.ts';
import { keyImage, NOW, ownAddress, PAYEE, txid, XMR } from '../../../support/rpc/fixture.ts';
import { openSiteFixture, SHOP, type SiteFixture } from '../../../support/rpc/site.ts';
import { useWasmKernel } from '../../../support/wasm-kernel.ts';

beforeAll(useWasmKernel);
const TO = { destinations: [{ address: PAYEE, amount: XMR }] };
const budget = (amount: bigint) => ({ amount, period: 'day', expires: NOW / 1000 + 1000 });
const INVOICE = {
  id: '0123456789abcdef',
  address: PAYEE,
  amount: XMR / 2n,
  note: 'Two books',
  created: NOW / 1000,
  expires: NOW / 1000 + 600,
  confirmations: 10,
};

/** A site that may ask for payments from account 0, within this budget without asking. */
const openPaying = async (
  amount?: bigint,
  options?: Parameters<typeof openSiteFixture>[0],
): Promise<SiteFixture> => {
  const fixture = await openSiteFixture(options);
  fixture.node.answer();
  await fixture.connect(
    {},
    { spend: true, pay_from: 0, ...(amount !== undefined && { budget: budget(amount) }) },
  );
  return fixture;
};
const logOf = async ({ call }: SiteFixture) => (await call('x_sites')).sites?.[0]?.log ?? [];
const left = async ({ call }: SiteFixture) => (await call('x_sites')).sites?.[0]?.spend?.budget?.left;

describe('a payment that a site asks for', () => {
  it('is prepared and shown, and sent when the person approves', async () => {
    const fixture = await openPaying();
    const { ask, call, node } = fixture;
    const { id, kind, payment, learns } = await ask('transfer', TO);
    expect({ kind, learns }).toEqual({ kind: 'payment', learns: ['payment'] });
    expect(payment).toMatchObject({ payees: TO.destinations, account: 0, amount: XMR, over_budget: false });
    expect(payment!.total).toBe(XMR + payment!.fee);
    expect(node.relayed).toHaveLength(0);
    const { result } = await call('x_site_answer', { id, approve: true });
    expect(node.relayed).toHaveLength(1);
    const { pending = [] } = await call('get_transfers', { pending: true });
    expect(result).toEqual({ tx_hash: pending[0]?.txid, amount: XMR, fee: payment!.fee });
    expect(pending[0]).toMatchObject({ note: SHOP, amount: XMR });
    expect((await logOf(fixture)).at(-1)).toMatchObject({
      method: 'transfer',
      outcome: 'done',
      amount: payment!.total,
      txid: pending[0]!.txid,
    });
  });
  it('is dropped when the person says no', async () => {
    const fixture = await openPaying();
    const { id } = await fixture.ask('transfer', TO);
    expect(await fixture.call('x_site_answer', { id, approve: false })).toMatchObject({
      error: { code: 4001 },
    });
    expect(fixture.node.relayed).toHaveLength(0);
    expect((await logOf(fixture)).at(-1)).toMatchObject({ method: 'transfer', outcome: 'rejected' });
  });
  // threat: site-reads
  it('tells a site nothing of what the wallet has: too large an amount is a question, too', async () => {
    const { ask, call } = await openPaying();
    for (const amount of [1000n * XMR, (79n * XMR) / 10n]) {
      const { id, payment } = await ask('transfer', { destinations: [{ address: PAYEE, amount }] });
      expect(payment!.problem?.fault).toMatch(
        /^(not_enough_money|not_enough_unlocked_money|tx_not_possible)$/,
      );
      expect(await call('x_site_answer', { id, approve: true })).toEqual({
        error: { code: 4001, message: 'The person rejected the request' },
      });
    }
  });
  it('is a question when the node is away, when the wallet is view-only, and when an output is not there', async () => {
    const fixture = await openPaying();
    const image = keyImage(fixture.wallet, 'seven');
    // 7 XMR lie in account 1: the site pays from account 0.
    for (const key_image of [image, 'ab'.repeat(32)])
      expect((await fixture.ask('sweep_single', { address: PAYEE, key_image })).payment).toMatchObject({
        problem: { fault: 'unknown_key_image' },
      });
    fixture.node.silence();
    expect((await fixture.ask('transfer', TO)).payment?.problem).toMatchObject({
      fault: expect.stringMatching(/^node_/) as string,
    });
  });
  it('is refused at once for what the site itself got wrong', async () => {
    const { error } = await openPaying();
    expect(await error('transfer', { destinations: [{ address: 'x', amount: 1n }] })).toMatchObject({
      code: -2,
    });
    expect(await error('transfer', {})).toMatchObject({ code: -20 });
    expect(await error('transfer', { destinations: [{ address: PAYEE }] })).toMatchObject({ code: -46 });
    expect(await error('sweep_all', { address: '' })).toMatchObject({ code: -2 });
    expect(await error('sweep_single', { address: PAYEE, key_image: 'zz' })).toMatchObject({ code: -10 });
  });
  it('is not sent for an invoice that has expired while the question waited', async () => {
    const { ask, call, clock, node } = await openPaying();
    const { id } = await ask('monero_payInvoice', { invoice: { ...INVOICE, expires: NOW / 1000 + 60 } });
    await clock.advance(61_000);
    expect(await call('x_site_answer', { id, approve: true })).toEqual({
      error: { code: -4, message: 'The invoice has expired' },
    });
    expect(node.relayed).toHaveLength(0);
  });
  // threat: site-consent
  it('needs the permission still when the person approves', async () => {
    const { ask, call, node } = await openPaying();
    const { id } = await ask('transfer', TO);
    await call('x_set_site', { origin: SHOP });
    expect(await call('x_site_answer', { id, approve: true })).toMatchObject({ error: { code: 4100 } });
    expect(node.relayed).toHaveLength(0);
  });
  // threat: site-consent
  it('is neither paid nor asked after the site was turned off in the extension, also while it is prepared', async () => {
    for (const amount of [10n * XMR, undefined]) {
      const fixture = await openPaying(amount);
      const settings = fixture.session.world.settings as SharedSettings;
      const asked = amount === undefined ? await fixture.ask('transfer', TO) : undefined;
      await markSite(settings, SHOP, 'off');
      if (asked)
        expect(await fixture.call('x_site_answer', { id: asked.id, approve: true })).toMatchObject({
          error: { code: 4100 },
        });
      for (const method of ['transfer', 'get_address', 'monero_requestPermissions'])
        expect(await fixture.error(method, method === 'transfer' ? TO : {})).toMatchObject({ code: 4100 });
      expect(await fixture.call('x_site_view', { origin: SHOP })).not.toHaveProperty('height');
      expect(fixture.node.relayed).toHaveLength(0);
      // Turned on again it has neither its connection nor its budget.
      await markSite(settings, SHOP, 'on');
      expect(await fixture.error('transfer', TO)).toMatchObject({ code: 4100 });
      expect((await fixture.call('x_sites')).sites?.[0]).toMatchObject({ connected: false });
      expect(fixture.node.relayed).toHaveLength(0);
      await fixture.connect();
      expect(await fixture.result('get_address')).toHaveProperty('address');
    }
  });
  // threat: site-consent
  it('is not paid from a budget that is older than the last time the site was turned off', async () => {
    const fixture = await openPaying(10n * XMR);
    const settings = fixture.session.world.settings as SharedSettings;
    await markSite(settings, SHOP, 'off');
    await markSite(settings, SHOP, 'on');
    expect(await fixture.call('x_site_view', { origin: SHOP })).not.toHaveProperty('height');
    expect(await fixture.error('transfer', TO)).toMatchObject({ code: 4100 });
    expect(fixture.node.relayed).toHaveLength(0);
  });
  // threat: site-consent
  it('within the budget is not sent when the site is turned off while it is prepared', async () => {
    const fixture = await openPaying(10n * XMR);
    const settings = fixture.session.world.settings as SharedSettings;
    const get = settings.get.bind(settings);
    // The first look is that at the request, and the second the one before the money moves.
    let looks = 0;
    const spy = vi.spyOn(settings, 'get').mockImplementation(async (key) => {
      if (key.startsWith('site ') && (looks += 1) === 3) await markSite(settings, SHOP, 'off');
      return get(key);
    });
    expect(await fixture.error('transfer', TO)).toMatchObject({ code: 4100 });
    spy.mockRestore();
    expect(fixture.node.relayed).toHaveLength(0);
  });
  // threat: site-budget
  it('is made once for one request, which two windows may have got', async () => {
    const fixture = await openPaying(10n * XMR);
    const request = { origin: SHOP, method: 'transfer', params: TO, request: 'nonce 1' };
    const [one, two] = await Promise.all([
      fixture.call('x_site_request', request),
      fixture.call('x_site_request', request),
    ]);
    expect(one.done).toHaveProperty('result');
    expect(two.done).toMatchObject({ error: { code: -4, data: { reason: 'may_succeed' } } });
    expect((await fixture.call('x_site_request', request)).done).toEqual(two.done);
    expect(fixture.node.relayed).toHaveLength(1);
    const other = await fixture.call('x_site_request', { ...request, request: 'nonce 2' });
    expect(other.done).toHaveProperty('result');
  });
  // threat: site-consent
  it('that the person confirms in two windows is sent once', async () => {
    const fixture = await openPaying();
    const request = { origin: SHOP, method: 'transfer', params: TO, request: 'nonce 1' };
    const asks = [
      await fixture.call('x_site_request', request),
      await fixture.call('x_site_request', request),
    ];
    const answers = [];
    for (const { ask } of asks)
      answers.push(await fixture.call('x_site_answer', { id: ask!.id, approve: true }));
    expect(answers[0]).toHaveProperty('result');
    expect(answers[1]).toMatchObject({ error: { code: -4, data: { reason: 'may_succeed' } } });
    expect(fixture.node.relayed).toHaveLength(1);
  });
  it('shows the person why it failed, and the site whether it may succeed', async () => {
    const fixture = await openPaying();
    fixture.node.relayFault = 'relay_unknown';
    const { id } = await fixture.ask('transfer', TO);
    expect(await fixture.call('x_site_answer', { id, approve: true })).toMatchObject({
      error: { code: -4, data: { reason: 'may_succeed' } },
      problem: { fault: 'relay_unknown' },
    });
    fixture.node.relayFault = 'tx_rejected';
    const again = await fixture.ask('transfer', TO);
    expect(await fixture.call('x_site_answer', { id: again.id, approve: true })).toMatchObject({
      error: { code: -4, data: { reason: 'not_sent' } },
      problem: { fault: 'tx_rejected' },
    });
    expect((await logOf(fixture)).map(({ outcome }) => outcome)).toEqual(['done', 'done', 'failed']);
  });
  it('may succeed while one of its transactions waits or is in a block', async () => {
    const { wallet } = await openPaying();
    const { maySucceed } = wallet.payments;
    expect(maySucceed([txid('failed'), txid('paid')])).toBe(true);
    expect(maySucceed([txid('failed')])).toBe(false);
  });
  // threat: site-reads
  it('sweeps the paying account only when the person approves, whatever the budget', async () => {
    const fixture = await openPaying(1000n * XMR);
    const { id, payment, learns } = await fixture.ask('sweep_all', { address: PAYEE });
    expect(learns).toContain('balance');
    expect(payment).toMatchObject({
      sweep: true,
      account: 0,
      payees: [{ address: PAYEE, amount: payment!.amount }],
    });
    expect(payment!.total).toBe((79n * XMR) / 10n);
    const { result } = await fixture.call('x_site_answer', { id, approve: true });
    expect(result).toMatchObject({ amount_list: [payment!.amount] });
  });
});

// threat: site-budget
describe('a budget', () => {
  it('covers payments without a question, fees included, until too little is left', async () => {
    const fixture = await openPaying(2n * XMR);
    const paid = (await fixture.result('transfer', TO)) as { fee: bigint };
    expect(await left(fixture)).toBe(XMR - paid.fee);
    const { payment } = await fixture.ask('transfer', TO);
    expect(payment).toMatchObject({ over_budget: true });
    expect(fixture.node.relayed).toHaveLength(1);
    expect((await logOf(fixture)).at(-1)).toMatchObject({ outcome: 'done', amount: XMR + paid.fee });
  });
  it('gets the amount back when nothing left the device, and keeps it spent when that is not certain', async () => {
    const fixture = await openPaying(3n * XMR);
    fixture.node.relayFault = 'tx_rejected';
    expect(await fixture.error('transfer', TO)).toMatchObject({ code: -4, data: { reason: 'not_sent' } });
    // The node has the bytes, so the transaction may be mined after all.
    const afterRefusal = (await left(fixture))!;
    expect(afterRefusal).toBeLessThan(2n * XMR);
    fixture.node.relayFault = 'relay_unknown';
    expect(await fixture.error('transfer', TO)).toMatchObject({ data: { reason: 'may_succeed' } });
    expect(await left(fixture)).toBeLessThan(XMR);
  });
  it('gets the amount back when the relay fails before any byte is sent', async () => {
    const fixture = await openPaying(3n * XMR);
    const { wallet, node } = fixture;
    // The node goes away between the preparation and the relay.
    const commit = wallet.ledger.commit.bind(wallet.ledger);
    let seen = false;
    Object.assign(wallet.ledger, {
      commit: async (given: Parameters<typeof commit>[0]) => {
        await commit(given);
        if (!seen && wallet.state.tables.sites.get(SHOP)?.spend?.budget?.spent) {
          seen = true;
          node.silence();
        }
      },
    });
    expect(await fixture.error('transfer', TO)).toMatchObject({ data: { reason: 'not_sent' } });
    expect(await left(fixture)).toBe(3n * XMR);
  });
  it('does not cover a payment from an account that the person took away while it was prepared', async () => {
    const fixture = await openPaying(3n * XMR);
    const { payments } = fixture.wallet;
    const add = payments.add.bind(payments);
    Object.assign(payments, {
      add: async (txs: Parameters<typeof add>[0]) => {
        await fixture.call('x_set_site', { origin: SHOP, spend: { account: 1, budget: budget(3n * XMR) } });
        return add(txs);
      },
    });
    const { payment } = await fixture.ask('transfer', TO);
    expect(payment).toMatchObject({ account: 0, over_budget: true });
    expect(fixture.node.relayed).toHaveLength(0);
    expect(await left(fixture)).toBe(3n * XMR);
  });
  it('is never exceeded by many payments at once', async () => {
    // There is money for two payments, and the budget covers one.
    const fixture = await openPaying(XMR / 2n);
    const small = { destinations: [{ address: PAYEE, amount: XMR / 3n }] };
    const answers = await Promise.all(Array.from({ length: 30 }, () => fixture.request('transfer', small)));
    const done = answers.filter(({ done: d }) => d?.result);
    expect(done).toHaveLength(1);
    expect(fixture.node.relayed).toHaveLength(1);
    const sent = (await logOf(fixture)).reduce(
      (sum, { amount = 0n, outcome }) => sum + (outcome === 'done' ? amount : 0n),
      0n,
    );
    expect(sent).toBeLessThanOrEqual(XMR / 2n);
    expect(await left(fixture)).toBe(XMR / 2n - sent);
    // The others are questions, few of them, or refused.
    expect(answers.filter(({ ask }) => ask).length).toBeLessThanOrEqual(5);
  });
});

describe('monero_payInvoice', () => {
  it('pays the invoice and proves it with the id of the invoice', async () => {
    const fixture = await openPaying();
    const { id, payment, learns } = await fixture.ask('monero_payInvoice', { invoice: INVOICE });
    expect(learns).toEqual(['payment', 'proof']);
    expect(payment).toMatchObject({
      payees: [{ address: PAYEE, amount: XMR / 2n }],
      invoice: { id: INVOICE.id, note: 'Two books' },
    });
    const { result } = await fixture.call('x_site_answer', { id, approve: true });
    const { tx_hash, proof } = result as { tx_hash: string; proof: string };
    expect(proof).toMatch(/^OutProofV2/);
    const blob = fixture.node.relayed[0]!;
    fixture.node.transactions.push({
      txid: asTxId(fromHex(tx_hash)),
      blob,
      pruned: false,
      inPool: true,
      outputIndices: [],
      doubleSpendSeen: false,
    });
    const claim = { txid: tx_hash, address: PAYEE, signature: proof };
    expect(await fixture.call('check_tx_proof', { ...claim, message: INVOICE.id })).toMatchObject({
      good: true,
      received: XMR / 2n,
    });
    expect(await fixture.call('check_tx_proof', { ...claim, message: 'ffffffffffffffff' })).toMatchObject({
      good: false,
    });
  });
  it('refuses an invoice that has expired or has no proper id', async () => {
    const { error } = await openPaying();
    const asked = (more: object) => error('monero_payInvoice', { invoice: { ...INVOICE, ...more } });
    expect(await asked({ created: 1, expires: NOW / 1000 - 1 })).toMatchObject({ code: -4 });
    for (const id of ['', 'zz', INVOICE.id.toUpperCase() + '0'])
      expect(await asked({ id })).toEqual({ code: -4, message: 'Invalid invoice: id (range)' });
    expect(await asked({ account_index: 1 })).toMatchObject({ code: -4 });
    expect(await error('monero_payInvoice', { invoice: [] })).toMatchObject({ code: -32602 });
  });
});

describe('get_tx_proof for a site', () => {
  // threat: site-reads
  it('proves what the site had paid, and nothing else of the person', async () => {
    const fixture = await openPaying(2n * XMR);
    const { tx_hash } = (await fixture.result('transfer', TO)) as { tx_hash: string };
    expect(
      await fixture.result('get_tx_proof', { txid: tx_hash, address: PAYEE, message: 'order 5' }),
    ).toMatchObject({
      signature: expect.stringMatching(/^OutProofV2/) as string,
    });
    const unknown = { code: -8, message: 'Transaction not found.' };
    // Payments of the person's own, our change address, and a transaction that does not exist.
    const own = await fixture.call('transfer', TO);
    expect(await fixture.error('get_tx_proof', { txid: own.tx_hash, address: PAYEE })).toEqual(unknown);
    expect(await fixture.error('get_tx_proof', { txid: txid('paid'), address: PAYEE })).toEqual(unknown);
    expect(await fixture.error('get_tx_proof', { txid: tx_hash, address: ownAddress(0, 0) })).toEqual(
      unknown,
    );
    expect(await fixture.error('get_tx_proof', { txid: 'ab'.repeat(32), address: PAYEE })).toEqual(unknown);
  });
});
