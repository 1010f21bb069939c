/** The state that balances, history and payments are computed from: what a light-wallet server named while one is in use, else what was read. */
import { onDemand } from '../../base/on-demand.ts';
import type { Ledger, WalletState } from './state.ts';
import type { NamedPart } from './named-part.ts';

const part = onDemand(() => import('./named-part.ts'));
let loaded: Awaited<ReturnType<typeof part>> | undefined;

/** Loads the code for a wallet that uses a light-wallet server: before such a wallet opens, and before it begins to use one. Fault part_not_loaded. */
export async function loadNamedPart(): Promise<void> {
  loaded = await part();
}

function namedPart(state: WalletState): NamedPart {
  if (!loaded) throw new Error('the code for a light-wallet server is not loaded');
  return loaded.namedPart(state);
}

export function usesLightServer({ tables }: Pick<WalletState, 'tables'>): boolean {
  const use = tables.lightServer.get('');
  return use?.inUse === true && use.open;
}

/** The outputs that payments choose from. */
export function shownOutputs(state: WalletState): Pick<WalletState, 'outputs' | 'byKeyImage'> {
  return usesLightServer(state) ? namedPart(state) : state;
}

/** Returns one object for the life of the ledger, as `ledger.state` is, with the content after the last commit. */
export function shownState({ state, onCommit }: Pick<Ledger, 'state' | 'onCommit'>): WalletState {
  let named: NamedPart | undefined;
  onCommit(() => {
    named = undefined;
  });
  const part = (): NamedPart => (usesLightServer(state) ? (named ??= namedPart(state)) : state);
  return {
    copy: state.copy,
    get tables() {
      return part().tables;
    },
    get outputs() {
      return part().outputs;
    },
    get byKey() {
      return part().byKey;
    },
    get byKeyImage() {
      return part().byKeyImage;
    },
    get history() {
      return part().history;
    },
    get funds() {
      return part().funds;
    },
    get height() {
      return part().height;
    },
    get chain() {
      return state.chain;
    },
    get account() {
      return state.account;
    },
    get settings() {
      return state.settings;
    },
    get lastReward() {
      return state.lastReward;
    },
  };
}
