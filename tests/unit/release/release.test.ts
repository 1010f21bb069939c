/** Releases in a log: the honest order is accepted; rollbacks, forks and strange keys are refused, without a network. */
import { describe, expect, test } from 'vitest';
import { sha256 } from '@noble/hashes/sha2.js';
import { toBase64Url } from '../../../src/base/base64.ts';
import { utf8 } from '../../../src/base/bytes.ts';
import { fromHex, toHex } from '../../../src/base/hex.ts';
import { canonicalJson } from '../../../src/release/canonical-json.ts';
import { readBundle, readHistory } from '../../../src/release/files.ts';
import { newestKeys, policyKeyOf, signedByKeysBefore, type ReleaseKeys } from '../../../src/release/keys.ts';
import { leafOf, signedByAuthor, writeProof } from '../../../src/release/proof.ts';
import { checkRelease, type Accepted, type Bundle, type History } from '../../../src/release/release.ts';
import { createSigsumLog, keyPair, type SigsumLog } from '../../support/sigsum-log.ts';

const fails = (code: string): unknown => expect.objectContaining({ code });
const keysOf = (log: SigsumLog, signer = 'signer'): ReleaseKeys => ({
  signers: [keyPair(signer).key],
  threshold: 1,
  policy: log.policy(),
});
const manifest = (version: string) => ({
  name: 'ostro',
  version,
  default_csp: "default-src 'none'",
  extra_csp: {},
  default_index: 'index.html',
  default_fallback: '/index.html',
  files: { '/index.html': toBase64Url(sha256(utf8(version))) },
  wasm: [],
});

interface Release {
  readonly bundle: Bundle;
  readonly leaf: string;
}
/** Adds a release to a log. */
const release = (log: SigsumLog, version: string, signer = 'signer'): Release => {
  const { key, hash: author, sign } = keyPair(signer);
  const hash = sha256(utf8(canonicalJson(manifest(version))));
  const signature = sign(signedByAuthor(hash));
  const leaf = leafOf(hash, signature, policyKeyOf(key).key);
  log.add(leaf);
  const proof = { log: log.hash, author, signature, head: log.head(), inclusion: log.inclusion(leaf) };
  return {
    bundle: { manifest: manifest(version), signatures: { [toBase64Url(fromHex(key))]: writeProof(proof) } },
    leaf: toHex(leaf),
  };
};
/** The history of a release that was just added: where those before it stand in the same tree. */
const historyOf = (log: SigsumLog, keys: ReleaseKeys, before: readonly Release[]): History => ({
  keys: [{ keys, signatures: {} }],
  earlier: before.map(({ bundle, leaf }) => {
    const { index, path } = log.inclusion(fromHex(leaf));
    return { version: bundle.manifest.version, leaf, index, path: path.map(toHex) };
  }),
});

