/** The text of docs/rpc-coverage.md. A promise at the top level of the module, for which the generator waits. */
import { coverage, page } from './coverage.ts';

export const rows = await coverage();
export const text = page(rows);
