/** Emits the events of a session to its listeners. */
import type { WalletSession, SessionEvents } from './types.ts';

export interface SessionEmitter {
  emit<Type extends keyof SessionEvents>(type: Type, event: SessionEvents[Type]): void;
  readonly on: WalletSession['on'];
}

export function createEmitter(): SessionEmitter {
  const listeners: { readonly [T in keyof SessionEvents]: Set<(event: SessionEvents[T]) => void> } = {
    status: new Set(),
    changed: new Set(),
    received: new Set(),
    recorded: new Set(),
    log: new Set(),
    closed: new Set(),
  };
  return {
    emit: (type, event) => {
      for (const listener of listeners[type]) listener(event);
    },
    on: (type, listener) => {
      listeners[type].add(listener);
      return () => listeners[type].delete(listener);
    },
  };
}
