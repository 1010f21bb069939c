/**
 * Clears what the extension stores besides what the app stores: sites that are on, the alarm, the browser's
 * permissions.
 */
import type { ExtensionApi } from './browser-api.ts';
import { ALARM } from './reading.ts';

type Api = Pick<ExtensionApi, 'action' | 'alarms' | 'permissions' | 'scripting' | 'storage'>;

/** Removes all of it, with the rest of the data of Ostro. */
export async function clearExtension({
  action,
  alarms,
  permissions,
  scripting,
  storage,
}: Api): Promise<void> {
  await alarms.clear(ALARM);
  const ids = (await scripting.getRegisteredContentScripts()).map(({ id }) => id);
  if (ids.length > 0) await scripting.unregisterContentScripts({ ids });
  await storage.local.clear();
  const { origins = [] } = await permissions.getAll();
  // Each by itself: a permission that an administrator gave cannot be removed, and fails.
  for (const origin of origins) await permissions.remove({ origins: [origin] }).catch(() => undefined);
  await action.setBadgeText({ text: '' });
}
