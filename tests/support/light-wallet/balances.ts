/** Balances of a wallet with a light-wallet server, and of monero-wallet-rpc with the same words. */
import type { TestWallet } from '../../parity/wallet-pair.ts';
import type { Regtest, WalletRpc } from '../regtest.ts';
import { until } from '../until.ts';

interface Both {
  readonly chain: Regtest;
  readonly native: WalletRpc;
  readonly call: TestWallet['call'];
}

/** `both`: the wallets, which a test starts later. All amounts are of the first account, in piconero. */
export function balancesOf(both: () => Both) {
  return {
    nativeBalance: async () => {
      const { native } = both();
      await native.call('refresh');
      const { balance, unlocked_balance: unlocked } = await native.call('get_balance', { account_index: 0 });
      return { balance: BigInt(balance as number), unlocked: BigInt(unlocked as number) };
    },
    /** Both balances as the page shows them. */
    shown: async () => {
      const {
        accounts: [first],
      } = await both().call('x_overview', { account_index: 0 });
      return { balance: first!.balance, unlocked: first!.unlocked_balance };
    },
    /** Reads until the server has scanned the whole chain. */
    readAll: async (): Promise<void> => {
      const { chain, call } = both();
      const height = await chain.height();
      await until(async () => {
        await call('refresh', {});
        return (await call('x_light_server', {})).height === height;
      });
    },
  };
}
