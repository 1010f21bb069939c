import type { Tx } from '../protocol/tx/tx.ts';
export type Relay = (tx: Tx) => void;
