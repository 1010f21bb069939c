import type { Method } from '../rpc/methods.ts';
export type Plan = Method;
