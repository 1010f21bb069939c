import { describe, expect, it } from 'vitest';
import { pairingLink, readPairing, writePairing, type Pairing } from '../../../src/ui/airgap/pairing.ts';
import {
  FORMS,
  MAX_BYTES,
  payloadText,
  readPayload,
  readPayloadCode,
  readPayloadText,
} from '../../../src/ui/airgap/payload.ts';

const ADDRESS =
  '4UJrPUBzXgXk6gBegWncL5Qna5AtrMAkX3DAf4yTvNC8gGPoXXJBLmb1p6GoWuYwY2VQeNTjbykQyLoXSjLkwUoKkwW1SKH';
const pairing: Pairing = { address: ADDRESS, viewKey: 'a5b9'.repeat(16), height: 3_381_204, name: 'Savings' };

describe('pairing data', () => {
  it('is read back as it was written, from a code and from a link', () => {
    expect(readPairing(writePairing(pairing))).toEqual(pairing);
    expect(readPairing(pairingLink(pairing))).toEqual({ ...pairing, name: '' });
  });
  it('is read in the spellings of other programs', () => {
    const { address, viewKey } = pairing;
    expect(
      readPairing(JSON.stringify({ walletName: 'K', primaryAddress: address, privateViewKey: viewKey })),
    ).toEqual({ ...pairing, name: 'K', height: undefined });
    for (const start of ['monero_wallet:', 'monero-wallet:', 'MONERO_WALLET://'])
      expect(readPairing(`${start}${address}?view_key=${viewKey.toUpperCase()}&height=7`)).toMatchObject({
        viewKey,
        height: 7,
      });
    expect(readPairing(`monero_wallet:?address=${address}&view_key=${viewKey}`)?.address).toBe(address);
  });
  it('names a Keystone, which does not know the height', () => {
    const { address, viewKey } = pairing;
    const code = { version: 0, primaryAddress: address, privateViewKey: viewKey, restoreHeight: 0 };
    expect(readPairing(JSON.stringify({ ...code, encrypted: false, source: 'Keystone' }))).toEqual({
      ...pairing,
      name: '',
      height: undefined,
      device: 'keystone',
    });
    expect(readPairing(JSON.stringify(code))?.height).toBe(0);
    // In its private mode the address is encrypted with a number on its screen.
    const hidden = { ...code, primaryAddress: 'ab'.repeat(95), encrypted: true, source: 'Keystone' };
    expect(readPairing(JSON.stringify(hidden))).toBeUndefined();
  });
  it('is taken from a link without words or spend key', () => {
    const link = `${pairingLink(pairing)}&spend_key=${'1'.repeat(64)}&seed=absent%20bicycle`;
    expect(JSON.stringify(readPairing(link))).not.toMatch(/absent|1111/);
  });
  it('never contains anything that can spend', () => {
    expect(`${writePairing(pairing)}${pairingLink(pairing)}`).not.toMatch(/seed|spend/i);
  });
  it.each([
    '',
    '{}',
    '{',
    '[]',
    'null',
    '{"primaryAddress":1,"privateViewKey":2}',
    `{"primaryAddress":"${ADDRESS}","privateViewKey":"ab"}`,
    `monero:${ADDRESS}`,
    `monero_wallet:${ADDRESS}`,
    `monero_wallet:nothing?view_key=${'a'.repeat(64)}`,
    `{${' '.repeat(5000)}}`,
  ])('is not found in %j', (text) => {
    expect(readPairing(text)).toBeUndefined();
  });
  it.each([-1, 1.5, 'soon', null, 2 ** 60])('has no start height from %j', (restoreHeight) => {
    const text = JSON.stringify({
      primaryAddress: ADDRESS,
      privateViewKey: pairing.viewKey,
      restoreHeight,
    });
    expect(readPairing(text)?.height).toBeUndefined();
  });
});

describe('data that two devices exchange', () => {
  const unsigned = new Uint8Array([...FORMS.unsigned.magic, 5, 1, 2, 3]);

  it('is recognised by its first bytes, from file, text and code', () => {
    expect(readPayload(unsigned)?.kind).toBe('unsigned');
    const text = payloadText({ kind: 'unsigned', bytes: unsigned });
    expect(readPayloadText(`  ${text.slice(0, 20)}\n${text.slice(20).toUpperCase()} `)?.bytes).toEqual(
      unsigned,
    );
    expect(readPayloadCode('xmr-txunsigned', unsigned)?.kind).toBe('unsigned');
  });
  it('must have the type that its code names', () => {
    expect(readPayloadCode('xmr-txsigned', unsigned)).toBeUndefined();
    expect(readPayloadCode('bytes', unsigned)).toBeUndefined();
  });
  it('is limited in size, and other data is refused', () => {
    expect(readPayload(FORMS.signed.magic)).toBeUndefined();
    expect(readPayload(new Uint8Array(50))).toBeUndefined();
    expect(readPayload(new Uint8Array([...unsigned, ...new Uint8Array(MAX_BYTES)]))).toBeUndefined();
    expect(readPayloadText('4d6f6')).toBeUndefined();
    expect(readPayloadText('hello')).toBeUndefined();
    expect(readPayloadText('')).toBeUndefined();
    expect(readPayloadText('4d'.repeat(MAX_BYTES * 2))).toBeUndefined();
  });
});
