const LOCK = 'ostro-payment';
/** Browsers without locks have none. */
const pageLocks = (): LockManager | undefined => (navigator as { readonly locks?: LockManager }).locks;

/**
 * While a payment is checked, signed or sent, no tab takes a new version of the app: the service worker asks for the same
 * lock (src/transport/service-worker/orders.ts). Returns a function that ends this.
 */
export function holdVersion(): () => void {
  let release: () => void = () => undefined;
  const made = new Promise<void>((resolve) => (release = resolve));
  // Without locks the service worker cannot ask either.
  void pageLocks()
    ?.request(LOCK, { mode: 'shared' }, () => made)
    .catch(() => undefined);
  return release;
}
/** Returns whether a tab checks, signs or sends a payment now. */
export async function isPaymentMade(): Promise<boolean> {
  const asked = pageLocks()?.request(LOCK, { ifAvailable: true }, (lock) => lock === null);
  return (await asked?.catch(() => false)) ?? false;
}
