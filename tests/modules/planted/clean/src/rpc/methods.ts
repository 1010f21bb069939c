import { send } from '../wallet/without-wallet.ts';
export type Method = typeof send;
export const methods = { send };
