import type { wallet } from '../wallet.ts';

export type Pay = typeof wallet;
