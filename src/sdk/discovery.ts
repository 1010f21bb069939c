/** Discovery of providers in a page: EIP-6963 with events of our own names. */
import { VERSION } from '../embed/limits.ts';
import { ASKING_METHODS, PUBLIC_METHODS, QUIET_METHODS } from '../embed/methods.gen.ts';
import type { Numbers, Provider, ProviderDetail } from './types.ts';

const ANNOUNCE = 'monero:announceProvider';
const REQUEST = 'monero:requestProvider';
const ICON =
  "data:image/svg+xml,%3Csvg xmlns='http://www.w3.org/2000/svg' viewBox='0 0 8 8'%3E%3Ccircle cx='4' cy='4' r='4' fill='%230f766e'/%3E%3Ccircle cx='4' cy='4' r='2' fill='%23fff'/%3E%3C/svg%3E";

/** `rdns`: a host, the last part first. The returned function ends it. */
export function announce<N extends Numbers>(
  provider: Provider<N>,
  rdns: string,
  networks: readonly string[],
): () => void {
  const detail: ProviderDetail<N> = Object.freeze({
    info: Object.freeze({
      uuid: crypto.randomUUID(),
      name: 'Ostro',
      icon: ICON,
      rdns,
      networks: Object.freeze([...networks]),
      apiVersion: VERSION,
      methods: Object.freeze([...PUBLIC_METHODS, ...QUIET_METHODS, ...ASKING_METHODS]),
    }),
    provider,
  });
  const say = (): void => void dispatchEvent(new CustomEvent(ANNOUNCE, { detail }));
  addEventListener(REQUEST, say);
  say();
  return () => removeEventListener(REQUEST, say);
}

/**
 * Calls `found` with each provider that is announced in this page, now or later. The returned function ends it.
 *
 * @example
 * const names = [];
 * const end = onProvider(({ info }) => names.push(info.name));
 * createProvider({ wallet: 'https://wallet.example/' }).announce();
 * // names.includes('Ostro') === true
 * end();
 */
export function onProvider(found: (detail: ProviderDetail) => void): () => void {
  const hear = (event: Event): void => found((event as CustomEvent<ProviderDetail>).detail);
  addEventListener(ANNOUNCE, hear);
  dispatchEvent(new Event(REQUEST));
  return () => removeEventListener(ANNOUNCE, hear);
}
