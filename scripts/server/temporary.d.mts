/** Types of temporary.mjs for its test. */
import type { Owner } from './owner.mjs';
export function makeTemporary(options?: { readonly parent?: string; readonly me?: Owner }): string;
export function removeTemporary(dir: string): void;
