/** Data of the tests of Keystone's firmware (MIT licence; keystone.json names the files): our readers read them. */
import { describe, expect, test } from 'vitest';
import { asPublicKey, asSecretKey } from '../../../src/base/brands.ts';
import { fromHex, toHex } from '../../../src/base/hex.ts';
import { kernel } from '../../../src/kernel/kernel.ts';
import { openEnvelope } from '../../../src/protocol/archive/envelope.ts';
import { readKeyImages } from '../../../src/protocol/archive/key-images.ts';
import { readOutputs, writeOutputs } from '../../../src/protocol/archive/outputs.ts';
import { publicKeyOf } from '../../../src/protocol/keys/public-key.ts';
import { checkRingSignature } from '../../../src/protocol/ring/ring-signature.ts';
import { keyImageAt } from '../../../src/wallet/cold/own-output.ts';
import type { AccountRecord } from '../../../src/wallet/state/records/account.ts';
import keystone from './keystone.json' with { type: 'json' };

const secret = (hex: string) => asSecretKey(fromHex(hex));
const key = (hex: string) => asPublicKey(fromHex(hex));

describe("Keystone's test data", () => {
  test('key images are read from its file', () => {
    const { viewSecret, file, spendPublic, viewPublic, content, images, signatures } = keystone.keyImages;
    const opened = openEnvelope('keyImages', secret(viewSecret), fromHex(file));
    expect(toHex(opened.subarray(4 + 64))).toBe(content);
    const account = { spendPublic: key(spendPublic), viewPublic: key(viewPublic) };
    const read = readKeyImages(account, opened);
    expect([read.offset, read.images.length]).toEqual([0, 12]);
    for (const [at, image] of Object.entries(images))
      expect(toHex(read.images[Number(at)]!.keyImage)).toBe(image);
    for (const [at, signature] of Object.entries(signatures))
      expect(toHex(read.images[Number(at)]!.signature)).toBe(signature);
  });
  test('outputs are read from its file, and written as there', () => {
    const { viewSecret, file, content } = keystone.outputs;
    const opened = openEnvelope('outputs', secret(viewSecret), fromHex(file));
    expect(toHex(opened.subarray(64))).toBe(content);
    const account = {
      spendPublic: key(toHex(opened.subarray(0, 32))),
      viewPublic: key(toHex(opened.subarray(32, 64))),
    };
    const outputs = readOutputs(account, opened);
    expect([outputs.offset, outputs.total, outputs.outputs.length]).toEqual([0, 7, 7]);
    expect(writeOutputs(account, outputs)).toEqual(opened);
  });
  test('its key images of an export are signed for the outputs in it', () => {
    const { outputs, spendSecret, viewSecret, keyImages } = keystone.exchange;
    const view = secret(viewSecret);
    const account = { spendPublic: publicKeyOf(secret(spendSecret)), viewPublic: publicKeyOf(view) };
    const asked = readOutputs(account, openEnvelope('outputs', view, fromHex(outputs)));
    const { images } = readKeyImages(account, openEnvelope('keyImages', view, fromHex(keyImages)));
    expect(images).toHaveLength(asked.outputs.length);
    for (const [i, { keyImage, signature }] of images.entries())
      expect(checkRingSignature(keyImage, keyImage, [asked.outputs[i]!.key], [signature])).toBe(true);
  });
  test('a key image of a transaction with additional keys is the one that we compute', () => {
    const vector = keystone.additionalKeys;
    const spend = secret(vector.spendSecret);
    const view = secret(vector.viewSecret);
    const account = {
      spendSecret: spend,
      spendPublic: publicKeyOf(spend),
      viewSecret: view,
      viewPublic: publicKeyOf(view),
    };
    const output = {
      key: key(vector.key),
      outputIndex: vector.outputIndex,
      txPublicKey: key(vector.txPublicKey),
      additionalKeys: vector.additional.map(key),
    };
    expect(kernel.isOnCurve(output.key)).toBe(true);
    const image = keyImageAt(account as unknown as AccountRecord, output, { major: 0, minor: 0 });
    expect(image && toHex(image)).toBe(vector.image);
  });
});
