/**
 * True if this is the offline edition: one file that a browser opens from the disk and that asks no node
 * (docs/offline.md). Builds set it: vite.config.ts to false, scripts/tools/build/offline-page.ts to true.
 */
declare const __OFFLINE__: boolean;

export const OFFLINE_EDITION: boolean = __OFFLINE__;
/** In a page from a file, Chromium does not start workers that are modules. */
export const WORKER_TYPE: 'classic' | 'module' = __OFFLINE__ ? 'classic' : 'module';
