/** The page as it should lie in docs, worked out while this file is read: the generator's reader ends with that. */
import { coverage, page } from './coverage.ts';

export const rows = await coverage();
export const text = page(rows);
