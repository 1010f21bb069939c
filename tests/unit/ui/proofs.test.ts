import { describe, expect, it } from 'vitest';
import { createClient } from '../../../src/client/client.ts';
import { CheckState } from '../../../src/ui/features/proofs/check.svelte.ts';
import {
  appAddress,
  findIn,
  fitsCode,
  fitsLink,
  kindOf,
  linkTo,
  readLink,
  type Claim,
  type ProofKind,
} from '../../../src/ui/features/proofs/claim.ts';
import { wrap } from '../../../src/ui/widgets/picture.ts';
import {
  ReserveProofState,
  TextSignatureState,
  TransferProofState,
} from '../../../src/ui/features/proofs/prove.svelte.ts';
import {
  headline,
  mayChange,
  meaning,
  proofText,
  resultText,
  warning,
} from '../../../src/ui/features/proofs/words.ts';
import { readHash } from '../../../src/ui/state/router.svelte.ts';
import { Session } from '../../../src/ui/state/session.svelte.ts';
import { FakePort } from '../../support/fake-worker/port.ts';
import { ADDRESSES, PAYEE } from '../../support/fake-worker/values.ts';
import type { Scenario } from '../../support/fake-worker/wallet.ts';

const TXID = 'ab'.repeat(32);
const BASE = 'https://wallet.example/ostro/';
const BODY = '9xQ4TmcKfRxQ1GLAyPiHYSnoQBe'.repeat(5).slice(0, 132);
const CLAIMS: Readonly<Record<ProofKind, Claim>> = {
  sent: { kind: 'sent', proof: `OutProofV2${BODY}`, txid: TXID, address: PAYEE, message: 'Rad & Ω/#?=%\n🚲' },
  received: { kind: 'received', proof: `InProofV2${BODY}`, txid: TXID, address: PAYEE, message: '' },
  spending: { kind: 'spending', proof: `SpendProofV1${BODY}`, txid: TXID, address: '', message: ' a ' },
  reserve: { kind: 'reserve', proof: `ReserveProofV2${BODY}`, txid: '', address: ADDRESSES[0], message: '.' },
  message: { kind: 'message', proof: `SigV2${BODY}`, txid: '', address: PAYEE, message: 'line\n\nline' },
  key: { kind: 'key', proof: 'c0ffee00'.repeat(8), txid: TXID, address: PAYEE, message: '' },
};
const ALL = Object.values(CLAIMS);
const read = (link: string): Claim | undefined => readLink(readHash(link.slice(link.indexOf('#'))).args);

