/**
 * The app as stored by its service worker. A new version waits until the user accepts it; then the page reloads,
 * which locks the wallet.
 */
/** The service worker's message when it did not store a version: src/transport/service-worker/version.ts. */
interface Refusal {
  readonly type: string;
  readonly path?: string;
}
/** The part of `navigator.serviceWorker` that is used. */
export type Container = Pick<ServiceWorkerContainer, 'register' | 'addEventListener' | 'controller'>;

/** A page that is left open looks for a new version this often. */
const LOOK_MS = 6 * 3_600_000;

export class Offline {
  /** A new version is ready. */
  ready = $state(false);
  /** The file because of which the service worker refused the server's version. */
  refused = $state<string | undefined>(undefined);
  /** A stored version exists and is still used. */
  stored = $state(false);
  #waiting: ServiceWorker | undefined;
  #taken = false;
  readonly #reload: () => void;

  constructor(reload: () => void) {
    this.#reload = reload;
  }
  /** If this fails, the page works online. */
  async register(container: Container, script: string): Promise<void> {
    let version = container.controller;
    container.addEventListener('controllerchange', () => {
      const before = version;
      version = container.controller;
      if (this.#taken) this.#reload();
      else if (before !== null && before !== version) {
        // Another tab switched to a new version, and this page still runs the old one: it has only to reload.
        this.#waiting = undefined;
        this.ready = true;
      }
    });
    container.addEventListener('message', ({ data }: MessageEvent<Refusal | null>) => {
      if (data?.type !== 'ostro version refused') return;
      this.stored = container.controller !== null;
      this.refused = data.path;
    });
    try {
      const registration = await container.register(script);
      const look = (): void => {
        // The first version replaces no other one, so it need not wait.
        if (registration.waiting === null || container.controller === null) return;
        this.#waiting = registration.waiting;
        this.ready = true;
      };
      look();
      // Without a network it fails, and the next look comes.
      setInterval(() => void registration.update().catch(() => undefined), LOOK_MS);
      registration.addEventListener('updatefound', () => {
        registration.installing?.addEventListener('statechange', look);
      });
    } catch {
      // Site data is blocked, or the page was opened from a file.
    }
  }
  take(): void {
    this.#taken = true;
    if (this.#waiting) this.#waiting.postMessage('use-new-version');
    else this.#reload();
  }
}
