/**
 * The app as stored by its service worker. A new version waits until the person accepts it: that reloads the page,
 * which locks the wallet.
 */
/** What the service worker says when it did not store a version: src/transport/service-worker/version.ts. */
interface Refusal {
  readonly type: string;
  readonly path?: string;
}
/** The part of `navigator.serviceWorker` that is used. */
export type Container = Pick<ServiceWorkerContainer, 'register' | 'addEventListener' | 'controller'>;

export class Offline {
  /** A new version is ready. */
  ready = $state(false);
  /** The file for which the version that the server offers was not stored. */
  refused = $state<string | undefined>(undefined);
  /** There is a stored version, which goes on. */
  stored = $state(false);
  #waiting: ServiceWorker | undefined;
  #taken = false;
  readonly #reload: () => void;

  constructor(reload: () => void) {
    this.#reload = reload;
  }
  /** Without it the page works all the same, online. */
  async register(container: Container, script: string): Promise<void> {
    container.addEventListener('controllerchange', () => {
      if (this.#taken) this.#reload();
    });
    container.addEventListener('message', ({ data }: MessageEvent<Refusal | null>) => {
      if (data?.type !== 'ostro version refused') return;
      this.stored = container.controller !== null;
      this.refused = data.path;
    });
    try {
      const registration = await container.register(script);
      const look = (): void => {
        // The first version replaces none, so it need not wait.
        if (registration.waiting === null || container.controller === null) return;
        this.#waiting = registration.waiting;
        this.ready = true;
      };
      look();
      registration.addEventListener('updatefound', () => {
        registration.installing?.addEventListener('statechange', look);
      });
    } catch {
      // Blocked site data, or a page opened from a file.
    }
  }
  take(): void {
    this.#taken = true;
    this.#waiting?.postMessage('use-new-version');
  }
}
