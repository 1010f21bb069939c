/** Versions of the app in a browser: which are releases, which are refused, and what the device remembers. */
import { describe, expect, test } from 'vitest';
import { sha256 } from '@noble/hashes/sha2.js';
import { toBase64Url } from '../../../src/base/base64.ts';
import { utf8 } from '../../../src/base/bytes.ts';
import { fromHex, toHex } from '../../../src/base/hex.ts';
import { canonicalJson } from '../../../src/release/canonical-json.ts';
import {
  policyKeyOf,
  signedByKeysBefore,
  type KeysEntry,
  type ReleaseKeys,
} from '../../../src/release/keys.ts';
import { leafOf, signedByAuthor, writeProof } from '../../../src/release/proof.ts';
import {
  checkVerified,
  checkVersion,
  type Memory,
  type Proofs,
  type VersionSource,
} from '../../../src/release/version.ts';
import { createSigsumLog, keyPair } from '../../support/sigsum-log.ts';

const fails = (code: string): unknown => expect.objectContaining({ code });
const log = createSigsumLog('main');
log.grow(20);
const keysOf = (signer: string): ReleaseKeys => ({
  signers: [keyPair(signer).key],
  threshold: 1,
  policy: log.policy(),
});
const keys = keysOf('first');
const successor = keysOf('second');
const succession: readonly KeysEntry[] = [
  { keys, signatures: {} },
  {
    keys: successor,
    signatures: { [keys.signers[0]!]: toHex(keyPair('first').sign(signedByKeysBefore(successor))) },
  },
];

interface Published {
  readonly files: Readonly<Record<string, string>>;
  readonly proofs: Proofs;
  readonly leaf: string;
}
const publish = (
  version: string,
  before: readonly string[],
  signer = 'first',
  list: readonly KeysEntry[] = succession.slice(0, 1),
): Published => {
  const files = {
    '/index.html': version,
    '/page.js': `page ${version}`,
    '/sw.js': 'sw',
    '/note.txt': 'note',
  };
  const manifest = {
    name: 'ostro',
    version,
    default_csp: "default-src 'none'",
    extra_csp: {},
    default_index: 'index.html',
    default_fallback: '/index.html',
    files: Object.fromEntries(
      Object.entries(files).map(([path, text]) => [path, toBase64Url(sha256(utf8(text)))]),
    ),
    wasm: [],
  };
  const { key, hash: author, sign } = keyPair(signer);
  const hash = sha256(utf8(canonicalJson(manifest)));
  const signature = sign(signedByAuthor(hash));
  const leaf = leafOf(hash, signature, policyKeyOf(key).key);
  log.add(leaf);
  const proof = { log: log.hash, author, signature, head: log.head(), inclusion: log.inclusion(leaf) };
  const earlier = before.map((each) => {
    const { index, path } = log.inclusion(fromHex(each));
    return { version: '0.0.0', leaf: each, index, path: path.map(toHex) };
  });
  return {
    files,
    proofs: {
      bundle: JSON.stringify({ manifest, signatures: { [toBase64Url(fromHex(key))]: writeProof(proof) } }),
      history: JSON.stringify({ keys: list, earlier }),
    },
    leaf: toHex(leaf),
  };
};
const first = publish('0.1.0', []);
const second = publish('0.2.0', [first.leaf]);
const third = publish('0.3.0', [second.leaf, first.leaf], 'second', succession);

/** One device. */
const device = () => {
  let kept: string | undefined;
  const memory: Memory = (take) => {
    kept = take(kept);
    return Promise.resolve();
  };
  return { memory, accepted: () => kept };
};
interface Place {
  readonly stored?: Proofs | undefined;
  readonly served?: Proofs | undefined;
  readonly complete?: boolean;
}
const source = (files: Readonly<Record<string, string>>, { stored, served, complete = true }: Place) => {
  const kept: Proofs[] = [];
  const made: VersionSource = {
    files: () =>
      Promise.resolve({
        hashes: new Map(Object.entries(files).map(([path, text]) => [path, sha256(utf8(text))])),
        complete,
      }),
    stored: () => Promise.resolve(stored),
    served: () => Promise.resolve(served),
    keep: (proofs) => {
      kept.push(proofs);
      return Promise.resolve();
    },
  };
  return { ...made, kept };
};
const start = { remember: true };
const offer = { remember: false };

