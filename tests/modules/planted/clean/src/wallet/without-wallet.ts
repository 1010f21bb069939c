import type { Relay } from '../ports/relay.ts';
import { version } from '../protocol/tx/tx.ts';
export function send(relay: Relay): void {
  return relay({ version });
}
