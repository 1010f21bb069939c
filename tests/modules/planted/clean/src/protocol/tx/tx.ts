import { two } from '../../kernel/two.ts';
export type Tx = { readonly version: number };
export const version = two;
