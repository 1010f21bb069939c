import type { Relay } from '../ports/relay.ts';
import { version } from '../protocol/tx/tx.ts';
export const send = (relay: Relay): void => relay({ version });
