import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { utf8 } from '../../../../src/base/bytes.ts';
import { kernel } from '../../../../src/kernel/kernel.ts';
import { parseAddress } from '../../../../src/protocol/address/address.ts';
import { encodeBase58 } from '../../../../src/protocol/encoding/base58.ts';
import { accountFromSeed } from '../../../../src/protocol/keys/account.ts';
import { signMessage, verifyMessage } from '../../../../src/protocol/proof/message.ts';
import { generateSignature } from '../../../../src/protocol/ring/signature.ts';
import { seededRandom } from '../../../support/seeded-random.ts';
import { recorded, spoilt } from './recorded.ts';

const random = seededRandom('messages');
const account = accountFromSeed(random(32));
const other = accountFromSeed(random(32));

describe('message signatures of monero-wallet-rpc', () => {
  test.each(recorded.messages)('verify with their $key key', ({ address, key, message, signature }) => {
    expect(verifyMessage(message, parseAddress(address), signature)).toEqual({ version: 2, key });
  });
  test('verify for no other address and no other message', () => {
    const [first, , third] = recorded.messages;
    const { address, message, signature } = first!;
    expect(verifyMessage(`${message} `, parseAddress(address), signature)).toBeUndefined();
    expect(verifyMessage(message, parseAddress(third!.address), signature)).toBeUndefined();
    expect(verifyMessage(message, parseAddress(address), spoilt(signature, 50))).toBeUndefined();
  });
});

describe('message signatures of ours', () => {
  test('verify with the key that signed', () => {
    for (const [which, secret] of [
      ['spend', account.spendSecret],
      ['view', account.viewSecret],
    ] as const) {
      const text = signMessage({ random }, 'für Ω', account, which, secret);
      expect(text).toMatch(/^SigV2[1-9A-Za-z]{88}$/);
      expect(verifyMessage('für Ω', account, text)).toEqual({ version: 2, key: which });
      expect(verifyMessage('für Ω', other, text)).toBeUndefined();
      expect(verifyMessage('fur Ω', account, text)).toBeUndefined();
    }
  });
  test('also cover the other key of the address', () => {
    const text = signMessage({ random }, 'foo', account, 'spend', account.spendSecret);
    expect(verifyMessage('foo', { ...account, viewPublic: other.viewPublic }, text)).toBeUndefined();
  });
  test('of the old version are recognised as such, and do not verify as new ones', () => {
    const hash = kernel.keccak256(utf8('foo'));
    const body = encodeBase58(generateSignature({ random }, hash, account.viewPublic, account.viewSecret));
    expect(verifyMessage('foo', account, `SigV1${body}`)).toEqual({ version: 1, key: 'view' });
    expect(verifyMessage('foo', account, `SigV2${body}`)).toBeUndefined();
    expect(verifyMessage('bar', account, `SigV1${body}`)).toBeUndefined();
  });
});

test('a signature is read from any text without an unexpected error', () => {
  const text = signMessage({ random }, '', account, 'spend', account.spendSecret);
  for (const wrong of [
    '',
    'SigV',
    'SigV2',
    `${text}1`,
    text.slice(0, -1),
    text.replace('V2', 'V3'),
    `SigV2${'z'.repeat(88)}`,
  ])
    expect(verifyMessage('', account, wrong)).toBeUndefined();
  fc.assert(
    fc.property(fc.string({ unit: 'binary', maxLength: 200 }), (tail) => {
      expect(verifyMessage(tail, account, `SigV2${tail}`)).toBeUndefined();
    }),
  );
});
