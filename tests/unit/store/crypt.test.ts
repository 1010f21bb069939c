import { createDecipheriv, createHash } from 'node:crypto';
import { argon2id } from '@noble/hashes/argon2.js';
import { describe, expect, it } from 'vitest';
import { concat, u32le, u64le, utf8 } from '../../../src/base/bytes.ts';
import { isFault } from '../../../src/base/fault.ts';
import { createKey, KDF, openKey, rewrapKey, seal, unseal } from '../../../src/store/crypt.ts';
import { NO_LINK } from '../../../src/store/header.ts';
import { systemRandom as random } from '../../../src/store/platform.ts';

const id = Uint8Array.from({ length: 16 }, (_, i) => i);
const kdf = { memoryKib: 64, passes: 2, lanes: 1 };
const PREFIX = utf8('ostro wallet password:');
const LABEL = utf8('ostro wallet file');

/** The format read a second time, with other libraries: Argon2id of @noble/hashes, AES of Node. */
const decipher = (key: Uint8Array, data: Uint8Array, nonce: Uint8Array, sealed: Uint8Array): Uint8Array => {
  const aes = createDecipheriv('aes-256-gcm', key, nonce);
  aes.setAAD(data);
  aes.setAuthTag(sealed.subarray(-16));
  return new Uint8Array(Buffer.concat([aes.update(sealed.subarray(0, -16)), aes.final()]));
};

describe('the key slot and the seal', () => {
  it.each(['pass', '', 'caf\u00e9 漢字 🪙'])('follow docs/adr/0006 for the password %j', async (password) => {
    const { slot, key } = await createKey({ random, kdf }, id, password);
    const wrapping = argon2id(concat(PREFIX, utf8(password)), slot.salt, { m: 64, t: 2, p: 1, dkLen: 32 });
    const slotData = concat(
      LABEL,
      u32le(1),
      Uint8Array.of(0),
      id,
      u32le(64),
      u32le(2),
      u32le(1),
      slot.salt,
      slot.nonce,
    );
    const raw = decipher(wrapping, slotData, slot.nonce, slot.wrapped);
    expect(raw).toHaveLength(32);
    expect(slot.checksum).toEqual(
      new Uint8Array(createHash('sha256').update(slotData).update(slot.wrapped).digest()).slice(0, 8),
    );

    const aad = {
      id,
      kind: 'entry',
      sequence: 7,
      link: Uint8Array.from({ length: 16 }, () => 9),
    } as const;
    const sealed = await seal(random, key, aad, utf8('hello'));
    const aadBytes = concat(LABEL, u32le(1), Uint8Array.of(2), id, u64le(7n), aad.link);
    expect(decipher(raw, aadBytes, sealed.subarray(0, 12), sealed.subarray(12))).toEqual(utf8('hello'));
  });

  it('give a key that no script can export', async () => {
    const { slot, key } = await createKey({ random, kdf }, id, 'pass');
    expect(key.extractable).toBe(false);
    await expect(crypto.subtle.exportKey('raw', key)).rejects.toThrow();
    await expect(crypto.subtle.exportKey('raw', await openKey(slot, id, 'pass'))).rejects.toThrow();
  });

  it('keep the same key with a new password: earlier data still opens', async () => {
    const { slot, key } = await createKey({ random, kdf }, id, 'old');
    const aad = { id, kind: 'snapshot', sequence: 1, link: NO_LINK } as const;
    const sealed = await seal(random, key, aad, utf8('kept'));
    const next = await rewrapKey({ random, kdf: { ...kdf, passes: 1 } }, slot, id, 'old', 'new');
    expect(next.passes).toBe(1);
    expect(await unseal(await openKey(next, id, 'new'), aad, sealed)).toEqual(utf8('kept'));
    const refused = await openKey(next, id, 'old').catch((error: unknown) => error);
    expect(isFault(refused, 'wrong_password')).toBe(true);
  });

  it('open only with the additional data with which they were sealed', async () => {
    const { key } = await createKey({ random, kdf }, id, 'pass');
    const aad = { id, kind: 'entry', sequence: 5, link: NO_LINK } as const;
    const sealed = await seal(random, key, aad, utf8('x'));
    for (const other of [
      { ...aad, sequence: 6 },
      { ...aad, sequence: 5 + 2 ** 32 },
      { ...aad, kind: 'snapshot' as const },
      { ...aad, kind: 'head' as const },
      { ...aad, id: id.toReversed() },
      { ...aad, link: NO_LINK.map(() => 1) },
    ])
      expect(isFault(await unseal(key, other, sealed).catch((it: unknown) => it), 'file_damaged')).toBe(true);
    expect(await unseal(key, aad, sealed)).toEqual(utf8('x'));
  });

  it('never use a nonce or a salt twice', async () => {
    const { key, slot } = await createKey({ random, kdf }, id, 'pass');
    const aad = { id, kind: 'entry', sequence: 1, link: NO_LINK } as const;
    const sealed = await Promise.all(Array.from({ length: 500 }, () => seal(random, key, aad, utf8('x'))));
    expect(new Set(sealed.map((it) => it.subarray(0, 12).join())).size).toBe(500);
    const other = await createKey({ random, kdf }, id, 'pass');
    expect(other.slot.salt).not.toEqual(slot.salt);
    expect(other.slot.wrapped).not.toEqual(slot.wrapped);
  });
});

describe('the cost of a password', () => {
  // threat: stolen-file
  it('is 64 MiB and three passes for a new wallet', async () => {
    expect(KDF).toEqual({ memoryKib: 65536, passes: 3, lanes: 1 });
    const { slot } = await createKey({ random, kdf: KDF }, id, 'pass');
    expect(slot).toMatchObject({ kdf: 'argon2id', ...KDF });
    await openKey(slot, id, 'pass');
  });
});
