import { methods } from '../rpc/methods.ts';
export const call = methods;
