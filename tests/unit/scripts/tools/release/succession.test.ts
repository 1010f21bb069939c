/** The list of release keys: who may add to it, and that a build of the first keys follows it. */
import { describe, expect, test } from 'vitest';
import { newestKeys } from '../../../../../src/release/keys.ts';
import { releaseKeys } from '../../../../../scripts/tools/release/sign-app.ts';
import {
  addKeys,
  checkList,
  makeKey,
  proposeKeys,
  signKeys,
} from '../../../../../scripts/tools/release/succession.ts';
import { createSigsumLog } from '../../../../support/sigsum-log.ts';

const policy = createSigsumLog('main').policy('https://log.example');
const [a, b, c, d] = [makeKey(), makeKey(), makeKey(), makeKey()];
const two = proposeKeys({ signers: [a.signer, b.signer], threshold: 2, policy });
const next = proposeKeys({ signers: [c.signer, d.signer], threshold: 1, policy });
const tooFew: unknown = expect.objectContaining({ code: 'release_keys' });

describe('the list of release keys', () => {
  test('takes keys that the threshold of those before has signed, and builds follow it', () => {
    const list = addKeys([], two);
    const longer = addKeys(list, signKeys(list, signKeys(list, next, a.pem), b.pem));
    expect(checkList(longer)).toEqual(next.keys);
    expect(newestKeys(two.keys, longer)).toEqual(next.keys);
    const last = proposeKeys({ signers: [a.signer], threshold: 1, policy });
    expect(checkList(addKeys(longer, signKeys(longer, last, d.pem)))).toEqual(last.keys);
  });

  // threat: swapped-app
  test('takes none that too few have signed, that a stranger signed, or that changed after signing', () => {
    const list = addKeys([], two);
    const once = signKeys(list, next, a.pem);
    expect(() => addKeys(list, next)).toThrow(tooFew);
    expect(() => addKeys(list, once)).toThrow(tooFew);
    expect(() => addKeys(list, signKeys(list, once, a.pem))).toThrow(tooFew);
    expect(() => signKeys(list, next, c.pem)).toThrow(/no present release key/);
    const signed = signKeys(list, once, b.pem);
    expect(() =>
      addKeys(list, { ...signed, keys: { ...signed.keys, signers: [c.signer, a.signer] } }),
    ).toThrow(tooFew);
    const forged = {
      ...signed,
      signatures: { ...signed.signatures, [b.signer]: signed.signatures[a.signer]! },
    };
    expect(() => addKeys(list, forged)).toThrow(tooFew);
  });

  test.each([
    { signers: [], threshold: 1, policy },
    { signers: [a.signer], threshold: 2, policy },
    { signers: [a.signer], threshold: 0, policy },
    { signers: [a.signer, a.signer], threshold: 1, policy },
    { signers: ['00'], threshold: 1, policy },
    { signers: [a.signer], threshold: 1, policy: createSigsumLog('main').policy() },
    { signers: [a.signer], threshold: 1, policy: 'nonsense' },
  ])('takes no keys that could not sign a release: %j', (keys) => {
    expect(() => proposeKeys(keys)).toThrow();
  });

  test('in the repository is one of which each entry is signed by the one before', () => {
    expect(() => checkList(releaseKeys())).not.toThrow();
  });
});
