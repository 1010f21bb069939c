import { one } from '../base/one.ts';
export const two = one + one;
