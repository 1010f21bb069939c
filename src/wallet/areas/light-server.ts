/** The light-wallet server that the wallet uses: it learns the view key (docs/light-wallet.md). */
import { fault } from '../faults.ts';
import { lightDifferences } from '../light-server/compare.ts';
import { change, put, remove, type WalletState } from '../state/state.ts';
import type { Change, Delete } from '../state/tables.ts';
import { loadNamedPart } from '../state/shown-state.ts';
import type { Core } from './core.ts';

export function createLightServer({ state, sync, commitWhileStopped }: Core) {
  return {
    /** The server in use, or the one that the wallet compares with the chain; undefined: none. */
    get used() {
      return state.tables.lightServer.get('');
    },
    /** When it answered last, in milliseconds since 1970, and why it does not answer. */
    get reading() {
      return sync.light;
    },
    /** See compare.ts. */
    differences: () => lightDifferences(state, sync.tip?.height),
    /**
     * Gives the server the view key with the next pass, and reads from it instead of blocks. What another server named is forgotten. Fault
     * watch_only: only a wallet with its spend key can tell spends from decoys.
     */
    use: async (address: string) => {
      await loadNamedPart();
      await commitWhileStopped((current) => {
        if (!current.account.spendSecret) throw fault('watch_only');
        const known = current.tables.lightServer.get('');
        if (known?.address === address) return change([put('lightServer', '', { ...known, inUse: true })]);
        return change(
          [
            put('lightServer', '', {
              ...{ address, inUse: true, open: false, subaddresses: false, wanted: [], refused: 0 },
              ...{ startHeight: 0, height: 0, chainHeight: 0 },
            }),
          ],
          allNamed(current),
        );
      });
    },
    /** Reads from nodes again, from where the wallet stood, and compares. A server that never answered is forgotten. */
    leave: () =>
      commitWhileStopped((current) => {
        const used = current.tables.lightServer.get('');
        return used?.open ? change([put('lightServer', '', { ...used, inUse: false })]) : forgotten(current);
      }),
    /** Forgets what the server named. It keeps the view key. */
    forget: () => commitWhileStopped(forgotten),
  };
}

const forgotten = (state: WalletState): Change => change([], [remove('lightServer', ''), ...allNamed(state)]);

const allNamed = ({ tables }: WalletState): readonly Delete[] => [
  ...[...tables.namedOutputs.keys()].map((key) => remove('namedOutputs', key)),
  ...[...tables.namedTransactions.keys()].map((key) => remove('namedTransactions', key)),
];
