/** One wallet in two sessions: a watching one with the fixture's history, and a signing one without any. */
import { openFixture, type RpcWallet } from './fixture.ts';

export interface TwoWallets {
  readonly hot: RpcWallet;
  readonly cold: RpcWallet;
}

export async function openHalves(): Promise<TwoWallets> {
  const hot = await openFixture({ watchOnly: true });
  hot.node.answer();
  return { hot, cold: await openFixture({ empty: true }) };
}

/** Sends outputs to the signer, and key images back. */
export async function exchange({ hot, cold }: TwoWallets): Promise<void> {
  await cold.call('import_outputs', await hot.call('export_outputs', { all: true }));
  const keys = await cold.call('export_key_images', { all: true });
  await hot.call('import_key_images', {
    offset: keys.offset,
    signed_key_images: keys.signed_key_images ?? [],
  });
}
