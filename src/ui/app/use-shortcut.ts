/** Does what a keyboard shortcut asks for. */
import type { App } from '../state/context.ts';
import type { Shortcut } from '../state/shortcuts.ts';
import { isSearchable } from './routes.ts';

/**
 * Returns false if nothing was done: the browser then handles the key. No shortcut leaves a screen where a form is being filled
 * in.
 */
export function useShortcut(
  asked: Shortcut,
  { session, router, prefs, isOffered }: Pick<App, 'session' | 'router' | 'prefs' | 'isOffered'>,
  showList: () => void,
): boolean {
  const list = 'does' in asked && asked.does === 'list';
  if (!list && !isSearchable(router.route, session)) return false;
  if ('go' in asked) {
    const { offlineEdition, status } = session;
    if (!isOffered(asked.go, { cold: status.cold, offlineEdition })) return false;
    return router.here().go(asked.go);
  }
  switch (asked.does) {
    case 'list':
      showList();
      return true;
    case 'hide':
      prefs.toggleHidden();
      return true;
    case 'lock':
      void session.lock();
      return true;
    case 'search':
      // Settings moves the focus by itself.
      return router.route.name !== 'settings' && router.here().go('settings', 'find');
  }
}
