import { version } from '../tx/tx.ts';
export const parse = version;
