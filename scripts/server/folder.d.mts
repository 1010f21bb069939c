/** Types of folder.mjs for its tests. */
import type { OutsideFolder } from '../../src/ports/outside-folder.ts';
export function openFolder(
  dir: string,
  options?: { readonly fs?: typeof import('node:fs/promises'); readonly me?: object },
): OutsideFolder;
