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
  it('do not blame the present node alone when it contradicts what another may have said', () => {
    const text = oneLine(sentenceFor('node_bad_answer', { ...WORST, kind: 'indices' }));
    expect(text).toMatch(/^node\.example:18089 contradicts .* or an earlier node .*“Read the chain again”/);
    expect(text).not.toContain('broken');
  });
  it('never suggest sending again when a payment may be under way', () => {
    expect(oneLine(sentenceFor('relay_unknown', { txid: 'ab' }))).toContain('Do not send it again');
  });
});

/** Faults that have several reasons, and their reasons: a part of the sentence for each. One that is missing does not compile. */
type Reasons<Code extends FaultCode> =
  FaultData<Code> extends { readonly reason: infer Reason extends string }
    ? string extends Reason
      ? never
      : Readonly<Record<Reason, string>>
    : never;
/** Only calls of the console cause these, and it shows what a program gets. */
type OfPrograms = 'bad_background' | 'bad_idempotency_key';
type Reasoned = Exclude<
  { [Code in FaultCode]: Reasons<Code> extends never ? never : Code }[FaultCode],
  OfPrograms
>;
const REASONS: { readonly [Code in Reasoned]: Reasons<Code> } = {
  worker_failed: { silent: 'does not start', script: 'could not be loaded', ended: 'has ended' },
  bad_uri: {
    scheme: 'not a payment link',
    address: 'address in this link',
    parameter: 'cannot be read',
    duplicate: 'same thing twice',
    amount: 'amount in this link',
    payment_id: 'a payment ID',
    two_payment_ids: 'two payment IDs',
    unequal_counts: 'more addresses than amounts',
    unsupported: 'Ostro does not read',
    currency: 'currency',
    too_long: 'too long',
  },
  unreadable_keys: {
    nothing: 'no keys here yet',
    length: 'too long',
    no_spend_key: 'can only watch',
    hex: 'neither words nor keys',
    key_length: 'A key has 64 characters; this one has',
    key_character: 'never occurs in a key',
    many_keys: 'more than two keys',
    address: 'address beside the keys',
    only_address: 'This is an address',
    payment: 'payment link',
    proof: 'This is a proof',
    passphrase: 'no extra word',
  },
  bad_address: {
    characters: 'not an address',
    length: 'not complete',
    checksum: 'character is wrong',
    prefix: 'another coin',
    point: 'Ask for a new one',
  },
  bad_polyseed: { checksum: 'do not fit', languages: 'two languages', features: 'newer kind' },
  bad_keys_file: {
    shape: 'ends in .keys',
    keys: 'do not belong together',
    device: 'hardware wallet',
    lookahead: 'look-ahead',
  },
  bad_cache: { shape: 'another wallet', old: 'before 2022', damaged: 'cannot be read' },
  bad_envelope: { magic: 'not the file', size: 'another wallet', signature: 'another wallet' },
  bad_kex_message: {
    short: 'not a message',
    magic: 'not a message',
    size: 'not a message',
    encoding: 'not a message',
    old: 'too old',
    round: 'not valid',
    key: 'not valid',
    signer: 'not valid',
    signature: 'incomplete or was changed',
  },
  bad_kex_round: {
    round: 'another round',
    none: 'missing',
    complete: 'finished already',
    twice: 'the same signer',
    signers: 'missing',
    not_a_signer: 'no signer',
    keys: 'wrong number of keys',
    own_keys: 'damaged',
    other_address: 'different addresses',
  },
  bad_multisig_seed: { hex: 'not the seed', size: 'not the seed', keys: 'do not belong together' },
  bad_multisig_info: {
    shape: 'cannot be read',
    signer: 'is false',
    point: 'is false',
    not_a_signer: 'no signer',
    count: 'finish reading',
    parts: 'is false',
  },
  bad_companion: {
    magic: 'not a companion',
    damaged: 'damaged',
    too_new: 'newer version',
    too_large: 'too much',
    spend_key: 'can spend',
    other_wallet: 'another wallet',
  },
  bad_outputs: {
    nothing_asked: 'no such list',
    start: 'no such list',
    gap: 'in between',
    total: 'cannot be read',
    index: 'cannot be read',
    foreign: 'do not belong to this wallet',
    unreadable: 'cannot be read',
  },
  bad_key_images: {
    offset: 'in between',
    too_many: 'not read here yet',
    domain: 'not valid',
    conflict: 'do not belong to this wallet',
  },
  bad_node_list: { role: 'not in the list', twice: 'twice', too_many: 'too many' },
  unsound_proof: {
    header: 'not a proof of this kind',
    size: 'missing or wrong',
    encoding: 'missing or wrong',
    count: 'does not fit this transfer',
    derivations: 'does not fit this transfer',
    no_tx_key: 'does not fit this transfer',
    data: 'missing or wrong',
    key_image_twice: 'contradicts',
    output_twice: 'contradicts',
    other_address: 'another address',
    unconfirmed: 'in no block yet',
    output_index: 'contradicts',
    foreign_output: 'contradicts',
  },
  cannot_prove: {
    tx_key: 'payment key',
    nothing_received: 'got nothing',
    spend_key: 'no spend key',
    not_ours: 'did not make',
    partly_ours: 'did not make',
    ring: 'without the coin',
    full_wallet: 'no spend key',
    zero_balance: 'no money',
    too_little: 'less than that',
    zero_amount: 'zero',
  },
  cannot_give_up: { in_pool: 'The node has', unread_blocks: 'not read', sending: 'being sent' },
  carrot_undefined: {
    outputs: 'signing device',
    key_images: 'key images',
    multisig: 'Several signers',
    tx_key: 'Payment keys',
    tx_proof: 'Proofs of transfers',
    spend_proof: 'Proofs of transfers',
    reserve: 'Proofs of transfers',
  },
  output_not_spendable: {
    spent: 'already spent',
    locked: 'still locked',
    frozen: 'frozen',
    unknown: 'cannot spend this coin',
    bound: 'Another payment',
    later: 'new rules',
    ring: 'too old',
  },
  bad_invoice: {
    type: 'not valid',
    range: 'not valid',
    too_long: 'not valid',
    characters: 'look like another text',
    unknown: 'not valid',
  },
  bad_payment_request: {
    range: 'later than now',
    too_long: 'at most 200 characters',
    characters: 'look like another text',
  },
};

