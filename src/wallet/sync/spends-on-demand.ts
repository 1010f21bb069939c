/** The coins that may be spent in unread blocks. The code that asks a relay about them is loaded when it is asked first. */
import { onDemand } from '../../base/on-demand.ts';
import type { SyncContext } from './context.ts';
import type { UnreadSpends } from './types.ts';
import { usesRelay } from './uses-relay.ts';

const part = onDemand(() => import('./unread-spends.ts'));
const NONE: ReadonlySet<string> = new Set();

/** `signal`: ends the requests of now. */
export function spendsOnDemand(context: SyncContext, signal: () => AbortSignal): UnreadSpends {
  let loaded: UnreadSpends | undefined;
  return {
    read: async () => {
      if (!usesRelay(context)) return;
      const { createUnreadSpends } = await part();
      loaded ??= createUnreadSpends(context, signal);
      await loaded.read();
    },
    get known() {
      return loaded?.known ?? false;
    },
    doubtful: () => loaded?.doubtful() ?? NONE,
  };
}
