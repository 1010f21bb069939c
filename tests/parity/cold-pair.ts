/**
 * One wallet on two sides: a watching one on a regtest chain, and a cold one without a node. Each side is our engine or
 * monero-wallet-rpc 0.18.4.0.
 */
import type { Regtest } from '../support/regtest.ts';
import { ourWallet, theirWallet, type TestWallet } from './wallet-pair.ts';

export type Maker = 'ours' | 'theirs';
export interface Halves {
  readonly name: string;
  readonly hot: TestWallet;
  readonly cold: TestWallet;
  readonly hotBy: Maker;
  readonly coldBy: Maker;
  readonly address: string;
}

/** An address without a node: a cold wallet must not need one. */
const NOWHERE = 'http://127.0.0.1:1';

export async function coldWallet(chain: Regtest, by: Maker): Promise<TestWallet> {
  if (by === 'ours') return ourWallet({ ...chain, url: NOWHERE });
  return theirWallet({ ...chain, walletRpc: () => chain.walletRpc(['--offline']) });
}
export async function hotWallet(chain: Regtest, by: Maker): Promise<TestWallet> {
  return by === 'ours' ? ourWallet(chain) : theirWallet(chain);
}

/** A new wallet, as a watching and a cold one. */
export async function cutWallet(chain: Regtest, hotBy: Maker, coldBy: Maker): Promise<Halves> {
  const hot = await hotWallet(chain, hotBy);
  const cold = await coldWallet(chain, coldBy);
  await cold.call('create_wallet', { filename: 'cold', password: '', language: 'English' });
  const { address } = await cold.call('get_address');
  const { key: viewkey } = await cold.call('query_key', { key_type: 'view_key' });
  await hot.call('generate_from_keys', { filename: 'hot', password: '', address, viewkey });
  return { name: `${hotBy} hot, ${coldBy} cold`, hot, cold, hotBy, coldBy, address };
}

/** Sends outputs to the signer, and key images back. */
export async function exchange({ hot, cold }: Pick<Halves, 'hot' | 'cold'>, all = true): Promise<void> {
  const { outputs_data_hex } = await hot.call('export_outputs', { all });
  await cold.call('import_outputs', { outputs_data_hex });
  const { offset, signed_key_images } = await cold.call('export_key_images', { all });
  await hot.call('import_key_images', { offset, signed_key_images });
}
