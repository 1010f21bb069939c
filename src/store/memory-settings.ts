/** AppSettings in memory: for tests and for the wallet server, whose command line says them at each start. */
import type { AppSettings, SharedSettings } from '../ports/app-settings.ts';

export function createMemorySettings(): SharedSettings {
  const values = new Map<string, string>();
  const set: AppSettings['set'] = (key, value) => {
    if (value === undefined) values.delete(key);
    else values.set(key, value);
    return Promise.resolve();
  };
  return {
    get: (key) => Promise.resolve(values.get(key)),
    set,
    update: (key, change) => set(key, change(values.get(key))),
  };
}
