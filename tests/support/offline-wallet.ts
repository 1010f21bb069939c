/** A real monero-wallet-rpc without a daemon, to compare with everything that needs no chain. */
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { post, startWalletRpc } from '../../scripts/tools/app/monero.ts';
import { ensureMonero } from '../../scripts/tools/setup/setup.mjs';
import { RpcError } from './regtest.ts';

export interface OfflineWallet {
  /** The result; an error answer is thrown as RpcError. */
  readonly call: <Result>(method: string, params?: object) => Promise<Result>;
  readonly stop: () => Promise<void>;
}

/** `args` such as `--testnet` are added to the command line. */
export async function startOfflineWallet(args: readonly string[] = []): Promise<OfflineWallet> {
  const dir = mkdtempSync(join(tmpdir(), 'ostro-offline-'));
  const bin = await ensureMonero();
  const wallet = await startWalletRpc({
    bin,
    dir,
    daemonUrl: 'http://127.0.0.1:1',
    args: ['--offline', ...args],
  });
  return {
    call: async <Result>(method: string, params: object = {}) => {
      const body = JSON.stringify({ jsonrpc: '2.0', id: '0', method, params });
      const answer = JSON.parse(await post(`${wallet.url}/json_rpc`, body)) as {
        result: Result;
        error?: { code: number; message: string };
      };
      if (answer.error) throw new RpcError(method, answer.error.code, answer.error.message);
      return answer.result;
    },
    stop: async () => {
      await wallet.child.stop();
      rmSync(dir, { recursive: true, force: true });
    },
  };
}
