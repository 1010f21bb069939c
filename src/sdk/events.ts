/** The listeners of a provider. */
import type { Provider, ProviderEvents } from './types.ts';

type Name = keyof ProviderEvents;
type Listener = (data: never) => void;

export interface Listeners {
  readonly on: Provider['on'];
  readonly removeListener: Provider['removeListener'];
  readonly emit: (name: Name, data: unknown) => void;
}
/** Events that the wallet sends; `connect` and `disconnect` follow from its window. */
export const FROM_WALLET: readonly string[] = ['accountsChanged', 'networkChanged', 'message'];

export function createListeners(): Listeners {
  const listeners = new Map<Name, Set<Listener>>();
  return {
    on: (event, listener) => void listeners.set(event, (listeners.get(event) ?? new Set()).add(listener)),
    removeListener: (event, listener) => void listeners.get(event)?.delete(listener),
    emit: (name, data) => {
      for (const each of [...(listeners.get(name) ?? [])]) each(data as never);
    },
  };
}