const dataFor = (reason: string): Readonly<Record<string, unknown>> => ({
  ...WORST,
  reason,
  detail: 'checksum',
  field: reason === 'range' ? 'expires' : 'purpose',
});

describe('a fault with several reasons', () => {
  it.each(Object.entries(REASONS))('has a sentence that is right for each: %s', (code, reasons) => {
    for (const [reason, part] of Object.entries(reasons))
      expect(oneLine(sentenceFor(code, dataFor(reason))), reason).toContain(part);
  });
  it.each(Object.entries(REASONS))('has another sentence for each other cause: %s', (code, reasons) => {
    const sentences = Object.keys(reasons).map((reason) => oneLine(sentenceFor(code, dataFor(reason))));
    expect(new Set(sentences).size).toBe(new Set(Object.values(reasons)).size);
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

describe('the message for a payment that a node refused', () => {
  const of = (...flags: string[]): string => oneLine(sentenceFor('tx_rejected', { reason: '', flags }));
  it('advises not to send again when its money was already spent', () => {
    for (const text of [of('double_spend'), of('invalid_input', 'double_spend')])
      expect(text).toMatch(/already spent.*Do not send again/);
  });
  it('names one reason for each flag', () => {
    const flags = ['double_spend', 'fee_too_low', 'too_big', 'invalid_input', 'low_mixin', 'unknown'];
    expect(new Set(flags.map((flag) => of(flag))).size).toBe(flags.length);
    expect(of('tx_extra_too_big')).toBe(of('too_big'));
  });
});
