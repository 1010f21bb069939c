import { two } from '../kernel/two.ts';
export const sum = two;
