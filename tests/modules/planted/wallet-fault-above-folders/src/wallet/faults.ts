import type { state } from './state/state.ts';

export type Fault = typeof state;
