/** Output exports and an unsigned set of Monero's own fuzz corpus, with the spend key of its fuzzer. */
import { describe, expect, test } from 'vitest';
import { fromHex } from '../../src/base/hex.ts';
import { decode } from '../../src/protocol/archive/coder.ts';
import { openEnvelope } from '../../src/protocol/archive/envelope.ts';
import { readOutputs } from '../../src/protocol/archive/outputs.ts';
import { unsignedSet } from '../../src/protocol/archive/sets.ts';
import { accountFromSeed } from '../../src/protocol/keys/account.ts';
import { keyImageAt } from '../../src/wallet/cold/own-output.ts';
import type { AccountRecord } from '../../src/wallet/state/records/account.ts';
import { expectFault } from '../support/faults.ts';
import { readVector } from '../support/vectors.ts';

const SPEND = 'f285d4ac9e66271256fc7cde0d3d6b36f66efff6ccd766706c408e86f4997a0d';
const corpus = (...path: string[]): Uint8Array => readVector('monero', 'data', 'fuzz', ...path);

describe('cold files of the reference', () => {
  test('an export of 21 outputs opens, and each output is ours', () => {
    const keys = accountFromSeed(fromHex(SPEND));
    const content = openEnvelope('outputs', keys.viewSecret, corpus('cold-outputs', 'out-v4-all-21'));
    const { offset, total, outputs } = readOutputs(keys, content);
    expect([offset, total, outputs.length]).toEqual([0, 21, 21]);
    const account = { ...keys, network: 'testnet' } as unknown as AccountRecord;
    for (const output of outputs)
      expect(keyImageAt(account, output, { major: output.major, minor: output.minor })).toBeDefined();
  });

  test('exports without a signature or a magic, and sets of version 0, are refused', () => {
    const { viewSecret } = accountFromSeed(fromHex(SPEND));
    for (const name of ['out-unauth-all-6', 'out-old-all-0'])
      expectFault(() => openEnvelope('outputs', viewSecret, corpus('cold-outputs', name)), 'bad_envelope');
    expectFault(() => decode(unsignedSet, corpus('cold-transaction', 'CTX1')), 'old_format');
  });
});
