/** A monero-wallet-rpc that judges what Ostro has paid. */
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { post, startWalletRpc } from '../../scripts/tools/app/monero.ts';
import { ensureMonero } from '../../scripts/tools/setup/setup.mjs';

export interface Native {
  readonly call: (method: string, params?: object) => Promise<Record<string, unknown>>;
  readonly stop: () => Promise<void>;
}

/** A monero-wallet-rpc on the devnet, with an open wallet. */
export async function openNative(daemonUrl: string): Promise<Native> {
  const dir = mkdtempSync(join(tmpdir(), 'ostro-native-'));
  const { url, child } = await startWalletRpc({ bin: await ensureMonero(), dir, daemonUrl, args: [] });
  const call: Native['call'] = async (method, params = {}) => {
    const body = JSON.stringify({ jsonrpc: '2.0', id: '0', method, params });
    const answer = JSON.parse(await post(`${url}/json_rpc`, body)) as {
      readonly result?: Record<string, unknown>;
      readonly error?: object;
    };
    if (answer.result === undefined) throw new Error(`${method}: ${JSON.stringify(answer.error)}`);
    return answer.result;
  };
  await call('create_wallet', { filename: 'native', language: 'English' });
  return {
    call,
    stop: async () => {
      await child.stop();
      rmSync(dir, { recursive: true, force: true });
    },
  };
}
