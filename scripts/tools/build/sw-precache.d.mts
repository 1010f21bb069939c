/** Types of sw-precache.mjs, and of the list that the service worker sees. */
import type { Plugin } from 'vite';

/** `path` is relative to the app's folder; `sha256` is hex. */
export type PrecacheFile = { readonly path: string; readonly bytes: number; readonly sha256: string };
/** Everything the app consists of, and one version for all of it (16 hex digits). */
export type Precache = { readonly version: string; readonly files: readonly PrecacheFile[] };

export function precachedServiceWorker(options?: { readonly entry?: string }): Plugin;
