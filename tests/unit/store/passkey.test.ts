import { createDecipheriv, createHash, hkdfSync } from 'node:crypto';
import { argon2id } from '@noble/hashes/argon2.js';
import { describe, expect, it } from 'vitest';
import { concat, u32le, utf8 } from '../../../src/base/bytes.ts';
import { createKey, openExportableKey } from '../../../src/store/crypt.ts';
import { makePasskeySlot, openByPasskey, type PasskeySlot } from '../../../src/store/passkey.ts';
import { systemRandom as random } from '../../../src/store/platform.ts';

const id = Uint8Array.from({ length: 16 }, (_, i) => i);
const kdf = { memoryKib: 64, passes: 2, lanes: 1 };
const credential = Uint8Array.from({ length: 300 }, (_, i) => i % 251);
const salt = Uint8Array.from({ length: 32 }, (_, i) => 3 * i);
const output = Uint8Array.from({ length: 32 }, (_, i) => 255 - i);

const make = async (pin: string) => {
  const { slot } = await createKey({ random, kdf }, id, 'pass');
  const key = await openExportableKey(slot, id, 'pass');
  const raw = new Uint8Array(await crypto.subtle.exportKey('raw', key));
  return {
    raw,
    passkey: await makePasskeySlot({ random, kdf }, id, key, { credential, salt }, { output, pin }),
  };
};

/** The slot opened a second time, with other libraries: HKDF and AES of Node, Argon2id of @noble/hashes. */
const openAgain = (slot: PasskeySlot, pin: string): Uint8Array => {
  const stretched =
    slot.pin && argon2id(utf8(`ostro wallet PIN:${pin}`), slot.pin.salt, { m: 64, t: 2, p: 1, dkLen: 32 });
  const input = concat(output, stretched ?? new Uint8Array());
  const wrapping = new Uint8Array(hkdfSync('sha256', input, id, 'ostro wallet passkey', 32));
  const data = dataOf(slot);
  const aes = createDecipheriv('aes-256-gcm', wrapping, slot.nonce);
  aes.setAAD(data);
  aes.setAuthTag(slot.wrapped.subarray(-16));
  expect(slot.checksum).toEqual(
    new Uint8Array(createHash('sha256').update(data).update(slot.wrapped).digest()).slice(0, 8),
  );
  return new Uint8Array(Buffer.concat([aes.update(slot.wrapped.subarray(0, -16)), aes.final()]));
};
const dataOf = ({ pin, nonce }: PasskeySlot): Uint8Array =>
  concat(
    utf8('ostro wallet file'),
    u32le(1),
    Uint8Array.of(5),
    id,
    Uint8Array.of(300 & 255, 300 >> 8),
    credential,
    salt,
    Uint8Array.of(pin ? 1 : 0),
    ...(pin ? [u32le(64), u32le(2), u32le(1), pin.salt] : []),
    nonce,
  );

describe('the passkey slot', () => {
  it.each(['', '704216', 'café'])('follows docs/adr/0006 with the PIN %j', async (pin) => {
    const { raw, passkey } = await make(pin);
    expect(passkey.pin === undefined).toBe(pin === '');
    expect(openAgain(passkey, pin)).toEqual(raw);
  });
  it('gives a key that no script can export', async () => {
    const { passkey } = await make('');
    const key = await openByPasskey({ id, name: 'a', passkey }, { output, pin: '' });
    expect(key.extractable).toBe(false);
    await expect(crypto.subtle.exportKey('raw', key)).rejects.toThrow();
  });
  it('has a new nonce, and a new salt of the PIN, each time', async () => {
    const [one, other] = [(await make('1234')).passkey, (await make('1234')).passkey];
    expect(one.nonce).not.toEqual(other.nonce);
    expect(one.pin?.salt).not.toEqual(other.pin?.salt);
  });
  it('leaves the answer of the authenticator to its owner, who overwrites it', async () => {
    const before = output.slice();
    await make('1234');
    expect(output).toEqual(before);
  });
  it('is not made of a credential, salt or answer of another size', async () => {
    const { slot } = await createKey({ random, kdf }, id, 'pass');
    const key = await openExportableKey(slot, id, 'pass');
    const made = (passkey: { credential: Uint8Array; salt: Uint8Array }, answer: Uint8Array) =>
      makePasskeySlot({ random, kdf }, id, key, passkey, { output: answer, pin: '' });
    await expect(made({ credential: new Uint8Array(), salt }, output)).rejects.toThrow('no passkey');
    await expect(made({ credential: new Uint8Array(1024), salt }, output)).rejects.toThrow('no passkey');
    await expect(made({ credential, salt: new Uint8Array(31) }, output)).rejects.toThrow('no passkey');
    await expect(made({ credential, salt }, new Uint8Array(31))).rejects.toThrow('another size');
  });
});
