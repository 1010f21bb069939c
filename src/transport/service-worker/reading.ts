/**
 * Reading of wallets while the installed app is closed, by periodic background sync: a service worker of its own
 * (workers/reader-sw.ts), whose folder has no pages. It is registered while there is a copy to read, and at no other time.
 */
import { READER_FOLDER } from '../../base/reader-folder.ts';

/** The tag of the event by which the browser wakes the service worker. */
export const READ_TAG = 'ostro read';
/** Milliseconds. Browsers wait longer: Chromium half a day, and more for an app that is seldom used. */
const PERIOD_MS = 10 * 60_000;

export interface PeriodicReadingBrowser {
  /** `navigator.serviceWorker` */
  readonly container: Pick<ServiceWorkerContainer, 'register' | 'getRegistration'>;
  /** `navigator.permissions` */
  readonly permissions: { query(of: { readonly name: PermissionName }): Promise<{ readonly state: string }> };
  /** The address of the service worker, in the form that `register` needs. */
  readonly script: string;
}
/** The list of copies (src/store/copies-to-read.ts). */
interface Copies {
  list(): Promise<readonly { readonly name: string }[]>;
  note(copy: { readonly name: string; readonly password: string }): Promise<void>;
  forget(name: string): Promise<void>;
}
type WithSync = ServiceWorkerRegistration & {
  readonly periodicSync: { register(tag: string, how: { readonly minInterval: number }): Promise<void> };
};

/** Undefined: the browser does not wake this app. Chromium wakes those that are installed. */
export async function periodicReading(
  { container, permissions, script }: PeriodicReadingBrowser,
  copies: Copies,
) {
  const isAllowed = await permissions.query({ name: 'periodic-background-sync' as PermissionName }).then(
    ({ state }) => state === 'granted',
    () => false,
  );
  // Reading that is on can be turned off, also after the app was uninstalled.
  if (!isAllowed && (await copies.list()).length === 0) return undefined;
  const endUnused = async (): Promise<void> => {
    if ((await copies.list()).length === 0) await endReader(container);
  };
  return {
    everyMinutes: undefined,
    isOn: async (name: string): Promise<boolean> => (await copies.list()).some((each) => each.name === name),
    turnOn: async (name: string, password: string): Promise<void> => {
      try {
        const registration = await container.register(script, { scope: READER_FOLDER });
        await isActive(registration);
        await (registration as WithSync).periodicSync.register(READ_TAG, { minInterval: PERIOD_MS });
        await copies.note({ name, password });
      } catch (error) {
        await endUnused();
        throw error;
      }
    },
    turnOff: async (name: string): Promise<void> => {
      await copies.forget(name);
      await endUnused();
    },
  };
}

/** Removes the service worker; the browser wakes nothing any more. */
export async function endReader(container: Pick<ServiceWorkerContainer, 'getRegistration'>): Promise<void> {
  const registration = await container.getRegistration(READER_FOLDER);
  // Without it the browser names the service worker of the app, whose folder is above.
  if (registration?.scope.endsWith(READER_FOLDER.slice(1)) === true) await registration.unregister();
}

/** Events can be registered only then. */
const isActive = ({ active, waiting, installing }: ServiceWorkerRegistration): Promise<void> =>
  new Promise((resolve, reject) => {
    const worker = active ?? waiting ?? installing;
    const settle = (): void => {
      if (worker?.state === 'activated') resolve();
      else if (worker === null || worker.state === 'redundant') reject(new Error('The reader did not start'));
    };
    worker?.addEventListener('statechange', settle);
    settle();
  });
