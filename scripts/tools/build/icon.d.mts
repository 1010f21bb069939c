/** Types of icon.mjs. */
import type { Plugin } from 'vite';

export function inlineIcon(): Plugin;
