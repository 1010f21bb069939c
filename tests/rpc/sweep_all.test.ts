import { describe, expect, it } from 'vitest';
import { keyImage, openFixture, PAYEE, XMR } from '../support/rpc/fixture.ts';

const quiet = { address: PAYEE, do_not_relay: true };
const sum = (values: readonly bigint[] = []): bigint => values.reduce((a, b) => a + b, 0n);

describe('sweep_all', () => {
  it('sends everything that is unlocked, less the fee', async () => {
    const { call, node } = await openFixture();
    node.answer();
    const swept = await call('sweep_all', { ...quiet, subaddr_indices_all: true });
    expect(sum(swept.amount_list) + sum(swept.fee_list)).toBe((79n * XMR) / 10n);
  });
  it('sweeps one address at random when none is given, the first address last', async () => {
    const { call, node, wallet } = await openFixture();
    node.answer();
    const { spent_key_images_list } = await call('sweep_all', quiet);
    expect(spent_key_images_list?.[0]?.key_images).toEqual([keyImage(wallet, 'two')]);
  });
  it('with below_amount sweeps small outputs only, into several outputs', async () => {
    const { call, node } = await openFixture();
    node.answer();
    const swept = await call('sweep_all', {
      ...quiet,
      subaddr_indices: [0],
      below_amount: XMR,
      outputs: 2,
    });
    expect(sum(swept.amount_list) + sum(swept.fee_list)).toBe((9n * XMR) / 10n);
    expect(swept.amounts_by_dest_list?.[0]?.amounts).toHaveLength(2);
  });
  it('refuses when there is no money, or no destination', async () => {
    const { refusal, node } = await openFixture();
    node.answer();
    expect(await refusal('sweep_all', { ...quiet, account_index: 3 })).toMatchObject({
      code: -4,
      message: 'No unlocked balance in the specified account',
    });
    expect(await refusal('sweep_all', { ...quiet, outputs: 0 })).toMatchObject({
      code: -16,
      message: 'Amount of outputs should be greater than 0.',
    });
    expect(await refusal('sweep_all', {})).toMatchObject({
      code: -2,
      message: 'WALLET_RPC_ERROR_CODE_WRONG_ADDRESS: ',
    });
  });
});
