/** The text of rpc-coverage.md (scripts/tools/build/package-docs.ts). The module waits for it. */
import { coverage, page } from './coverage.ts';

export const rows = await coverage();
export const text = page(rows);
