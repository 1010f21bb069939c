/** Types of headers.mjs. */
import type { Plugin } from 'vite';

export const securityHeaders: Readonly<Record<string, string>>;
/** What stands in the page's own `<meta>`. */
export const metaPolicy: string;
export function securityPolicy(): Plugin;
