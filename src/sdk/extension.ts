/** The wallet as a browser extension, on sites that the visitor has turned on there: no window of the site is opened. */
import { siteError } from '../embed/errors.ts';
import { onProvider } from './discovery.ts';
import { ProviderError } from './provider-error.ts';
import type { Provider, ProviderEvents } from './types.ts';

/** `info.rdns` of the provider that the extension announces. */
export const EXTENSION_RDNS = 'invalid.ostro';
const EVENTS = ['connect', 'disconnect', 'accountsChanged', 'networkChanged', 'message'] as const;

export interface ExtensionLink {
  request(method: string, params: object): Promise<unknown>;
  close(): void;
  readonly provider: Provider;
}

/**
 * The provider that announces itself as the extension's; undefined without one. Any script of this page can do that, which is
 * why nothing that the site must be able to rely on is asked of it: verifyPayment never is.
 */
export function findExtension(): Provider | undefined {
  let found: Provider | undefined;
  onProvider(
    (detail: { readonly info?: { readonly rdns?: unknown }; readonly provider?: Provider } | null) => {
      if (detail?.info?.rdns === EXTENSION_RDNS) found ??= detail.provider;
    },
  )();
  return found;
}

export function linkToExtension(
  provider: Provider,
  onEvent: (event: keyof ProviderEvents, data: unknown) => void,
): ExtensionLink {
  const stops = EVENTS.map((event) => {
    const listener = (data: unknown): void => onEvent(event, data);
    provider.on(event, listener);
    return () => provider.removeListener(event, listener);
  });
  return {
    provider,
    request: async (method, params) => {
      try {
        // A copy: as from a window, what comes is data that does not change any more.
        return structuredClone(await provider.request({ method, params }));
      } catch (error) {
        throw asProviderError(error);
      }
    },
    close: () => {
      for (const stop of stops) stop();
      provider.close();
    },
  };
}

const asProviderError = (error: unknown): ProviderError => {
  const { code, message, data } = error as Partial<ProviderError>;
  if (typeof code !== 'number' || typeof message !== 'string')
    return new ProviderError(siteError('internal'));
  return new ProviderError({ code, message, ...(data && { data }) });
};
