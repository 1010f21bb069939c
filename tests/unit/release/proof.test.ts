/** Proofs of a log: honest ones are accepted, forged ones are refused. */
import { describe, expect, test } from 'vitest';
import { sha256 } from '@noble/hashes/sha2.js';
import { utf8 } from '../../../src/base/bytes.ts';
import { policyKeyOf } from '../../../src/release/keys.ts';
import { compilePolicy, readPolicy } from '../../../src/release/policy.ts';
import { checkProof, leafOf, readProof, signedByAuthor, writeProof } from '../../../src/release/proof.ts';
import { isFault } from '../../../src/base/fault.ts';
import { inTier } from '../../support/tier.ts';
import { createSigsumLog, keyPair } from '../../support/sigsum-log.ts';

const author = keyPair('author');
const message = utf8('a release');
const hash = sha256(message);

const logged = (entries: number, log = createSigsumLog('main')) => {
  const signature = author.sign(signedByAuthor(hash));
  log.grow(Math.floor(entries / 3));
  const leaf = leafOf(hash, signature, policyKeyOf(author.key).key);
  log.add(leaf);
  log.grow(entries - log.size());
  const proof = {
    log: log.hash,
    author: author.hash,
    signature,
    head: log.head(),
    inclusion: log.inclusion(leaf),
  };
  return { log, proof, policy: readPolicy(log.policy()) };
};

describe('a proof of logging', () => {
  test.each([1, 2, 3, 4, 5, 7, 8, 9, 1000, 10_000])('in a log of %i entries is accepted', (entries) => {
    const { proof, policy, log } = logged(entries);
    expect(log.size()).toBe(entries);
    const read = readProof(writeProof(proof));
    expect(checkProof(message, policyKeyOf(author.key), read, policy).index).toBe(proof.inclusion.index);
  });

  test('is refused for every other place in the tree, and when a byte of it changes', () => {
    const { proof, policy } = logged(100);
    const text = writeProof(proof);
    const refused = (changed: string) => {
      try {
        checkProof(message, policyKeyOf(author.key), readProof(changed), policy);
        return false;
      } catch (error) {
        return isFault(error, 'release_unlogged') || isFault(error, 'release_malformed');
      }
    };
    for (let index = 0; index < 110; index += inTier({ short: 9, long: 1 }))
      if (index !== proof.inclusion.index)
        expect(refused(text.replace(/leaf_index=\d+/, `leaf_index=${String(index)}`)), String(index)).toBe(
          true,
        );
    for (let at = text.indexOf('log='); at < text.length; at++) {
      const digit = text[at]!;
      if (at % inTier({ short: 29, long: 1 }) !== 0) continue;
      // The cosignature's time is signed too; names of lines make the proof malformed.
      if (!/[0-9a-f]/.test(digit)) continue;
      const changed = text.slice(0, at) + (digit === '0' ? '1' : '0') + text.slice(at + 1);
      expect(refused(changed), text.slice(at - 20, at + 1)).toBe(true);
    }
  });

  test('is refused for another message, author, signer or log, and with too few witnesses', () => {
    const { proof, policy, log } = logged(50);
    const key = policyKeyOf(author.key);
    const unlogged: unknown = expect.objectContaining({ code: 'release_unlogged' });
    expect(() => checkProof(utf8('another'), key, proof, policy)).toThrow(unlogged);
    expect(() => checkProof(message, policyKeyOf(keyPair('other').key), proof, policy)).toThrow(unlogged);
    expect(() => checkProof(message, key, proof, readPolicy(createSigsumLog('fork').policy()))).toThrow(
      unlogged,
    );
    // A log that does not check signatures contains it.
    const signature = keyPair('other').sign(signedByAuthor(hash));
    const leaf = leafOf(hash, signature, key.key);
    log.add(leaf);
    const foreign = { ...proof, signature, head: log.head(), inclusion: log.inclusion(leaf) };
    expect(() => checkProof(message, key, foreign, policy)).toThrow(unlogged);
    const alone = { ...proof, head: { ...proof.head, cosignatures: proof.head.cosignatures.slice(0, 1) } };
    expect(() => checkProof(message, key, alone, policy)).toThrow(unlogged);
    expect(checkProof(message, key, alone, readPolicy(log.policy('', 'any'))).index).toBe(
      proof.inclusion.index,
    );
    const twice = {
      ...alone,
      head: { ...alone.head, cosignatures: [...alone.head.cosignatures, ...alone.head.cosignatures] },
    };
    expect(() => checkProof(message, key, twice, policy)).toThrow(unlogged);
  });
});

describe('a policy', () => {
  test('is compiled with keys in the order of their hashes', () => {
    const log = createSigsumLog('main', { witnesses: ['a', 'b', 'c'] });
    const compiled = compilePolicy(readPolicy(log.policy('https://log.example', 2)));
    expect([...compiled.subarray(0, 4)]).toEqual([0, 1, 3, 6]);
    expect(compiled.length).toBe(4 + 4 * 32 + 6);
    expect([...compiled.subarray(-6)]).toEqual([0x40, 0x41, 0x01, 0x42, 0x01, 0x82]);
  });
  test.each(['', 'log 00', 'witness a', 'quorum nobody', 'group g 3 a b\nquorum g', 'nonsense'])(
    'with the line %j is malformed',
    (text) => {
      expect(() => readPolicy(text)).toThrow(expect.objectContaining({ code: 'release_malformed' }));
    },
  );
});
