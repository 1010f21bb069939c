import { send } from '../wallet/send.ts';
export type Method = typeof send;
export const methods = { send };
