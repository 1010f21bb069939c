/** The wallet's window, which answers everything that a person must have granted. */
import { siteError } from '../embed/errors.ts';
import type { Welcome } from '../embed/wire.ts';
import { openLink, windowPeer, type Link } from './link.ts';
import { ProviderError } from './provider-error.ts';

const POLL_MS = 300;

export interface Popup extends Link {
  readonly closed: boolean;
  focus(): void;
  close(): void;
}
interface PopupListener {
  readonly welcomed: (welcome: Welcome) => void;
  readonly onEvent: (event: string, data: unknown) => void;
  /** The window is closed. */
  readonly closed: () => void;
}

/**
 * Opens the window; call it inside a click, before anything else. Throws ProviderError: -32002 when the browser blocks
 * the window, 4900 outside a click.
 */
export function openPopup(wallet: URL, listener: PopupListener): Popup {
  // Browsers without this property decide themselves.
  const { userActivation } = navigator as { userActivation?: { readonly isActive: boolean } };
  if (userActivation?.isActive === false)
    throw new ProviderError(siteError('disconnected', { reason: 'needs_click' }));
  const url = new URL('connect.html', wallet).href;
  const target = openWindow(url);
  if (!target) throw new ProviderError(siteError('unavailable', { reason: 'popup_blocked' }));
  const link = openLink({ peer: windowPeer(target, wallet.origin, 'ready'), ...listener });
  const end = (error: ProviderError): void => {
    clearInterval(timer);
    link.end(error);
    listener.closed();
  };
  const timer = setInterval(() => {
    if (target.closed) end(new ProviderError(siteError('rejected', { reason: 'window_closed' })));
  }, POLL_MS);
  return {
    request: (method, params) => link.request(method, params),
    end,
    focus: () => target.focus(),
    close: () => target.close(),
    get connected() {
      return link.connected;
    },
    get closed() {
      return target.closed;
    },
  };
}

const openWindow = (url: string): Window | null => {
  try {
    return open(url, 'ostro-connect', 'popup,width=420,height=780');
  } catch {
    // Firefox, in a page whose sandbox allows no windows. Other browsers return null.
    return null;
  }
};
