/**
 * Syncing in the background. Rounds of this module's own, not those of the engine: without the latter, each list of transfers
 * reads the node's pool first, as monero-wallet-rpc does, and monero-ts's listeners hear of a transaction only once.
 */
import type { MoneroTsWalletRpc } from './classes.ts';

const DEFAULT_PERIOD_MS = 20_000;

export function createSyncing(
  wallet: Pick<MoneroTsWalletRpc, 'poll'>,
  ask: (method: string, params?: object) => Promise<unknown>,
) {
  /** The rounds that go on; a round of others is the last of its kind. */
  let current: object | undefined;
  let timer: ReturnType<typeof setTimeout> | undefined;
  let periodMs = DEFAULT_PERIOD_MS;
  let reading: Promise<unknown> | undefined;
  let hasRead = false;
  const round = async (mine: object): Promise<void> => {
    try {
      reading = ask('refresh');
      await reading;
      reading = undefined;
      hasRead = true;
      await wallet.poll();
    } catch {
      // The node is away or the wallet is closed: the next round tries again, or there is none.
      reading = undefined;
    }
    if (current === mine) timer = setTimeout(() => void round(mine), periodMs);
  };
  const end = (): void => {
    current = undefined;
    clearTimeout(timer);
  };
  return {
    end,
    /**
     * Reads the newest blocks, unless much is still missing. Otherwise a list could lack a transaction that has left the node's
     * pool for a block which is read in the next round.
     */
    catchUp: async (): Promise<void> => {
      if (current && hasRead) await (reading ?? ask('refresh')).catch(() => undefined);
    },
    members: {
      startSyncing: (ms = DEFAULT_PERIOD_MS) => {
        end();
        periodMs = ms;
        current = {};
        void round(current);
        return Promise.resolve();
      },
      stopSyncing: async () => {
        end();
        await ask('auto_refresh', { enable: false });
      },
      getSyncPeriodInMs: () => periodMs,
    },
  };
}
