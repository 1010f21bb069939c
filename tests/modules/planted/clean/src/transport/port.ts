import { one } from '../base/one.ts';
export const port = one;
