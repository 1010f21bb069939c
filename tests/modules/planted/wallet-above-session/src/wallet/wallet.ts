import type { session } from './session/session.ts';

export type Wallet = typeof session;
