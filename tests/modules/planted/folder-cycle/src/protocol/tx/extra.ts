import { kind } from '../address/kind.ts';
export const extra = kind;