describe('releases in a log of 10,000 entries', () => {
  const log = createSigsumLog('main');
  const keys = keysOf(log);
  log.grow(4000);
  const first = release(log, '0.1.0');
  const firstHistory = historyOf(log, keys, []);
  log.grow(3000);
  const second = release(log, '0.2.0');
  const secondHistory = historyOf(log, keys, [first]);
  log.grow(10_000 - log.size() - 1);
  const third = release(log, '0.3.0');
  const thirdHistory = historyOf(log, keys, [second, first]);

  test('are accepted in their order, also when one is left out, and the same one again', () => {
    expect(log.size()).toBe(10_000);
    let accepted: Accepted | undefined;
    for (const [{ bundle, leaf }, history] of [
      [first, firstHistory],
      [second, secondHistory],
      [second, secondHistory],
      [third, thirdHistory],
    ] as const) {
      accepted = checkRelease(keys, bundle, history, accepted);
      expect(accepted).toEqual({ version: bundle.manifest.version, leaves: [leaf] });
    }
    const early = checkRelease(keys, first.bundle, firstHistory, undefined);
    expect(checkRelease(keys, third.bundle, thirdHistory, early).version).toBe('0.3.0');
  });

  // threat: swapped-app
  test('refuse an older one after a newer one, with any history', () => {
    const accepted = checkRelease(keys, third.bundle, thirdHistory, undefined);
    for (const { bundle } of [first, second])
      for (const history of [firstHistory, secondHistory, thirdHistory])
        expect(() => checkRelease(keys, bundle, history, accepted)).toThrow(/release_(older|forked)/);
    expect(() => checkRelease(keys, first.bundle, firstHistory, accepted)).toThrow(fails('release_older'));
    // The log proves the older one anew, in a tree that also contains the accepted one.
    const again = release(log, '0.1.0');
    expect(again.leaf).toBe(first.leaf);
    expect(() => checkRelease(keys, again.bundle, historyOf(log, keys, [third, second]), accepted)).toThrow(
      fails('release_older'),
    );
  });

  // threat: swapped-app
  test('refuse one that is not in the log, is changed, or is signed by another key', () => {
    const other = createSigsumLog('other');
    other.grow(10);
    expect(() => checkRelease(keys, release(other, '0.4.0').bundle, thirdHistory, undefined)).toThrow(
      fails('release_unlogged'),
    );
    const changed = { ...third.bundle, manifest: { ...third.bundle.manifest, version: '0.4.0' } };
    expect(() => checkRelease(keys, changed, thirdHistory, undefined)).toThrow(fails('release_unlogged'));
    const { bundle } = release(log, '0.4.0', 'thief');
    expect(() => checkRelease(keys, bundle, thirdHistory, undefined)).toThrow(fails('release_unlogged'));
    expect(() => checkRelease(keys, { ...third.bundle, signatures: {} }, thirdHistory, undefined)).toThrow(
      fails('release_unlogged'),
    );
  });

  // threat: swapped-app
  test('refuse one that fewer keys signed than must, and count each key once', () => {
    const [a, b] = ['signer', 'second'].map((name) => keyPair(name).key) as [string, string];
    const shared = createSigsumLog('main');
    const both = ['signer', 'second'].map((signer) => release(shared, '0.4.0', signer).bundle);
    const signedBy = (bundles: readonly Bundle[]): Bundle => ({
      manifest: manifest('0.4.0'),
      signatures: Object.assign({}, ...bundles.map(({ signatures }) => signatures)) as Bundle['signatures'],
    });
    const check = (signers: readonly string[], bundle: Bundle) => {
      const two = { ...keysOf(shared), signers, threshold: 2 };
      return checkRelease(two, bundle, historyOf(shared, two, []), undefined).leaves.length;
    };
    expect(check([a, b], signedBy(both))).toBe(2);
    for (const bundle of both) expect(() => check([a, b], bundle)).toThrow(fails('release_unlogged'));
    expect(() => check([a, a], both[0]!)).toThrow(fails('release_unlogged'));
  });

  // threat: swapped-app
  test('refuse a newer one of a tree that left out the accepted one', () => {
    const accepted = checkRelease(keys, second.bundle, secondHistory, undefined);
    // The log and its witnesses sign another tree.
    const fork = createSigsumLog('main');
    fork.grow(4000);
    const same = release(fork, '0.1.0');
    fork.grow(5000);
    const newer = release(fork, '0.9.0');
    const history = historyOf(fork, keys, [same]);
    expect(() => checkRelease(keys, newer.bundle, history, accepted)).toThrow(fails('release_forked'));
    const path = secondHistory.earlier[0]!.path;
    const forged = { ...history, earlier: [{ version: '0.2.0', leaf: second.leaf, index: 7000, path }] };
    expect(() => checkRelease(keys, newer.bundle, forged, accepted)).toThrow(fails('release_forked'));
  });
});

describe('release keys', () => {
  const log = createSigsumLog('main');
  const [a, b, c] = ['a', 'b', 'c'].map((name) => keysOf(log, name)) as [
    ReleaseKeys,
    ReleaseKeys,
    ReleaseKeys,
  ];
  const signedBy = (signer: string, keys: ReleaseKeys) => ({
    keys,
    signatures: { [keyPair(signer).key]: toHex(keyPair(signer).sign(signedByKeysBefore(keys))) },
  });
  const list = [{ keys: a, signatures: {} }, signedBy('a', b), signedBy('b', c)];

  test('are followed from those that a build contains to the newest', () => {
    for (const keys of [a, b, c]) expect(newestKeys(keys, list)).toEqual(c);
    log.grow(3);
    const { bundle } = release(log, '1.0.0', 'c');
    expect(checkRelease(a, bundle, { keys: list, earlier: [] }, undefined).version).toBe('1.0.0');
  });

  // threat: swapped-app
  test('are refused when those before them did not sign, or are not in the list', () => {
    const stranger = keysOf(log, 'stranger');
    for (const bad of [
      [],
      [{ keys: stranger, signatures: {} }],
      [list[0]!, { keys: stranger, signatures: {} }],
      [list[0]!, signedBy('stranger', stranger)],
      [list[0]!, { ...signedBy('a', b), keys: stranger }],
      [list[0]!, signedBy('a', { ...b, threshold: 0 })],
    ])
      expect(() => newestKeys(a, bad)).toThrow(fails('release_keys'));
    const two = { ...a, signers: [...a.signers, ...b.signers], threshold: 2 };
    expect(() => newestKeys(two, [{ keys: two, signatures: {} }, signedBy('a', c)])).toThrow(
      fails('release_keys'),
    );
  });
});

test.each([
  '',
  '{}',
  '[]',
  '{"manifest":{},"signatures":{}}',
  '{"keys":[],"earlier":[{}]}',
  '{"keys":[{}],"earlier":[]}',
  'null',
])('the text %j is no file of a release', (text) => {
  expect(() => readBundle(text)).toThrow(fails('release_malformed'));
  expect(() => readHistory(text)).toThrow(fails('release_malformed'));
});
