/** Keys on paper in the worker: they are in memory only, and are overwritten when the sweep ends or the wallet locks. */
import { expect, describe, it } from 'vitest';
import { decodeBlocks } from '../../../../src/daemon/bin/get-blocks.ts';
import type { ScanKeys, ScanPool } from '../../../../src/ports/scan-pool.ts';
import { createInlinePool } from '../../../../src/wallet/scan/inline-pool.ts';
import type { World } from '../../../../src/wallet/wallet.ts';
import { openFixture } from '../../../support/rpc/fixture.ts';

const SPEND_KEY = `${'5'.repeat(62)}05`;

/** An open wallet with a sweep of keys; `given`: what the scan workers got. */
const sweeping = async () => {
  const rpc = await openFixture();
  rpc.node.answer();
  const given: ScanKeys[] = [];
  let disposed = 0;
  const pool = createInlinePool(decodeBlocks);
  const recording: ScanPool = {
    ...pool,
    configure: (keys) => {
      given.push(keys);
      return pool.configure(keys);
    },
    dispose: () => {
      disposed += 1;
      pool.dispose();
    },
  };
  (rpc.session.world as { secondPool?: World['secondPool'] }).secondPool = () => recording;
  await rpc.call('x_sweep_keys_start', { given_keys: SPEND_KEY });
  await expect.poll(() => given.length).toBe(1);
  const { spendSecret, viewSecret } = given[0]!;
  return { ...rpc, secrets: [spendSecret!, viewSecret], disposed: () => disposed };
};
const isWiped = (secrets: readonly Uint8Array[]): boolean =>
  secrets.every((secret) => secret.every((byte) => byte === 0));

// threat: keys-after-lock
describe('keys on paper', () => {
  it('are overwritten when the wallet is locked', async () => {
    const { call, secrets, session, disposed } = await sweeping();
    expect(isWiped(secrets)).toBe(false);
    await call('close_wallet');
    expect(isWiped(secrets)).toBe(true);
    expect(disposed()).toBe(1);
    expect(session.paper).toBeUndefined();
  });
  it('are overwritten when the sweep ends, and when another one begins', async () => {
    const { call, secrets } = await sweeping();
    await call('x_sweep_keys_start', { given_keys: SPEND_KEY });
    expect(isWiped(secrets)).toBe(true);
    const again = await sweeping();
    await again.call('x_sweep_keys_end');
    expect(isWiped(again.secrets)).toBe(true);
    expect((await again.call('x_sweep_keys_status')).phase).toBe('none');
  });
  it('make no wallet file and change no record of the open wallet', async () => {
    const { wallet, session, call } = await openFixture();
    const before = JSON.stringify([...wallet.state.tables.account.keys(), wallet.state.tables.labels.size]);
    const files = await session.files.list();
    await call('x_sweep_keys_start', { given_keys: SPEND_KEY });
    expect(await session.files.list()).toEqual(files);
    expect(JSON.stringify([...wallet.state.tables.account.keys(), wallet.state.tables.labels.size])).toBe(
      before,
    );
    await call('x_sweep_keys_end');
  });
});
