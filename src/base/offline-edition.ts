/**
 * True if this is the offline edition: one file that a browser opens from the disk and that asks no node
 * (docs/offline.md). Builds set it: vite.config.ts to false, scripts/tools/build/inline-parts.ts to true.
 */
declare const __OFFLINE__: boolean;

export const OFFLINE_EDITION: boolean = __OFFLINE__;
/** A page from a file starts its workers from blob: addresses, and Chromium starts such a worker only as a classic script. */
export const WORKER_TYPE: 'classic' | 'module' = __OFFLINE__ ? 'classic' : 'module';