describe('a version of the app', () => {
  test('with its proofs is a release, which the device remembers when it runs, not when it is offered', async () => {
    const { memory, accepted } = device();
    expect(await checkVersion(keys, source(first.files, { stored: first.proofs }), memory, start)).toBe(true);
    const known = accepted();
    expect(known).toContain('0.1.0');
    expect(await checkVersion(keys, source(second.files, { stored: second.proofs }), memory, offer)).toBe(
      true,
    );
    expect(accepted()).toBe(known);
    // The offered one was not taken: this one still runs.
    expect(await checkVersion(keys, source(first.files, { stored: first.proofs }), memory, start)).toBe(true);
  });

  test('signed by later keys is a release for a build that knows the first ones', async () => {
    const { memory } = device();
    for (const { files, proofs } of [first, second, third])
      expect(await checkVersion(keys, source(files, { stored: proofs }), memory, start)).toBe(true);
    // The build of the third release contains the later keys alone: the first ones count no more.
    await expect(
      checkVersion(successor, source(second.files, { stored: second.proofs }), memory, offer),
    ).rejects.toEqual(fails('release_keys'));
  });

  // threat: swapped-app
  test('is refused if it is older than the newest that ran, when it is offered and when it runs', async () => {
    const { memory } = device();
    await checkVersion(keys, source(second.files, { stored: second.proofs }), memory, start);
    for (const how of [start, offer])
      await expect(
        checkVersion(keys, source(first.files, { stored: first.proofs }), memory, how),
      ).rejects.toEqual(fails('release_older'));
  });

  // threat: swapped-app
  test('is refused without proofs once the device has had a release, and is unsigned before', async () => {
    const { memory, accepted } = device();
    expect(await checkVersion(keys, source(first.files, {}), memory, start)).toBe(false);
    expect(accepted()).toBeUndefined();
    await checkVersion(keys, source(first.files, { stored: first.proofs }), memory, start);
    await expect(checkVersion(keys, source(second.files, {}), memory, offer)).rejects.toEqual(
      fails('release_unlogged'),
    );
  });

  // threat: swapped-app
  test.each<[string, Readonly<Record<string, string>>]>([
    ['changed', { ...second.files, '/page.js': 'evil' }],
    ['added', { ...second.files, '/evil.js': 'evil' }],
    ['left out', { '/index.html': '0.2.0', '/sw.js': 'sw' }],
    ['of another release', first.files],
  ])('is refused with a file that is %s', async (_, files) => {
    await expect(
      checkVersion(keys, source(files, { stored: second.proofs }), device().memory, offer),
    ).rejects.toEqual(fails('release_files'));
  });

  // threat: swapped-app
  test('is refused if a stranger signed it, if nothing logged it, and with proofs that are none', async () => {
    const strange = publish('0.4.0', [], 'stranger');
    const unsigned = {
      ...second.proofs,
      bundle: second.proofs.bundle.replace(/"signatures":.*$/, '"signatures":{}}'),
    };
    const other = { ...second.proofs, bundle: second.proofs.bundle.replace('"0.2.0"', '"0.9.0"') };
    for (const [files, proofs] of [
      [strange.files, strange.proofs],
      [second.files, unsigned],
      [second.files, other],
      [second.files, { ...second.proofs, history: '{' }],
      [second.files, { ...second.proofs, bundle: second.proofs.bundle + ' '.repeat(5 << 20) }],
    ] as const)
      await expect(
        checkVersion(keys, source(files, { stored: proofs }), device().memory, offer),
      ).rejects.toEqual(expect.objectContaining({ code: expect.stringMatching(/^release_/) as string }));
  });

  test('takes later proofs of the server, and stores them; proofs of another version are not stored', async () => {
    const { memory } = device();
    const late = source(second.files, { stored: first.proofs, served: second.proofs });
    expect(await checkVersion(keys, late, memory, offer)).toBe(true);
    expect(late.kept).toEqual([second.proofs]);
    const wrong = source(second.files, { served: third.proofs });
    await expect(checkVersion(keys, wrong, memory, offer)).rejects.toEqual(fails('release_files'));
    expect(wrong.kept).toEqual([]);
  });

  test('that is not stored is known by its page alone', async () => {
    const { memory } = device();
    const page = { '/index.html': '0.1.0' };
    expect(
      await checkVersion(keys, source(page, { served: first.proofs, complete: false }), memory, start),
    ).toBe(true);
  });

  // threat: swapped-app
  test('that the browser verified is refused if its number is lower than that of the newest one that ran', async () => {
    const { memory, accepted } = device();
    await checkVersion(keys, source(first.files, { stored: first.proofs }), memory, start);
    const known = accepted();
    await checkVerified('0.1.0', memory);
    expect(accepted()).toBe(known);
    await checkVerified('0.10.0', memory);
    for (const older of ['0.1.0', '0.9.9'])
      await expect(checkVerified(older, memory)).rejects.toEqual(fails('release_older'));
    // Also once the browser verifies no more.
    await expect(
      checkVersion(keys, source(second.files, { stored: second.proofs }), memory, start),
    ).rejects.toEqual(fails('release_older'));
    expect(accepted()).toContain('0.10.0');
  });

  test('that the browser verified is followed by a release with proofs, where the browser verifies no more', async () => {
    const { memory, accepted } = device();
    await checkVerified('0.2.0', memory);
    for (const { files, proofs, leaf } of [second, third]) {
      expect(await checkVersion(keys, source(files, { stored: proofs }), memory, start)).toBe(true);
      expect(accepted()).toContain(leaf);
    }
    await expect(
      checkVersion(keys, source(first.files, { stored: first.proofs }), memory, start),
    ).rejects.toEqual(fails('release_older'));
  });

  test('is checked, without an order, where the browser stores nothing', async () => {
    const nothing: Memory = () => Promise.resolve();
    for (const { files, proofs } of [second, first])
      expect(await checkVersion(keys, source(files, { stored: proofs }), nothing, start)).toBe(true);
  });
});
