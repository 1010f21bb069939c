import { describe, expect, it, vi } from 'vitest';
import { publicKeyOf } from '../../../../src/protocol/keys/public-key.ts';
import { asPublicKey } from '../../../../src/base/brands.ts';
import { isFault } from '../../../../src/base/fault.ts';
import { kernel } from '../../../../src/kernel/kernel.ts';
import { sealEnvelope } from '../../../../src/protocol/archive/envelope.ts';
import { concat, utf8 } from '../../../../src/base/bytes.ts';
import {
  readSignerInfo,
  writeSignerInfo,
  type InfoAccount,
  type SignerInfo,
} from '../../../../src/protocol/multisig/info.ts';
import { partialKeyImages, publicNonce, wholeKeyImage } from '../../../../src/protocol/multisig/key-image.ts';
import type { KexAccount } from '../../../../src/protocol/multisig/kex-account.ts';
import { choose } from '../../../../src/protocol/multisig/rounds.ts';
import { randomScalar } from '../../../../src/protocol/ring/scalar.ts';
import { expectFault } from '../../../support/faults.ts';
import { seededRandom } from '../../../support/seeded-random.ts';
import { baseOf, randomness, groupOf } from './group.ts';

const group = groupOf(2, [0, 1, 2].map(baseOf));
const nameOf = ({ spendPublic, viewSecret }: KexAccount): InfoAccount => ({
  spendPublic,
  viewPublic: publicKeyOf(viewSecret),
  viewSecret,
});
const account = nameOf(group[0]!);
const outputKey = asPublicKey(kernel.mulBase(kernel.scalarReduce(kernel.keccak256(utf8('output')))));
const infoOf = ({ signerSecret, keys }: KexAccount): SignerInfo => {
  const signer = publicKeyOf(signerSecret);
  const nonces = Array.from({ length: 4 }, () => publicNonce(randomScalar(randomness.random), outputKey));
  return {
    signer: signer,
    outputs: [
      {
        signer: signer,
        nonces,
        partialKeyImages: partialKeyImages(keys, outputKey),
      },
    ],
  };
};
/** Two shares for each signer, as in a wallet of two of three. */
const SCOPE = { outputs: 1, shares: 2 };
const read = (account: InfoAccount, bytes: Uint8Array, scope = SCOPE): SignerInfo =>
  readSignerInfo(account, bytes, scope);
const reasonOf = (work: () => unknown): unknown => {
  try {
    work();
  } catch (error) {
    return isFault(error, 'bad_multisig_info') ? (error.data as { reason: string }).reason : error;
  }
  return undefined;
};

describe('multisig info about outputs', () => {
  const info = infoOf(group[1]!);

  it('is read back with the view key as it was written', () => {
    const bytes = writeSignerInfo(randomness, account, info);
    expect(read(account, bytes)).toEqual(info);
    expect(read(nameOf(group[2]!), bytes)).toEqual(info);
    expect(read(account, writeSignerInfo(randomness, account, { ...info, outputs: [] })).outputs).toEqual([]);
    const other = nameOf(groupOf(2, [0, 3].map(baseOf))[0]!);
    expectFault(() => read(other, bytes), 'bad_envelope');
    expectFault(() => read({ ...account, spendPublic: outputKey }, bytes), 'foreign_account');
  });
  it('is read about more outputs than a function call takes arguments', () => {
    const outputs = new Array<SignerInfo['outputs'][number]>(15_000).fill(info.outputs[0]!);
    const bytes = writeSignerInfo(randomness, account, { ...info, outputs });
    const check = vi
      .spyOn(kernel, 'primeSubgroupBatch')
      .mockImplementation((points) => new Uint8Array(points.length / 32).fill(1));
    try {
      expect(read(account, bytes, { ...SCOPE, outputs: outputs.length }).outputs).toHaveLength(15_000);
      expect(check.mock.lastCall![0]).toHaveLength(15_000 * 10 * 32);
    } finally {
      check.mockRestore();
    }
  });
  it('is refused when it names two signers or invalid points, or ends early', () => {
    const [output] = info.outputs;
    const with_ = (changed: Partial<typeof output>) =>
      writeSignerInfo(randomness, account, { ...info, outputs: [{ ...output!, ...changed }] });
    expect(reasonOf(() => read(account, with_({ signer: outputKey })))).toBe('signer');
    const torsion = new Uint8Array(32);
    expect(reasonOf(() => read(account, with_({ partialKeyImages: [torsion, torsion] })))).toBe('point');
    expect(
      reasonOf(() =>
        read(account, with_({ nonces: info.outputs[0]!.nonces.map(({ R }) => ({ L: torsion, R })) })),
      ),
    ).toBe('point');
    expect(
      reasonOf(() =>
        read(account, with_({ nonces: info.outputs[0]!.nonces.map(({ L }) => ({ L, R: torsion })) })),
      ),
    ).toBe('point');
    expect(reasonOf(() => read(account, with_({ nonces: [] })))).toBe('count');
    expect(reasonOf(() => read(account, with_({ partialKeyImages: [outputKey] })))).toBe('count');
    const seal = (content: Uint8Array) =>
      sealEnvelope(randomness, 'multisigInfo', account.viewSecret, content);
    expect(reasonOf(() => read(account, seal(new Uint8Array(95))))).toBe('shape');
    const head = concat(account.spendPublic, account.viewPublic, info.signer);
    for (const body of [[], [1], [0, 0], [255, 255, 255, 255, 15]])
      expect(reasonOf(() => read(account, seal(concat(head, Uint8Array.from(body)))))).toBe('shape');
  });
  it('is ignored where it is about unknown outputs', () => {
    const more = { ...info, outputs: [...info.outputs, { ...info.outputs[0]!, nonces: [] }] };
    expect(read(account, writeSignerInfo(randomness, account, more))).toEqual(info);
  });
  it('is refused with a fault after each of 1,000 changes and cuts', () => {
    const bytes = writeSignerInfo(randomness, account, info);
    const random = seededRandom('changes of info');
    for (let n = 0; n < 1000; n++) {
      const [a, b, bit] = random(3);
      const at = ((a! << 8) | b!) % bytes.length;
      const changed = n % 4 === 0 ? bytes.slice(0, at) : bytes.slice();
      if (n % 4 !== 0) changed[at]! ^= 1 << (bit! & 7);
      expectFault(() => read(account, changed));
    }
  });
});

describe('a key image from partial key images', () => {
  it('is the same from any signers that together have all shares', () => {
    const opening = kernel.scalarReduce(kernel.keccak256(utf8('opening')));
    const shares = new Map(group.flatMap(({ keys }) => keys.map((key) => [key.join(), key])));
    const secret = [...shares.values()].reduce((sum, key) => kernel.scalarAdd(sum, key), opening);
    const whole = kernel.keyImageBatch(secret, outputKey);
    for (const pair of [
      [0, 1],
      [1, 2],
      [2, 0],
      [0, 1, 2],
    ]) {
      const parts = pair.flatMap((i) => partialKeyImages(group[i]!.keys, outputKey));
      const { keyImage, parts: different } = wholeKeyImage(opening, outputKey, parts);
      expect(keyImage).toEqual(whole);
      expect(different).toBe(choose(3, 2));
    }
    const few = wholeKeyImage(opening, outputKey, partialKeyImages(group[0]!.keys, outputKey));
    expect(few.parts).toBe(2);
    expect(few.keyImage).not.toEqual(whole);
  });
});
