/** ostro-connect: Monero for web pages, through the wallet's extension or its window, and its frame page. */
import { siteError } from '../embed/errors.ts';
import { ASKING_METHODS, PUBLIC_METHODS } from '../embed/methods.gen.ts';
import { announce } from './discovery.ts';
import { createListeners, FROM_WALLET } from './events.ts';
import { findExtension, linkToExtension, type ExtensionLink } from './extension.ts';
import { openFrame } from './frame.ts';
import { withTexts } from './numbers.ts';
import { openPopup, type Popup } from './popup.ts';
import { ProviderError } from './provider-error.ts';
import type { Numbers, Provider, ProviderEvents, ProviderOptions } from './types.ts';
import { verifyPayment } from './verify-payment.ts';

export { onProvider } from './discovery.ts';
export { ProviderError } from './provider-error.ts';
export type * from './types.ts';

/**
 * The provider of a page; nothing opens before its first request.
 *
 * @example
 * const monero = createProvider({ wallet: 'https://wallet.example/' });
 * const invoice = { id: 'order-7', address: '4…', amount: 500000000000n };
 * const error = await monero.verifyPayment({ invoice, tx_hash: txid }).catch((thrown) => thrown);
 * // error instanceof ProviderError === true
 */
export function createProvider<N extends Numbers = 'bigint'>({
  wallet,
  network = 'mainnet',
  node,
  numbers,
}: ProviderOptions<N>): Provider<N> {
  const home = new URL('./', wallet);
  const { on, removeListener, emit } = createListeners();
  let extension: ExtensionLink | undefined;
  let frame: ReturnType<typeof openFrame> | undefined;
  let popup: Popup | undefined;

  const shown = (value: unknown): unknown => (numbers === 'string' ? withTexts(value) : value);
  const disconnected = (): ProviderError => new ProviderError(siteError('disconnected'));

  const askFrame = (method: string, params: object): Promise<unknown> => {
    // A page that replaces its body removes the frame: what was asked of it gets no answer.
    if (frame?.removed)
      frame.end(new ProviderError(siteError('disconnected', { reason: 'frame_unreachable' })));
    frame ??= openFrame(home, () => (frame = undefined));
    return frame.request(method, { network, ...(node && { node }), ...params });
  };
  const openWindow = (): Popup => {
    const opened = openPopup(home, {
      welcomed: ({ networks, methods }) => emit('connect', { networks, methods }),
      onEvent: (event, data) => {
        if (event === 'disconnect') opened.end(disconnected());
        else if (FROM_WALLET.includes(event)) emit(event as keyof ProviderEvents, shown(data));
      },
      closed: () => {
        if (popup === opened) popup = undefined;
        emit('disconnect', disconnected());
      },
    });
    return opened;
  };
  const askWindow = (method: string, params: object): Promise<unknown> => {
    if (popup?.closed) popup.end(new ProviderError(siteError('rejected', { reason: 'window_closed' })));
    if (popup && ASKING_METHODS.includes(method)) popup.focus();
    popup ??= openWindow();
    return popup.request(method, params);
  };

  const askExtension = (provider: Provider, method: string, params: object): Promise<unknown> => {
    if (extension?.provider !== provider)
      extension = linkToExtension(provider, (event, data) => emit(event, shown(data)));
    return extension.request(method, params);
  };
  const askWallet = (method: string, params: object): Promise<unknown> => {
    const found = popup ? undefined : findExtension();
    return found ? askExtension(found, method, params) : askWindow(method, params);
  };

  const provider: Provider<N> = {
    // Not one await before the window opens: the browser opens windows only during the click.
    request: async ({ method, params = {} }) =>
      shown(await (PUBLIC_METHODS.includes(method) ? askFrame : askWallet)(method, params)) as never,
    on,
    removeListener,
    verifyPayment: async (payment) =>
      shown(await verifyPayment((params) => askFrame('check_tx_proof', params), payment)) as never,
    announce: () => announce(provider, home.hostname.split('.').reverse().join('.'), [network]),
    close: () => {
      extension?.close();
      extension = undefined;
      frame?.end(disconnected());
      popup?.close();
      popup?.end(disconnected());
    },
  };
  return provider;
}
