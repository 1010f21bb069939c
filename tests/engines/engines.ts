/** The engines beside Chromium, as far as they are installed on this computer. */
import { findFirefox, startFirefox } from './firefox.ts';
import { findWebKit, startWebKit } from './webkit.ts';

export const ENGINES = [
  { name: 'Firefox', path: findFirefox(), start: startFirefox },
  { name: 'WebKitGTK', path: findWebKit(), start: startWebKit },
] as const;
/** Whether one is installed. */
export const anyEngine = ENGINES.some(({ path }) => path !== undefined);
