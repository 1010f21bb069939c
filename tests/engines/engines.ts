/** The engines beside Chromium, as far as they are installed on this computer. */
import { findFirefox, openInFirefox, startFirefox } from './firefox.ts';
import { findWebKit, openInWebKit, startWebKit } from './webkit.ts';

export const ENGINES = [
  { name: 'Firefox', path: findFirefox(), start: startFirefox, openApp: openInFirefox },
  { name: 'WebKitGTK', path: findWebKit(), start: startWebKit, openApp: openInWebKit },
] as const;
/** Whether one is installed. */
export const anyEngine = ENGINES.some(({ path }) => path !== undefined);
