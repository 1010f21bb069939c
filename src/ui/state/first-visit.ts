/** A device without wallets gets its first screen before the worker has answered. */
export interface FirstVisit {
  /** True if it is one. */
  readonly known: Promise<boolean>;
  /** The page calls it when its first screen is loaded. */
  readonly drawn: () => void;
  /** The service worker may store the app. On a first visit it waits until the screens and the wallet's worker have come. */
  readonly mayStore: Promise<void>;
}
