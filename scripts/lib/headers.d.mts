/** Types of headers.mjs. */
import type { Plugin } from 'vite';

export const securityHeaders: Readonly<Record<string, string>>;
export function headersFile(): Plugin;
