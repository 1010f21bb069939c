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

describe('pairing', () => {
  it('is read as it was written, as code and as link', () => {
    expect(readPairing(writePairing(pairing))).toEqual(pairing);
    expect(readPairing(pairingLink(pairing))).toEqual({ ...pairing, name: '' });
  });
  it('reads the spellings of others', () => {
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
  it('takes neither words nor spend key out of a link', () => {
    const link = `${pairingLink(pairing)}&spend_key=${'1'.repeat(64)}&seed=absent%20bicycle`;
    expect(JSON.stringify(readPairing(link))).not.toMatch(/absent|1111/);
  });
  it('never writes what spends', () => {
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
  ])('leaves %j alone', (text) => {
    expect(readPairing(text)).toBeUndefined();
  });
  it.each([-1, 1.5, 'soon', null, 2 ** 60])('has no start from %j', (restoreHeight) => {
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

  it('is known by its beginning, as file, as text and as code', () => {
    expect(readPayload(unsigned)?.kind).toBe('unsigned');
    const text = payloadText({ kind: 'unsigned', bytes: unsigned });
    expect(readPayloadText(`  ${text.slice(0, 20)}\n${text.slice(20).toUpperCase()} `)?.bytes).toEqual(
      unsigned,
    );
    expect(readPayloadCode('xmr-txunsigned', unsigned)?.kind).toBe('unsigned');
  });
  it('must be in a code what the code says it is', () => {
    expect(readPayloadCode('xmr-txsigned', unsigned)).toBeUndefined();
    expect(readPayloadCode('bytes', unsigned)).toBeUndefined();
  });
  it('is nothing else, and not endless', () => {
    expect(readPayload(FORMS.signed.magic)).toBeUndefined();
    expect(readPayload(new Uint8Array(50))).toBeUndefined();
    expect(readPayload(new Uint8Array([...unsigned, ...new Uint8Array(MAX_BYTES)]))).toBeUndefined();
    expect(readPayloadText('4d6f6')).toBeUndefined();
    expect(readPayloadText('hello')).toBeUndefined();
    expect(readPayloadText('')).toBeUndefined();
    expect(readPayloadText('4d'.repeat(MAX_BYTES * 2))).toBeUndefined();
  });
});