describe('the link of a proof', () => {
  it('gives back every kind with its message as it was', () => {
    for (const claim of ALL) {
      const link = linkTo(BASE, claim);
      expect(link.startsWith(`${BASE}#/check/`)).toBe(true);
      expect(link.endsWith(claim.proof)).toBe(true);
      expect(read(link)).toEqual(claim);
    }
  });
  it('is refused when a field is missing, twice, unknown, of another kind, or in a wrong encoding', () => {
    const good = linkTo(BASE, CLAIMS.sent);
    for (const bad of [
      good.replace(/tx=[^/]*\//, ''),
      good.replace(/message=[^/]*\//, ''),
      good.replace('message=', 'message=x/message='),
      good.replace(/message=[^/]*/, 'message=%E0%A4%A'),
      good.replace('/proof=', '/network=stagenet/proof='),
      good.replace('/proof=', '/__proto__=x/proof='),
      good.replace('/proof=', '/constructor=x/proof='),
      good.replace('OutProofV2', 'OutProofV3'),
      good.replace('OutProofV2', 'SpendProofV1'),
      good.replace('OutProofV2', 'SigV2'),
      good.replace(TXID, TXID.slice(1)),
      good.replace(PAYEE, PAYEE.slice(1)),
      good.replace(PAYEE, `${PAYEE.slice(0, 94)}<`),
      `${good}%3Cscript%3E`,
      `${good}0`,
      good.replace('/check/', '/check//check/'),
      '#/check/',
      '#/check/====',
    ])
      expect(read(bad), bad).toBeUndefined();
  });
  it('is refused when it is huge, without taking long', () => {
    const long = (claim: Partial<Claim>): string => linkTo(BASE, { ...CLAIMS.sent, ...claim });
    expect(read(long({ proof: `OutProofV2${'1'.repeat(5_000_000)}` }))).toBeUndefined();
    expect(read(long({ message: 'x'.repeat(1_000_000) }))).toBeUndefined();
    expect(readLink(Array.from({ length: 100_000 }, (_, i) => `message${i}=x`))).toBeUndefined();
  });
  it('is offered as a link and as a code only while it is short enough', () => {
    const size = (length: number): string =>
      linkTo(BASE, { ...CLAIMS.reserve, proof: 'ReserveProofV2'.padEnd(length, '1') });
    expect([fitsCode(linkTo(BASE, CLAIMS.sent)), fitsCode(size(1500)), fitsLink(size(1500))]).toEqual([
      true,
      false,
      true,
    ]);
    expect(fitsLink(size(9000))).toBe(false);
  });
  it('leads to the app, whichever of its pages is open', () => {
    for (const pathname of ['/ostro/', '/ostro/index.html', '/ostro/connect.html'])
      expect(appAddress({ protocol: 'https:', origin: 'https://wallet.example', pathname })).toBe(BASE);
  });
  it('names no file of this device', () => {
    const pathname = '/home/mara/ostro-offline.html';
    expect(appAddress({ protocol: 'file:', origin: 'null', pathname })).toBe('');
    for (const claim of ALL) expect(findIn(linkTo('', claim))).toEqual(claim);
  });
});

describe('a pasted text', () => {
  it('gives all of its link, in the text of a saved file too', () => {
    for (const claim of ALL) {
      const link = linkTo(BASE, claim);
      expect(findIn(`Hello, here it is: ${link} bye`)).toEqual(claim);
      expect(findIn(proofText(claim, link))).toEqual(claim);
    }
  });
  it('gives the proof, the ID and the address that are in it, without a link', () => {
    const { proof } = CLAIMS.sent;
    expect(findIn(`Transaction: ${TXID}\nAddress: ${PAYEE}\nProof: ${proof}.`)).toEqual({
      kind: 'sent',
      proof,
      txid: TXID,
      address: PAYEE,
    });
    expect(findIn(`${proof.slice(0, 60)}\r\n  ${proof.slice(60)}\n`)).toEqual({ kind: 'sent', proof });
  });
  it('gives nothing without a proof of a known kind', () => {
    for (const text of [
      '',
      'hello',
      TXID.slice(1),
      PAYEE,
      `xOutProofV2${BODY}`,
      `OutProofV9${BODY}`,
      'SigV2',
    ])
      expect(findIn(text), text).toEqual({});
    expect(kindOf(`OutProofV2${BODY} `)).toBeUndefined();
  });
});

const start = async (scenario: Scenario = 'home') => {
  const port = new FakePort(scenario, { delay: 0 });
  const session = new Session(createClient(port));
  session.listen();
  await session.start();
  const asked = () =>
    port.calls.filter(({ method }) => method === 'x_check_proof').map(({ params }) => params);
  return { port, session, asked, check: new CheckState(session) };
};
const fill = (check: CheckState, claim: Claim): void => {
  check.fill(claim.proof);
  Object.assign(check, { txid: claim.txid, address: claim.address, message: claim.message });
};

// threat: own-lookups
describe('checking a proof', () => {
  it('asks with the fields of the kind alone, and says what the proof shows', async () => {
    const { check, asked } = await start();
    for (const claim of ALL) {
      fill(check, { ...claim, txid: TXID.toUpperCase(), address: claim.address || PAYEE });
      await check.check();
      expect(check.result).toMatchObject({ ...claim, shows: { kind: claim.kind, good: true } });
      expect(headline(check.result!)).toMatch(/is valid/);
      expect(meaning(check.result!).join(' ')).not.toBe('');
      expect(resultText(check.result!)).toContain(claim.proof);
      check.clear();
    }
    expect(asked()).toEqual(ALL.map(({ kind: _kind, ...claim }) => claim));
  });
  it('names no network for a signed text whose address a private test chain has, too', async () => {
    const { check } = await start();
    fill(check, CLAIMS.message);
    await check.check();
    expect(resultText(check.result!)).not.toContain('Network:');
    const shows = { ...check.result!.shows, network: 'stagenet' };
    expect(resultText({ ...check.result!, shows })).toContain('Network: stagenet');
    fill(check, CLAIMS.reserve);
    await check.check();
    expect(resultText(check.result!)).toContain('Network: Main network');
  });
  it('checks a payment with few blocks, and money that may be spent, once more with the same fields', async () => {
    const { check, asked, port } = await start();
    fill(check, CLAIMS.sent);
    await check.check();
    const { result } = check;
    expect(mayChange(result!)).toBe(false);
    const payment = { ...result!.shows.payment!, confirmations: 3 };
    expect(mayChange({ ...result!, shows: { ...result!.shows, payment } })).toBe(true);
    const again = check.checkAgain();
    expect(check).toMatchObject({ result: undefined, proof: CLAIMS.sent.proof, txid: CLAIMS.sent.txid });
    await again;
    expect(check.result).toMatchObject({ proof: CLAIMS.sent.proof });
    expect(asked()).toHaveLength(2);
    expect(asked()[1]).toEqual(asked()[0]);
    // A refusal is shown beside the fields.
    port.refuseNext('x_check_proof', 'unsound_proof', { reason: 'size' });
    await check.checkAgain();
    expect(check).toMatchObject({ invalid: true, result: undefined, proof: CLAIMS.sent.proof });
    fill(check, CLAIMS.reserve);
    await check.check();
    expect(mayChange(check.result!)).toBe(true);
  });
  it('asks nothing when a link is opened, before the button is pressed', async () => {
    const { check, asked } = await start('new');
    check.takeLink(readHash(linkTo('', CLAIMS.message)).args);
    expect(asked()).toEqual([]);
    expect(check).toMatchObject({
      kind: 'message',
      address: PAYEE,
      message: 'line\n\nline',
      lacksNode: false,
    });
    await check.check();
    expect(check.result).toMatchObject({ shows: { signedWith: 'spend' }, node: '' });
  });
  it('works without a wallet once a node is chosen, and keeps what was entered meanwhile', async () => {
    const { port, session, asked } = await start('new');
    port.setStatus({ node: { address: '', trusted: false } });
    const check = CheckState.of(session);
    check.takeLink(readHash(linkTo('', CLAIMS.sent)).args);
    await check.check();
    expect([check.lacksNode, asked()]).toEqual([true, []]);
    port.setStatus({ node: { address: 'https://node.example:18089', trusted: false } });
    await CheckState.of(session).check();
    expect(check.result).toMatchObject({ shows: { payment: { confirmations: 1204 } } });
    expect(check.result?.node).toBe('https://node.example:18089');
  });
  it('keeps nothing of an open wallet when that is closed', async () => {
    const { session } = await start();
    const check = CheckState.of(session);
    fill(check, CLAIMS.message);
    await check.check();
    expect(CheckState.of(session).result).toBeDefined();
    await session.lock();
    const empty = { proof: '', txid: '', address: '', message: '', result: undefined };
    expect(CheckState.of(session)).toMatchObject(empty);
    // A text that is entered while no wallet is open stays when one is opened.
    fill(CheckState.of(session), CLAIMS.message);
    await session.openWallet('Everyday', 'correct horse');
    expect(CheckState.of(session).proof).toBe(CLAIMS.message.proof);
  });
  it('says that a damaged link is damaged, and fills in nothing of it', async () => {
    const { check } = await start();
    check.takeLink(['proof=x']);
    expect(check).toMatchObject({ damagedLink: true, proof: '', result: undefined });
  });
  it('names the field that is wrong, and asks nothing', async () => {
    const { check, asked } = await start();
    await check.check();
    expect(check.bad.proof).toMatch(/^This is no proof/);
    fill(check, { ...CLAIMS.sent, txid: 'abc', address: ' ' });
    await check.check();
    expect(check.bad).toMatchObject({
      proof: '',
      txid: expect.stringMatching(/64/) as string,
      address: expect.stringMatching(/^Enter/) as string,
    });
    expect(asked()).toEqual([]);
  });
  it('says that a proof is not valid when it does not fit or is damaged, and keeps the fields', async () => {
    const { check, port } = await start();
    fill(check, { ...CLAIMS.sent, message: 'wrong' });
    await check.check();
    expect(check).toMatchObject({ invalid: true, result: undefined, txid: TXID, message: 'wrong' });
    port.refuseNext('x_check_proof', 'unsound_proof', { reason: 'size' });
    check.message = '';
    await check.check();
    expect(check).toMatchObject({ invalid: true, error: undefined });
    check.changed();
    expect(check.invalid).toBe(false);
  });
  it('explains what the node does not know, and what belongs to another network', async () => {
    const { check, port } = await start();
    fill(check, { ...CLAIMS.sent, txid: '0'.repeat(64) });
    await check.check();
    expect(check.hindrance).toBe('unknown_tx');
    check.txid = TXID;
    port.refuseNext('x_check_proof', 'node_wrong_network', {});
    await check.check();
    expect(check.hindrance).toBe('other_network');
    port.refuseNext('x_check_proof', 'bad_address', { reason: 'checksum' });
    await check.check();
    expect(check.bad.address).toMatch(/mistake/);
    port.refuseNext('x_check_proof', 'node_timeout', { address: 'https://node.example', seconds: 30 });
    await check.check();
    expect(check.error).toMatchObject({ fault: 'node_timeout' });
  });
  it('asks no node while a wallet that signs without a network is open', async () => {
    const { check, asked } = await start('cold');
    fill(check, CLAIMS.sent);
    await check.check();
    expect([check.hindrance, asked()]).toEqual(['cold', []]);
    fill(check, CLAIMS.message);
    await check.check();
    expect(check.result).toBeDefined();
  });
  it('warns of a payment that waits, and of reserves that were spent', async () => {
    const { check } = await start();
    fill(check, { ...CLAIMS.sent, message: 'early' });
    await check.check();
    expect(warning(check.result!)).toMatch(/waits for a block/);
    fill(check, CLAIMS.reserve);
    await check.check();
    expect(warning(check.result!)).toMatch(/2\.00\u00a0XMR has been spent.*12\.20\u00a0XMR is left/);
  });
});

describe('making a proof', () => {
  it('proves a sent payment to its recipient, and a received one to the own address', async () => {
    const { session } = await start();
    for (const [incoming, kind] of [
      [false, 'sent'],
      [true, 'received'],
    ] as const) {
      const { txid, account } = session.book.transfers.find(
        (each) => each.kind === (incoming ? 'in' : 'out') && each.state === 'done',
      )!;
      const proof = new TransferProofState(session, 'payment', txid, account);
      proof.message = 'for the bicycle';
      await proof.make();
      const { address } = proof.recipients[0]!;
      expect(proof.made).toMatchObject({ kind, txid, address, message: 'for the bicycle' });
    }
  });
  it('proves who made a payment, without an address', async () => {
    const { session } = await start();
    const { txid } = session.book.transfers.find(({ kind }) => kind === 'out')!;
    const proof = new TransferProofState(session, 'spending', txid);
    await proof.make();
    expect(proof.made).toMatchObject({ kind: 'spending', txid, address: '', message: '' });
    proof.again();
    expect(proof.made).toBeUndefined();
  });
  it('proves all money or an amount, and names an amount that is wrong or too large', async () => {
    const { session, port } = await start();
    const proof = new ReserveProofState(session);
    await proof.make();
    expect(proof.made).toMatchObject({ kind: 'reserve', txid: '', address: ADDRESSES[0] });
    proof.scope = 'account';
    proof.amountText = '1.2.3';
    await proof.make();
    expect(proof.badAmount).toMatch(/not an amount/);
    proof.amountText = '5000';
    await proof.make();
    expect(proof.badAmount).toMatch(/less than that/);
    expect(proof.error).toBeUndefined();
    proof.account = 1;
    proof.amountText = '0.5';
    await proof.make();
    expect(port.calls.at(-1)?.params).toEqual({
      all: false,
      account_index: 1,
      amount: 500_000_000_000n,
      message: '',
    });
  });
  it('signs a text exactly as it was typed, with the chosen address and key', async () => {
    const { session, port } = await start();
    const text = new TextSignatureState(session);
    await text.make();
    expect(text.badText).not.toBe('');
    text.message = '  two\nlines ';
    text.chosen = 1;
    text.key = 'view';
    await text.make();
    const { account, index, address } = text.addresses[1]!;
    expect(port.calls.at(-1)?.params).toEqual({
      data: '  two\nlines ',
      account_index: account,
      address_index: index,
      signature_type: 'view',
    });
    expect(text.made).toMatchObject({ kind: 'message', address, message: '  two\nlines ', txid: '' });
  });
  it('signs as the first address with the viewing key where there is no spend key, and proves no money', async () => {
    const { session, port } = await start('watch');
    const text = new TextSignatureState(session);
    text.message = 'mine';
    await text.make();
    expect(text.addresses).toHaveLength(1);
    expect(port.calls.at(-1)?.params).toMatchObject({
      account_index: 0,
      address_index: 0,
      signature_type: 'view',
    });
    expect(new ReserveProofState(session).able).toBe(false);
  });
  it('keeps the message for which a proof was made, also when another one is typed before the answer', async () => {
    const { session } = await start();
    const { txid } = session.book.transfers.find(({ kind }) => kind === 'out')!;
    const forms = [
      new TransferProofState(session, 'payment', txid),
      new TransferProofState(session, 'spending', txid),
      new ReserveProofState(session),
      new TextSignatureState(session),
    ];
    for (const form of forms) {
      form.message = 'asked';
      const making = form.make();
      form.message = 'typed later';
      await making;
      expect(form.made?.message).toBe('asked');
    }
  });
  it('shows why the worker refuses, and keeps the message', async () => {
    const { session, port } = await start();
    const { txid } = session.book.transfers.find(({ kind }) => kind === 'out')!;
    const proof = new TransferProofState(session, 'payment', txid);
    proof.message = 'kept';
    port.refuseNext('get_tx_proof', 'cannot_prove', { reason: 'tx_key' });
    await proof.make();
    expect(proof).toMatchObject({ message: 'kept', made: undefined, error: { fault: 'cannot_prove' } });
  });
});

describe('the text in the picture', () => {
  it('is broken between words, and inside words that are too long', () => {
    expect(wrap('one two three', (part) => part.length <= 7)).toEqual(['one two', 'three']);
    expect(wrap('abcdefghij kl', (part) => part.length <= 4)).toEqual(['abcd', 'efgh', 'ij', 'kl']);
  });
});
