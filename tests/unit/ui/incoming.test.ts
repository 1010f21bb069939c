/** What other apps and the system hand over: what it is, which screen takes it, and that it waits while the wallet is locked. */
import { describe, expect, it, vi } from 'vitest';
import { toHex } from '../../../src/base/hex.ts';
import { utf8 } from '../../../src/base/bytes.ts';
import { MAGICS } from '../../../src/base/magics.ts';
import { payloadIn, payloadOfKind } from '../../../src/ui/airgap/arrived.ts';
import { readPayload, readPayloadText } from '../../../src/ui/airgap/payload.ts';
import { armoured } from '../../support/armoured.ts';
import { pairingLink, writePairing } from '../../../src/ui/airgap/pairing.ts';
import { kindOf, routeFor, type OpenState } from '../../../src/ui/features/open/shared.ts';
import { linkIn } from '../../../src/ui/features/send/draft.ts';
import { Incoming, type LaunchQueue } from '../../../src/ui/state/incoming.svelte.ts';

const ADDRESS =
  '49PtGejUr1wEh43idmGvbBCKr6WeeefSrf4hM89rvEcj8iDaDDkDegvUKBSHekqqVNN4Nywr2g8DTh27Z8qk51986G8Bszv';
const text = (content: string) => ({ name: '', bytes: utf8(content) });
const withMagic = (magic: string) => new Uint8Array([...utf8(magic), 1, 2, 3]);
const CLOSED: OpenState = { open: false, watchOnly: false, shared: false, cold: false };
const OPEN: OpenState = { ...CLOSED, open: true };

describe('what was shared', () => {
  it.each([
    [`monero:${ADDRESS}?tx_amount=1.5`, `monero:${ADDRESS}?tx_amount=1.5`],
    [`web+monero:${ADDRESS}`, `monero:${ADDRESS}`],
    [`MONERO:${ADDRESS}`, `monero:${ADDRESS}`],
    [`Please pay monero:${ADDRESS}?tx_amount=2.`, `monero:${ADDRESS}?tx_amount=2`],
    // The field for the payee says what it does not understand.
    [`Please pay monero:${ADDRESS}?tx_amount=2 dollars`, `Please pay monero:${ADDRESS}?tx_amount=2 dollars`],
    [`${ADDRESS} payment ID 7a9e`, `${ADDRESS} payment ID 7a9e`],
    [`${ADDRESS}?tx_amount=2`, `monero:${ADDRESS}?tx_amount=2`],
    [`My address:\n${ADDRESS}\n`, ADDRESS],
  ])('is a payment: %j', (content, found) => {
    expect(kindOf(text(content))).toEqual({ is: 'payment', text: found });
  });
  it('is a wallet file, by its first bytes or by the name of a keys file', () => {
    expect(kindOf({ name: 'x', bytes: utf8('OstroWal and more') })).toEqual({ is: 'wallet' });
    expect(kindOf({ name: 'Main.keys', bytes: new Uint8Array(40) })).toEqual({ is: 'wallet' });
  });
  it('is a set, as bytes or as hex text', () => {
    const set = withMagic(MAGICS.unsigned);
    expect(kindOf({ name: 'unsigned_monero_tx', bytes: set })).toEqual({ is: 'set', kind: 'unsigned' });
    expect(kindOf(text(`${toHex(set)}\n`))).toEqual({ is: 'set', kind: 'unsigned' });
  });
  it.each([
    MAGICS.outputs,
    MAGICS.keyImages,
    MAGICS.unsigned,
    MAGICS.signed,
    MAGICS.multisigUnsigned,
    MAGICS.multisigInfo,
  ])('is a set in the text form of monero-wallet-cli: %s', (magic) => {
    const set = withMagic(magic);
    const plain = payloadIn({ bytes: set });
    expect(plain).toBeDefined();
    for (const bytes of [armoured(set), armoured(set, '\r\n')]) {
      expect(payloadIn({ bytes })).toEqual(plain);
      expect(readPayload(bytes)).toEqual(plain);
      expect(readPayloadText(new TextDecoder().decode(bytes))).toEqual(plain);
      expect(kindOf({ name: 'x', bytes })).toEqual({ is: 'set', kind: plain!.kind });
    }
  });
  it('is a viewing key in a file or a link', () => {
    const pairing = { address: `4${ADDRESS.slice(1)}`, viewKey: 'a5'.repeat(32), height: 7, name: '' };
    for (const content of [writePairing(pairing), pairingLink(pairing)])
      expect(kindOf(text(content))).toEqual({ is: 'viewingKey' });
  });
  it.each(['', 'hello', 'https://wallet.example/', `x${ADDRESS}`, 'monero:', '\u0000'.repeat(50)])(
    'is nothing that a screen takes: %j',
    (content) => {
      expect(kindOf(text(content))).toEqual({ is: 'unknown' });
    },
  );
  it('is not read as a link when it is long', () => {
    expect(kindOf(text(`${' '.repeat(20_000)}monero:${ADDRESS}`))).toEqual({ is: 'unknown' });
  });
});

