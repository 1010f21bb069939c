/**
 * While a payment is checked, signed or sent, no tab takes a new version of the app: the service worker asks for the same
 * lock (src/transport/service-worker/orders.ts). Returns a function that ends this.
 */
export function holdVersion(): () => void {
  let release: () => void = () => undefined;
  const made = new Promise<void>((resolve) => (release = resolve));
  const { locks } = navigator as { readonly locks?: LockManager };
  // Without locks the service worker cannot ask either.
  void locks?.request('ostro-payment', { mode: 'shared' }, () => made).catch(() => undefined);
  return release;
}
