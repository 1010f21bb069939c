import { describe, expect, it } from 'vitest';
import { RpcError, type FaultCode, type FaultData } from '../../../src/client/client.ts';
import { explain, FAULTS, oneLine, sentenceFor } from '../../../src/ui/messages/explain.ts';

const WORST = {
  address: 'https://node.example:18089',
  expected: 'mainnet',
  actual: 'stagenet',
  height: 100,
  target: 3_000_000,
  seconds: 30,
  status: 502,
  name: 'Everyday',
  index: 10,
  word: 'sailer',
  count: 24,
  available: 12_000_000_000_000n,
  needed: 15_000_000_000_000n,
  unlocked: 10_000_000_000_000n,
  fee: 30_000_000n,
  highest: 90_000_000n,
  amount: 20_000_000n,
  transactions: 3,
  depth: 12,
  max: 15,
  n: 20,
  reason: 'checksum',
};

describe('fault messages', () => {
  it.each(Object.keys(FAULTS))('say what happened and what to do, with a full stop, for %s', (code) => {
    const { what, then } = sentenceFor(code, WORST);
    for (const sentence of [what, then]) {
      expect(sentence).toMatch(/^[A-Z0-9“‘a-z][^]*\.$/);
      expect(sentence).not.toMatch(/undefined|NaN|\[object|!|please|oops/i);
    }
  });
  it.each(Object.keys(FAULTS))('need no data for %s', (code) => {
    expect(oneLine(sentenceFor(code))).not.toMatch(/undefined|NaN|\[object/);
  });
  it('contain exact amounts, whether these arrived as bigint or as small numbers', () => {
    const data = { available: 12_408_513_270_000n, needed: 15_000_000_000_000 };
    expect(sentenceFor('not_enough_money', data).what).toBe(
      'You have 12.40851327\u00a0XMR; this needs 15.00\u00a0XMR with the fee.',
    );
  });
  it('count words from one, and suggest the most similar word', () => {
    const data = { index: 10, word: 'sailer', suggestion: 'sailor' };
    expect(oneLine(sentenceFor('unknown_word', data))).toBe(
      'Word 11, “sailer”, is not one of the words in use. Did you mean “sailor”?',
    );
  });
  it('never suggest sending again when a payment may be under way', () => {
    expect(oneLine(sentenceFor('relay_unknown', { txid: 'ab' }))).toContain('Do not send it again');
  });
});

/** The reasons of a fault that has several. A reason that is missing here does not compile. */
type Reasons<Code extends FaultCode> =
  FaultData<Code> extends { readonly reason: infer Reason extends string }
    ? Readonly<Record<Reason, true>>
    : never;
const REASONS: {
  readonly bad_uri: Reasons<'bad_uri'>;
  readonly unreadable_keys: Reasons<'unreadable_keys'>;
  readonly bad_address: Reasons<'bad_address'>;
  readonly bad_polyseed: Reasons<'bad_polyseed'>;
} = {
  bad_uri: {
    scheme: true,
    address: true,
    parameter: true,
    duplicate: true,
    amount: true,
    payment_id: true,
    two_payment_ids: true,
    unequal_counts: true,
    unsupported: true,
    currency: true,
    too_long: true,
  },
  unreadable_keys: {
    nothing: true,
    length: true,
    no_spend_key: true,
    hex: true,
    key_length: true,
    key_character: true,
    many_keys: true,
    address: true,
    only_address: true,
    payment: true,
    proof: true,
    passphrase: true,
  },
  bad_address: { characters: true, length: true, checksum: true, prefix: true, point: true },
  bad_polyseed: { checksum: true, languages: true, features: true },
};

describe('a fault with several reasons', () => {
  it.each(Object.entries(REASONS))('has a sentence of its own for each: %s', (code, reasons) => {
    const sentences = Object.keys(reasons).map((reason) =>
      oneLine(sentenceFor(code, { ...WORST, reason, detail: 'checksum' })),
    );
    expect(new Set(sentences).size).toBe(sentences.length);
  });
  it('says what is wrong with the address of a link, as for the address alone', () => {
    for (const detail of Object.keys(REASONS.bad_address)) {
      const link = oneLine(sentenceFor('bad_uri', { reason: 'address', detail }));
      expect(link).toContain(oneLine(sentenceFor('bad_address', { reason: detail })));
    }
    expect(oneLine(sentenceFor('bad_uri', { reason: 'address', detail: 'network' }))).toContain(
      'another network',
    );
  });
});

describe('the message for a refused call', () => {
  it("is chosen by the fault, not by the error's message", () => {
    const error = new RpcError(-22, 'WALLET_RPC_ERROR', { fault: 'wrong_password' });
    expect(explain(error)).toMatchObject({ fault: 'wrong_password', code: 'wrong_password' });
    expect(explain(error).what).toContain('not the password');
  });
  it('is found for faults of lower modules, which carry their code', () => {
    expect(explain({ code: 'too_many_decimals', data: { text: '1' } }).what).toContain('12 decimals');
  });
  it('admits an unexpected error, and has its message in the details', () => {
    expect(explain(new Error('boom'))).toMatchObject({ fault: '', code: 'boom' });
    expect(explain(undefined).what).toContain('did not expect');
    expect(explain(new RpcError(-1, 'odd', {})).code).toBe('odd');
  });
});