describe('the screen that takes it', () => {
  // threat: foreign-share
  it.each([
    ['a payment', { is: 'payment', text: 'monero:4' }, OPEN, ['pay', 'monero:4']],
    ['a payment while no wallet is open', { is: 'payment', text: 'monero:4' }, CLOSED, undefined],
    ['a payment on a signing device', { is: 'payment', text: 'x' }, { ...OPEN, cold: true }, undefined],
    ['a wallet file', { is: 'wallet' }, CLOSED, ['file']],
    ['a wallet file while a wallet is open', { is: 'wallet' }, OPEN, undefined],
    ['a payment to sign', { is: 'set', kind: 'unsigned' }, { ...OPEN, cold: true }, ['']],
    ['a payment to sign in an ordinary wallet', { is: 'set', kind: 'unsigned' }, OPEN, undefined],
    ['a signed payment', { is: 'set', kind: 'signed' }, { ...OPEN, watchOnly: true }, ['signing']],
    ['a set of signers', { is: 'set', kind: 'multisigSet' }, { ...OPEN, shared: true }, ['signers']],
    ['a viewing key', { is: 'viewingKey' }, CLOSED, ['watch']],
    ['a viewing key while a wallet is open', { is: 'viewingKey' }, OPEN, undefined],
    ['what is unknown', { is: 'unknown' }, OPEN, undefined],
  ] as const)('for %s', (_what, what, wallet, place) => {
    expect(routeFor(what, wallet)).toEqual(place);
  });
});

describe('what comes from outside', () => {
  it('waits until a screen takes it that can use it', async () => {
    const item = { name: 'key_images', bytes: withMagic(MAGICS.keyImages) };
    const incoming = new Incoming(() => Promise.resolve(item));
    await incoming.load();
    expect(incoming.take(payloadOfKind('signed'))).toBe(undefined);
    expect(incoming.item).toBe(item);
    expect(incoming.take(payloadOfKind('signed', 'keyImages'))).toEqual({
      kind: 'keyImages',
      bytes: item.bytes,
    });
    expect(incoming.item).toBe(undefined);
  });
  it('stays when the screen looks again and nothing new was shared', async () => {
    const items = [text('monero:4'), undefined];
    const incoming = new Incoming(() => Promise.resolve(items.shift()));
    await incoming.load();
    await incoming.load();
    expect(incoming.item).toEqual(text('monero:4'));
  });
  it('is a file with which the system started the app', async () => {
    const incoming = new Incoming();
    const show = vi.fn();
    let consume: Parameters<LaunchQueue['setConsumer']>[0] = () => undefined;
    incoming.listen({ setConsumer: (consumer) => (consume = consumer) }, show);
    consume({ files: [{ kind: 'file', getFile: () => Promise.resolve(new File(['abc'], 'Main.ostro')) }] });
    await expect.poll(() => show).toHaveBeenCalledOnce();
    expect(incoming.item).toEqual({ name: 'Main.ostro', bytes: utf8('abc') });
    consume({});
    consume({ files: [{ kind: 'directory' }] });
    expect(show).toHaveBeenCalledOnce();
  });
  // threat: foreign-share
  it('is a link in the address of the page, unless it is empty or too long', () => {
    expect(linkIn(['monero:4', 'x'])).toBe('monero:4/x');
    expect(linkIn([])).toBe(undefined);
    expect(linkIn(['x'.repeat(20_001)])).toBe(undefined);
  });
});
