/** AppSettings in memory: for tests and for the wallet server, whose command line says them at each start. */
import type { AppSettings } from '../ports/app-settings.ts';

export function createMemorySettings(): AppSettings {
  const values = new Map<string, string>();
  return {
    get: (key) => Promise.resolve(values.get(key)),
    set: (key, value) => {
      if (value === undefined) values.delete(key);
      else values.set(key, value);
      return Promise.resolve();
    },
  };
}
