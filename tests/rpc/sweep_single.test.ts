import { describe, expect, it } from 'vitest';
import { HEIGHT, keyImage, openFixture, PAYEE, XMR } from '../support/rpc/fixture.ts';
import { nameOutputs } from '../support/rpc/named.ts';

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
    await nameOutputs({ call, wallet }, HEIGHT);
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
