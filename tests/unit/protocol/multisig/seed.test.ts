import { describe, expect, it } from 'vitest';
import { publicKeyOf } from '../../../../src/protocol/keys/public-key.ts';
import { asPublicKey, asSecretKey } from '../../../../src/base/brands.ts';
import { fromHex, toHex } from '../../../../src/base/hex.ts';
import { readMultisigSeed, writeMultisigSeed } from '../../../../src/protocol/multisig/seed.ts';
import { expectFault } from '../../../support/faults.ts';
import { baseOf, groupOf } from './group.ts';

const [account] = groupOf(2, [0, 1, 2].map(baseOf));
const seed = writeMultisigSeed(account!);

describe('the seed of a multisig account', () => {
  it('is read back as it was written, in the same order', () => {
    const { threshold, signers, signerSecret, spendPublic, viewSecret, keys } = account!;
    const read = readMultisigSeed(seed);
    expect(read).toEqual({ threshold, signers, signerSecret, spendPublic, viewSecret, keys });
    const turned = { ...account!, signers: [...signers].reverse(), keys: [...keys].reverse() };
    expect(writeMultisigSeed(readMultisigSeed(writeMultisigSeed(turned)))).toBe(writeMultisigSeed(turned));
    expect(seed.length).toBe(2 * (8 + 32 * (4 + 2 + 3)));
    expect(seed.startsWith('0200000003000000')).toBe(true);
  });
  it('is refused when it is not hex, too short, too long or has impossible numbers', () => {
    expectFault(() => readMultisigSeed(seed.replace('0', 'x')), 'bad_multisig_seed');
    expectFault(() => readMultisigSeed(''), 'bad_multisig_seed');
    expectFault(() => readMultisigSeed(seed.slice(2)), 'bad_multisig_seed');
    expectFault(() => readMultisigSeed(`${seed}00`), 'bad_multisig_seed');
    expectFault(() => readMultisigSeed('00'.repeat(1 << 20)), 'bad_multisig_seed');
    for (const head of ['0000000003000000', '0400000003000000', '0200000011000000', '0100000001000000'])
      expectFault(() => readMultisigSeed(head + seed.slice(16)), 'bad_multisig_seed');
  });
  it('is refused after any change of a key that other values depend on', () => {
    // Threshold, total, signer secret, spend key, view secret, view key, then shares and signers.
    for (const at of [8, 72, 104]) {
      const bytes = fromHex(seed);
      bytes[at]! ^= 1;
      expectFault(() => readMultisigSeed(toHex(bytes)), 'bad_multisig_seed');
    }
    const twice = {
      ...account!,
      signers: [account!.signers[0]!, account!.signers[0]!, account!.signers[1]!],
    };
    expectFault(() => readMultisigSeed(writeMultisigSeed(twice)), 'bad_multisig_seed');
    const zero = { ...account!, keys: [asSecretKey(new Uint8Array(32)), account!.keys[1]!] };
    expectFault(() => readMultisigSeed(writeMultisigSeed(zero)), 'bad_multisig_seed');
    const odd = { ...account!, spendPublic: asPublicKey(new Uint8Array(32)) };
    expectFault(() => readMultisigSeed(writeMultisigSeed(odd)), 'bad_multisig_seed');
  });
  it('is refused when the threshold is one and the share is not the spend key', () => {
    const [alone] = groupOf(1, [0, 1].map(baseOf));
    expect(readMultisigSeed(writeMultisigSeed(alone!)).keys).toEqual(alone!.keys);
    const other = { ...alone!, spendPublic: publicKeyOf(baseOf(5).signerSecret) };
    expectFault(() => readMultisigSeed(writeMultisigSeed(other)), 'bad_multisig_seed');
  });
});
