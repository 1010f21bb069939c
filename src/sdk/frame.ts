/** The hidden frame of the wallet, which answers public methods. */
import { siteError } from '../embed/errors.ts';
import { openLink, windowPeer, type Link } from './link.ts';
import { ProviderError } from './provider-error.ts';

const PATIENCE_MS = 30_000;

interface Frame extends Link {
  /** The page has removed it. */
  readonly removed: boolean;
}

/** `lost` is called when the frame does not answer, or has ended: the next request needs a new one. */
export function openFrame(wallet: URL, lost: () => void): Frame {
  const frame = document.createElement('iframe');
  frame.hidden = true;
  frame.title = 'Ostro';
  frame.setAttribute('sandbox', 'allow-scripts allow-same-origin');
  // A page with Cross-Origin-Embedder-Policy can load no other frame; the frame stores nothing anyway.
  frame.setAttribute('credentialless', '');
  frame.referrerPolicy = 'no-referrer';
  frame.src = new URL('frame.html', wallet).href;
  document.body.append(frame);
  const link = openLink({ peer: windowPeer(frame.contentWindow!, wallet.origin, 'frame-ready') });
  const end = (error: ProviderError): void => {
    clearTimeout(timer);
    link.end(error);
    frame.remove();
    lost();
  };
  const timer = setTimeout(() => {
    if (!link.connected) end(new ProviderError(siteError('disconnected', { reason: 'frame_unreachable' })));
  }, PATIENCE_MS);
  return {
    request: (method, params) => link.request(method, params),
    end,
    get connected() {
      return link.connected;
    },
    get removed() {
      return !frame.isConnected;
    },
  };
}
