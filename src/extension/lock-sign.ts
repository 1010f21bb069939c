/**
 * The icon in the toolbar shows whether a wallet is open in any page of the extension. Each such page holds a Web Lock, shared with
 * the others, which the browser releases also when the page dies: the worker waits for it alone.
 */
import type { ExtensionApi, MessageSender } from './browser-api.ts';

/** Held by each page that has a wallet open. */
export const OPEN_WALLET_LOCK = 'ostro open wallet';
/** Milliseconds that the browser may take to release the lock of a page that is gone. */
const PATIENCE_MS = 3000;
const LEFT = 'left';

export interface LockSign {
  /** Call it whenever a wallet was opened or closed in this page. */
  show(open: boolean): void;
}
export interface SignParts {
  readonly api: Pick<ExtensionApi, 'action' | 'i18n' | 'runtime'>;
  readonly locks: Pick<LockManager, 'request'>;
}

/** For a page. `pagehide`: calls its argument when the page goes. */
export function createLockSign(
  { api, locks }: SignParts,
  pagehide: (listener: () => void) => void,
): LockSign {
  let release: (() => void) | undefined;
  const leave = (): void => {
    if (!release) return;
    release();
    release = undefined;
    // The worker knows when no other page has a wallet open.
    api.runtime.sendMessage({ ostro: LEFT }).catch(() => undefined);
  };
  pagehide(leave);
  return {
    show: (open) => {
      if (!open) leave();
      if (!open || release) return;
      const closed = new Promise<void>((resolve) => (release = resolve));
      const held = async (): Promise<void> => {
        paint(api, 'open');
        // The person sees in the wallet what has arrived.
        api.action.setBadgeText({ text: '' }).catch(() => undefined);
        await closed;
      };
      locks.request(OPEN_WALLET_LOCK, { mode: 'shared' }, held).catch(() => undefined);
    },
  };
}

/** For the worker: shows the wallet as locked when the last page that had one open is closed, or gone. */
export function watchLockSign({
  api,
  locks,
}: SignParts & { readonly api: Pick<ExtensionApi, 'tabs'> }): void {
  const showIfLocked = (): void => {
    const signal = AbortSignal.timeout(PATIENCE_MS);
    // Granted: no page has a wallet open. Ended by the time limit: one has.
    locks.request(OPEN_WALLET_LOCK, { signal }, () => paint(api, 'locked')).catch(() => undefined);
  };
  api.runtime.onMessage.addListener((message, sender) => {
    if (isLeft(message) && isPageOf(api, sender)) showIfLocked();
    return undefined;
  });
  // A tab that crashed says nothing.
  api.tabs.onRemoved.addListener(showIfLocked);
}

const isLeft = (message: unknown): boolean =>
  (message as { readonly ostro?: unknown } | null)?.ostro === LEFT;
const isPageOf = ({ runtime }: SignParts['api'], { id, url }: MessageSender): boolean =>
  id === runtime.id && url?.startsWith(runtime.getURL('')) === true;

const paint = ({ action, i18n }: SignParts['api'], state: 'open' | 'locked'): void => {
  const path = state === 'open' ? 'icons/ostro-192.png' : 'icons/locked-192.png';
  for (const done of [action.setIcon({ path }), action.setTitle({ title: i18n.getMessage(state) })])
    void done.catch(() => undefined);
};
