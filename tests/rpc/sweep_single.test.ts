import { describe, expect, it } from 'vitest';
import { toHex } from '../../src/base/hex.ts';
import { change, put, remove } from '../../src/wallet/state/state.ts';
import { HEIGHT, keyImage, openFixture, PAYEE, XMR } from '../support/rpc/fixture.ts';

describe('sweep_single', () => {
  it('sends one output, less the fee', async () => {
    const { call, node, wallet } = await openFixture();
    node.answer();
    const image = keyImage(wallet, 'seven');
    const swept = await call('sweep_single', { address: PAYEE, key_image: image });
    expect(swept.amount + swept.fee).toBe(7n * XMR);
    expect(swept.spent_key_images.key_images).toEqual([image]);
    expect(node.relayed).toHaveLength(1);
  });
  it('sends an output that a light-wallet server named', async () => {
    const { call, node, wallet } = await openFixture();
    node.answer();
    const image = keyImage(wallet, 'seven');
    await call('x_use_light_server', { address: 'https://light.example' });
    await wallet.ledger.commit(({ outputs, tables }) =>
      change(
        [
          put('lightServer', '', {
            ...tables.lightServer.get('')!,
            ...{ open: true, height: HEIGHT, chainHeight: HEIGHT },
          }),
          ...outputs.map((output) => put('namedOutputs', toHex(output.key), output)),
        ],
        // The wallet has read nothing itself.
        outputs.map((_, at) => remove('outputs', String(at))).reverse(),
      ),
    );
    const swept = await call('sweep_single', { address: PAYEE, key_image: image });
    expect(swept.amount + swept.fee).toBe(7n * XMR);
    expect(swept.spent_key_images.key_images).toEqual([image]);
    expect(node.relayed).toHaveLength(1);
  });
  it('refuses spent, locked and unknown outputs, and malformed key images', async () => {
    const { refusal, node, wallet } = await openFixture();
    node.answer();
    for (const image of [keyImage(wallet, 'three'), keyImage(wallet, 'one'), '00'.repeat(32)])
      expect(await refusal('sweep_single', { address: PAYEE, key_image: image })).toMatchObject({
        code: -1,
        message: 'No outputs found',
      });
    expect(await refusal('sweep_single', { address: PAYEE, key_image: 'x' })).toMatchObject({
      code: -10,
      message: 'failed to parse key image',
    });
    expect(await refusal('sweep_single', { address: PAYEE, outputs: 0 })).toMatchObject({ code: -16 });
  });
});
