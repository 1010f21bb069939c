/**
 * The app as stored by its service worker. A new version waits until the user accepts it; then the page reloads,
 * which locks the wallet.
 */
import type { VersionInfo } from '../../client/client.ts';
import type { OwnRelease, RefusedRelease } from './own-release.ts';
import { isPaymentMade } from './payment-lock.ts';
import { LatestTask } from './task.ts';

/** Messages of the service worker: src/transport/service-worker/version.ts and workers/sw.ts. */
interface Message {
  readonly type: string;
  /** The file because of which no version was stored ('ostro version refused'). */
  readonly path?: string;
}
/** The part of `navigator.serviceWorker` that is used. */
export type Container = Pick<ServiceWorkerContainer, 'register' | 'addEventListener' | 'controller'>;
type Orders = 'ostro-version' | 'ostro-use-version' | 'ostro-check-server';

/** A page that is left open looks for a new version this often. */
const CHECK_MS = 6 * 3_600_000;
/** A service worker that does not answer for this long does not know the question. */
const PATIENCE_MS = 60_000;

export class Offline {
  /** A new version is ready. */
  ready = $state(false);
  /** The new version; undefined when this page has only to reload. */
  offer = $state.raw<VersionInfo | undefined>(undefined);
  /** The version that this page runs, if the service worker serves it. */
  running = $state('');
  /** The new version is being taken; or it was not taken, since a tab makes a payment: `held`. */
  use = $state<'' | 'taking' | 'held'>('');
  /** The file that the server has not as its version lists it: in a new version, or in the stored one. */
  refused = $state<string | undefined>(undefined);
  /** Why the stored new version is not offered. */
  rejected = $state<RefusedRelease | undefined>(undefined);
  /** A stored version exists and is still used. */
  stored = $state(false);
  /** The service worker of the new version. */
  #next: ServiceWorker | undefined;
  #activated = false;
  readonly #reload: () => void;
  readonly #refusal: OwnRelease['refusal'] | undefined;
  readonly #registering = new LatestTask();
  readonly #looking = new LatestTask();
  readonly #taking = new LatestTask();

  /** `refusal`: checks a new version before it is offered. */
  constructor(reload: () => void, refusal?: OwnRelease['refusal']) {
    this.#reload = reload;
    this.#refusal = refusal;
  }
  /** Registers the service worker after `mayStore`. If this fails, the page works online. */
  async register(container: Container, script: string, mayStore?: Promise<void>): Promise<void> {
    this.#follow(container);
    await this.#registering.run(async (task) => {
      if (mayStore) await task.wait(mayStore);
      // Site data may be blocked, or the page was opened from a file.
      const registration = await task.wait(container.register(script).catch(() => undefined));
      if (!registration) return;
      const check = (): void => void this.#check(container, registration);
      check();
      // Without a network it fails, and the next look comes.
      const update = () => registration.update().catch(() => undefined);
      setInterval(() => void update(), CHECK_MS);
      registration.addEventListener('updatefound', () => {
        registration.installing?.addEventListener('statechange', check);
      });
      await task.wait(update());
      // A new version compares its own files when it is stored.
      if (registration.installing === null && registration.waiting === null)
        container.controller?.postMessage({ type: 'ostro-check-server' satisfies Orders });
    });
  }
  get taking(): boolean {
    return this.use === 'taking';
  }
  get held(): boolean {
    return this.use === 'held';
  }
  /** Loads the page again with the new version, unless a tab makes a payment: then `held`. */
  async take(): Promise<void> {
    // The service worker holds the lock of payments meanwhile, and would take it for a payment.
    if (this.taking) return;
    this.use = 'taking';
    const next = this.#next;
    this.#activated = next !== undefined;
    // Before the answer, since this service worker may control the page already, and then no change of control follows.
    const reloads = next === undefined || next.state === 'activating' || next.state === 'activated';
    await this.#taking.run(async (task) => {
      const held = next
        ? (await task.wait(ask<'taken' | 'payment'>(next, 'ostro-use-version'))) === 'payment'
        : await task.wait(isPaymentMade());
      this.use = held ? 'held' : '';
      if (held) this.#activated = false;
      else if (reloads) this.#reload();
    });
  }

  #follow(container: Container): void {
    let version = container.controller;
    /** Another tab switched to a new version, and this page still runs the old one: it has only to reload. */
    const outdated = (): void => {
      this.#next = undefined;
      this.offer = undefined;
      this.ready = true;
    };
    container.addEventListener('controllerchange', () => {
      const before = version;
      version = container.controller;
      if (this.#activated) this.#reload();
      else if (before !== null && before !== version) outdated();
    });
    container.addEventListener('message', ({ data }: MessageEvent<Message | null>) => {
      if (data?.type === 'ostro version taken' && !this.#activated && container.controller !== null)
        outdated();
      if (data?.type !== 'ostro version refused') return;
      this.stored = container.controller !== null;
      this.refused = data.path;
    });
  }
  async #check(
    { controller }: Container,
    { waiting, active }: Pick<ServiceWorkerRegistration, 'waiting' | 'active'>,
  ): Promise<void> {
    // The first version replaces no other one, so it need not wait.
    if (controller === null) return;
    // One that is checked is not offered before its answer.
    if (waiting !== null && this.#refusal === undefined) this.#offer(waiting, undefined);
    const next = waiting ?? active;
    if (!next) return;
    await this.#looking.run(async (task) => {
      const info = await task.wait(ask<VersionInfo>(next, 'ostro-version'));
      if (!info) return;
      this.running = info.serving;
      // The browser may have started the service worker of a version that the user has not accepted.
      if (info.own !== info.serving) {
        this.rejected = this.#refusal && (await task.wait(this.#refusal(info.own)));
        if (this.rejected === undefined) this.#offer(next, info);
        else this.#withdraw();
      }
      // WebKit may still name the first version as waiting when it serves this page.
      else if (this.#next === next) this.#withdraw();
    });
  }
  #withdraw(): void {
    this.#next = undefined;
    this.ready = false;
  }
  #offer(next: ServiceWorker, info: VersionInfo | undefined): void {
    this.#next = next;
    this.offer = info;
    this.ready = true;
  }
}

/** The answer of a service worker; undefined if it does not answer. */
const ask = <T>(worker: Pick<ServiceWorker, 'postMessage'>, type: Orders): Promise<T | undefined> =>
  new Promise((resolve) => {
    const { port1, port2 } = new MessageChannel();
    const end = (answer: T | undefined): void => {
      clearTimeout(timer);
      port1.close();
      resolve(answer);
    };
    const timer = setTimeout(() => {
      end(undefined);
    }, PATIENCE_MS);
    port1.onmessage = ({ data }: MessageEvent<T>) => {
      end(data);
    };
    worker.postMessage({ type }, [port2]);
  });
