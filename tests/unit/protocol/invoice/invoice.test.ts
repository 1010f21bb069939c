import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { U64_MAX } from '../../../../src/base/amount.ts';
import { formatAddress } from '../../../../src/protocol/address/address.ts';
import { parsePaymentUri } from '../../../../src/protocol/address/uri.ts';
import {
  MAX_INVOICE_CONFIRMATIONS,
  MAX_TEXT,
  MAX_TIME,
  readInvoice,
  type Invoice,
} from '../../../../src/protocol/invoice/invoice.ts';
import { makeRequestLink } from '../../../../src/protocol/invoice/link.ts';
import { accountFromSeed } from '../../../../src/protocol/keys/account.ts';
import { faultOf } from '../../../support/faults.ts';

const address = formatAddress({
  network: 'stagenet',
  kind: 'subaddress',
  ...accountFromSeed(new Uint8Array(32).fill(1)),
});
const invoice: Invoice = {
  id: '00ff00ff00ff00ff',
  address,
  amount: 1_500_000_000_000n,
  note: 'Order 17',
  message: 'Two teas',
  created: 1_700_000_000,
  expires: 1_700_003_600,
  confirmations: 10,
  currency_note: '12.50 EUR',
};
const read = (value: unknown) => readInvoice('stagenet', value);

/** Texts as people write them, without the characters that the reader refuses. */
const text = (maxLength: number) =>
  fc
    .string({ unit: 'grapheme', maxLength })
    .map((value) => value.slice(0, maxLength))
    .filter((value) => !/[\p{Cc}\p{Cs}\u061c\u200e\u200f\u202a-\u202e\u2066-\u2069]/u.test(value));
const invoices: fc.Arbitrary<Invoice> = fc
  .record(
    {
      id: fc.stringMatching(/^[0-9a-f]{16}$/),
      amount: fc.bigInt({ min: 1n, max: U64_MAX }),
      note: text(MAX_TEXT.note),
      message: text(MAX_TEXT.message).filter((value) => value !== ''),
      created: fc.nat(),
      lasts: fc.integer({ min: 1, max: 1e9 }),
      confirmations: fc.integer({ min: 0, max: MAX_INVOICE_CONFIRMATIONS }),
      currency_note: text(MAX_TEXT.currency_note).filter((value) => value !== ''),
    },
    { requiredKeys: ['id', 'amount', 'note', 'created', 'lasts', 'confirmations'] },
  )
  .map(({ lasts, ...fields }) => ({ ...fields, address, expires: fields.created + lasts }));

describe('an invoice', () => {
  it('is read as it is, with all fields and with the required ones', () => {
    const { message: _message, currency_note: _note, ...required } = invoice;
    expect(read(invoice)).toEqual(invoice);
    expect(read(required)).toEqual(required);
    fc.assert(
      fc.property(invoices, (any) => {
        expect(read(any)).toEqual(any);
      }),
    );
  });
  it('needs an id, an address and an amount only', () => {
    const { id, amount } = invoice;
    const usual = { note: '', created: 0, expires: MAX_TIME, confirmations: 10 };
    for (const given of [amount, String(amount), Number(amount)])
      expect(read({ id, address, amount: given })).toEqual({ id, address, amount, ...usual });
  });
  it.each([
    ['', 'type', undefined],
    ['', 'type', []],
    ['fee', 'unknown', { ...invoice, fee: 1n }],
    ['constructor', 'unknown', { ...invoice, constructor: 'x' }],
    ['__proto__', 'unknown', JSON.parse('{ "__proto__": {} }')],
    ['id', 'type', { ...invoice, id: 17 }],
    ['id', 'range', { ...invoice, id: '00FF00FF00FF00FF' }],
    ['address', 'type', { ...invoice, address: null }],
    ['amount', 'type', { ...invoice, amount: 1.5 }],
    ['amount', 'type', { ...invoice, amount: '1.5' }],
    ['amount', 'type', { ...invoice, amount: 2 ** 53 }],
    ['amount', 'range', { ...invoice, amount: 0n }],
    ['amount', 'range', { ...invoice, amount: '18446744073709551616' }],
    ['amount', 'range', { ...invoice, amount: U64_MAX + 1n }],
    ['created', 'type', { ...invoice, created: 1.5 }],
    ['expires', 'range', { ...invoice, expires: invoice.created }],
    ['confirmations', 'range', { ...invoice, confirmations: 721 }],
    ['confirmations', 'range', { ...invoice, confirmations: -1 }],
    ['note', 'type', { ...invoice, note: 7 }],
    ['expires', 'range', { ...invoice, expires: 253_402_300_800 }],
    ['note', 'too_long', { ...invoice, note: 'x'.repeat(201) }],
    ['message', 'characters', { ...invoice, message: 'line\nline' }],
    ['note', 'characters', { ...invoice, note: '\u202etxet' }],
    ['currency_note', 'characters', { ...invoice, currency_note: '\ud800' }],
  ])('is refused with the field that is wrong (%s: %s)', (field, reason, value) => {
    expect(faultOf(() => read(value))).toEqual({ code: 'bad_invoice', field, reason });
  });
  it('has no character that turns the direction of a text or cannot be seen in it', () => {
    const turning = [
      0x61c, 0x200e, 0x200f, 0x202a, 0x202b, 0x202c, 0x202d, 0x202e, 0x2066, 0x2067, 0x2068, 0x2069,
    ];
    for (const code of turning)
      expect(
        faultOf(() => read({ ...invoice, note: `a${String.fromCodePoint(code)}b` })),
        code.toString(16),
      ).toMatchObject({ field: 'note', reason: 'characters' });
  });
  it('is refused when its address is damaged or of another network', () => {
    expect(faultOf(() => read({ ...invoice, address: address.slice(1) }))).toMatchObject({
      code: 'bad_address',
    });
    expect(faultOf(() => readInvoice('mainnet', invoice))).toMatchObject({ code: 'wrong_network' });
  });
  it('never makes the reader fail otherwise, whatever the value is', () => {
    const fields = fc.record(
      Object.fromEntries(Object.keys(invoice).map((name) => [name, fc.anything({ withBigInt: true })])),
      { requiredKeys: [] },
    );
    fc.assert(
      fc.property(fc.oneof(fc.anything(), fields), (value) => {
        expect(faultOf(() => read(value))).toMatchObject({
          code: expect.stringMatching(/^bad_/) as string,
        });
      }),
    );
  });
});

describe('the link of a payment request', () => {
  it('has amount and purpose in a form that every wallet reads', () => {
    const link = makeRequestLink('stagenet', { ...invoice, note: 'a=b & c' });
    expect(link).toBe(`monero:${address}?tx_amount=1.500000000000&tx_description=a%3Db%20%26%20c`);
    expect(parsePaymentUri('stagenet', link)).toMatchObject({
      recipients: [{ address, amount: invoice.amount, name: '' }],
      description: 'a=b & c',
    });
  });
});
