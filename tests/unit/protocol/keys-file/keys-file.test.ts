import fc from 'fast-check';
import { beforeAll, describe, expect, test } from 'vitest';
import { asSecretKey } from '../../../../src/base/brands.ts';
import { isFault } from '../../../../src/base/fault.ts';
import { toHex } from '../../../../src/base/hex.ts';
import { readKeysFile, writeKeysFile, type KeysFile } from '../../../../src/protocol/keys-file/keys-file.ts';
import { readLatin1Json, writeLatin1Json } from '../../../../src/protocol/keys-file/latin1-json.ts';
import { makePolyseed, polyseedKey } from '../../../../src/protocol/mnemonic/polyseed/seed.ts';
import { POLYSEED_LANGUAGES } from '../../../../src/protocol/mnemonic/polyseed/word-lists.ts';
import { accountFromSeed } from '../../../../src/protocol/keys/account.ts';
import { armoured } from '../../../support/armoured.ts';
import { expectFault, faultOf } from '../../../support/faults.ts';
import { seededRandom } from '../../../support/seeded-random.ts';

let randomness: { random: (n: number) => Uint8Array };
let file: KeysFile;

beforeAll(() => {
  randomness = { random: seededRandom('keys file') };
  file = {
    keys: accountFromSeed(randomness.random(32)),
    network: 'stagenet',
    seedLanguage: 'German',
    refreshHeight: 1_234_567,
    createdAt: 1_700_000_000,
    lookahead: { major: 3, minor: 20 },
    multisigEnabled: false,
  };
});

describe('a keys file', () => {
  test('opens with its password and has the same content', () => {
    expect(readKeysFile(writeKeysFile(randomness, file, 'пароль "x"\n'), 'пароль "x"\n')).toEqual(file);
  });
  test('opens in the text form of monero-wallet-cli as well', () => {
    expect(readKeysFile(armoured(writeKeysFile(randomness, file, 'pw')), 'pw')).toEqual(file);
    expectFault(
      () => readKeysFile(armoured(writeKeysFile(randomness, file, 'pw')), 'x'),
      'wrong_file_password',
    );
  });
  test('may lack the spend key, and may have an empty password', () => {
    const { spendSecret: _none, ...keys } = file.keys;
    const watching = { ...file, keys, seedLanguage: '' };
    expect(readKeysFile(writeKeysFile(randomness, watching, ''), '')).toEqual(watching);
  });
  test('keeps the fields of multisig', () => {
    const multisig = {
      threshold: 2,
      rounds: 3,
      signers: randomness.random(97),
      derivations: randomness.random(300),
      keys: [asSecretKey(randomness.random(32)), asSecretKey(randomness.random(32))],
    };
    const shared = { ...file, multisigEnabled: true, multisig };
    expect(readKeysFile(writeKeysFile(randomness, shared, 'pw'), 'pw')).toEqual(shared);
  });
  test('keeps a Polyseed from which its keys follow, in each language, and drops any other', () => {
    for (const language of POLYSEED_LANGUAGES) {
      const { features: _none, ...seed } = makePolyseed(randomness.random(19), 1_700_000_000);
      const keys = accountFromSeed(polyseedKey({ ...seed, features: 0 }));
      const polyseed = { ...seed, language };
      const read = readKeysFile(writeKeysFile(randomness, { ...file, keys, polyseed }, 'pw'), 'pw');
      expect([read.keys, read.polyseed]).toEqual([keys, polyseed]);
      const foreign = readKeysFile(writeKeysFile(randomness, { ...file, polyseed }, 'pw'), 'pw');
      expect(foreign.keys).toEqual(file.keys);
      expect(foreign.polyseed).toBeUndefined();
    }
  });
  test('does not open with another password', () => {
    const bytes = writeKeysFile(randomness, file, 'right');
    for (const wrong of ['', 'Right', 'right '])
      expectFault(() => readKeysFile(bytes, wrong), 'wrong_file_password');
  });
  test('that is damaged is reported so, and never opens as another wallet', () => {
    const bytes = writeKeysFile(randomness, file, '');
    fc.assert(
      fc.property(fc.nat(bytes.length * 8 - 1), (bit) => {
        const bent = bytes.slice();
        bent[bit >> 3]! ^= 1 << (bit & 7);
        try {
          const read = readKeysFile(bent, '');
          expect(toHex(read.keys.viewSecret)).toBe(toHex(file.keys.viewSecret));
          expect(toHex(read.keys.spendSecret ?? file.keys.spendSecret!)).toBe(toHex(file.keys.spendSecret!));
        } catch (error) {
          if (!isFault(error)) throw error;
        }
      }),
      { numRuns: 60 },
    );
    for (const length of [0, 7, 9, 100, bytes.length - 1])
      expectFault(() => readKeysFile(bytes.subarray(0, length), ''), 'bad_keys_file');
    expectFault(() => readKeysFile(Uint8Array.of(...bytes, 0), ''), 'bad_keys_file');
  });
  test('whose secret and public keys do not belong together is damaged', () => {
    const other = accountFromSeed(randomness.random(32));
    for (const foreign of [{ spendPublic: other.spendPublic }, { viewPublic: other.viewPublic }]) {
      const mixed = { ...file, keys: { ...file.keys, ...foreign } };
      expect(faultOf(() => readKeysFile(writeKeysFile(randomness, mixed, ''), ''))).toEqual({
        code: 'bad_keys_file',
        reason: 'keys',
      });
    }
  });
  test('may not ask for more addresses than can be made', () => {
    const greedy = { ...file, lookahead: { major: 4_000_000_000, minor: 4_000_000_000 } };
    expectFault(() => readKeysFile(writeKeysFile(randomness, greedy, ''), ''), 'bad_keys_file');
  });
});

describe('JSON with bytes as strings', () => {
  test('keeps every byte', () => {
    fc.assert(
      fc.property(fc.uint8Array({ maxLength: 300 }), (bytes) => {
        const read = readLatin1Json(
          writeLatin1Json([
            ['a', bytes],
            ['n', 0xffff_ffff_ffff_ffffn],
          ]),
        );
        expect(read?.get('a')).toEqual(bytes);
        expect(read?.get('n')).toBe(0xffff_ffff_ffff_ffffn);
      }),
    );
  });
});
