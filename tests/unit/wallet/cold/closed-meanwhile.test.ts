/** Calls that take long are asked when the wallet is closed: they end without a result made of keys that were overwritten. */
import { beforeEach, describe, expect, it } from 'vitest';
import { fromHex, toHex } from '../../../../src/base/hex.ts';
import { openEnvelope, sealEnvelope } from '../../../../src/protocol/archive/envelope.ts';
import { readOutputs, writeOutputs } from '../../../../src/protocol/archive/outputs.ts';
import { KEYS } from '../../../support/rpc/fixture.ts';
import { openHalves, type TwoWallets } from '../../../support/rpc/halves.ts';
import { seededRandom } from '../../../support/seeded-random.ts';

/** More than one turn of src/wallet/turns.ts has. */
const OUTPUTS = 100;

let halves: TwoWallets;
/** In hex: the outputs of the wallet many times over. */
let many: string;

beforeEach(async () => {
  halves = await openHalves();
  const { outputs_data_hex: hex } = await halves.hot.call('export_outputs', { all: true });
  const { outputs } = readOutputs(KEYS, openEnvelope('outputs', KEYS.viewSecret, fromHex(hex)));
  const repeated = Array.from({ length: OUTPUTS }, (_, i) => outputs[i % outputs.length]!);
  const content = writeOutputs(KEYS, { offset: 0, total: OUTPUTS, outputs: repeated });
  many = toHex(sealEnvelope({ random: seededRandom('many') }, 'outputs', KEYS.viewSecret, content));
});

/** Resolves as `call` does; the clock ends its turns. */
const inTurns = async <T>(call: Promise<T>): Promise<T> => {
  const ended = new AbortController();
  void call.finally(() => ended.abort()).catch(() => undefined);
  while (!ended.signal.aborted) await halves.cold.clock.advance(0);
  return call;
};

describe('a wallet that is closed while a call takes long', () => {
  it('imports no outputs', async () => {
    const importing = halves.cold.refusal('import_outputs', { outputs_data_hex: many });
    await halves.cold.session.close();
    expect((await inTurns(importing)).fault).toBe('no_wallet');
  });

  it('signs no key images', async () => {
    await inTurns(halves.cold.call('import_outputs', { outputs_data_hex: many }));
    const { signed_key_images: all } = await inTurns(halves.cold.call('export_key_images', { all: true }));
    expect(all).toHaveLength(OUTPUTS);
    const signing = halves.cold.refusal('export_key_images', { all: true });
    await halves.cold.session.close();
    expect((await inTurns(signing)).fault).toBe('no_wallet');
  });
});
